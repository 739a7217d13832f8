import Basics
import Workspaces

/// A multipart body in an `.http` file: parts between boundary lines, `< FILE` for the content of a file.
enum HTTPFileForm {
  /// `nil` if the text does not match its boundary; it is then kept as text.
  static func parts(_ lines: [String], type: String) -> [FormPart]? {
    guard let range = type.utf8.range(ofBytes: "boundary=") else { return nil }
    let boundary = String(type[range.upperBound...].prefix { $0 != ";" }).split(separator: "\"").joined()
    guard !boundary.isEmpty, lines.first == "--" + boundary, lines.last == "--\(boundary)--" else { return nil }
    var parts: [FormPart] = []
    for section in lines.dropFirst().dropLast().split(separator: "--" + boundary, omittingEmptySubsequences: false) {
      guard let part = part(section) else { return nil }
      parts.append(part)
    }
    return parts
  }

  private static func part(_ lines: ArraySlice<String>) -> FormPart? {
    let head = lines.prefix { !$0.isEmpty }
    var part = FormPart()
    for line in head {
      guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = ForeignText.trimmed(String(line[line.utf8.index(after: colon)...]))
      switch line[..<colon].lowercased() {
      case "content-disposition":
        part.name = attribute("name", in: value) ?? ""
        part.fileName = attribute("filename", in: value)
      case "content-type": part.contentType = value
      default: return nil
      }
    }
    let content = lines.dropFirst(head.count + 1)
    if content.count == 1, let line = content.first, line.hasPrefix("< ") {
      let path = ForeignText.trimmed(String(line.dropFirst(2)))
      part.content = .files([path])
      if part.fileName == path.split(separator: "/").last.map(String.init) { part.fileName = nil }
    } else {
      part.content = .text(content.joined(separator: "\n"))
    }
    return part
  }

  private static func attribute(_ name: String, in value: String) -> String? {
    guard let start = value.utf8.range(ofBytes: "; \(name)=\"") else { return nil }
    return String(value[start.upperBound...].prefix { $0 != "\"" })
  }
}

/// `Authorization: Basic NAME WORD` and `Basic NAME:WORD`, which clients of such files encode themselves.
enum HTTPFileLogin {
  /// `nil` for a value that is sent as it is.
  static func authentication(_ value: String) -> Authentication? {
    let words = value.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    guard let scheme = words.first?.lowercased(), scheme == "basic" || scheme == "digest" else { return nil }
    let kind: AuthenticationScheme = scheme == "basic" ? .basic : .digest
    if words.count == 3 {
      return Authentication(kind, [.init("username", words[1]), .init("password", words[2])])
    }
    let isVariable = words.count == 2 && words[1].contains("}}:{{")
    guard words.count == 2, !words[1].contains("{{") || isVariable, let colon = words[1].firstIndex(of: ":") else {
      return nil
    }
    return Authentication(
      kind,
      [
        .init("username", String(words[1][..<colon])),
        .init("password", String(words[1][words[1].index(after: colon)...])),
      ])
  }
}
