import Networking
import Workspaces

/// The text of a part that holds parts, as curl writes it (RFC 2046, section 5.1).
struct CurlNestedForm {
  private(set) var text = ""
  let contentType: String

  init(
    type: String, parts: [CurlFormReader.Part], input: CurlInput, notices: inout [ImportNotice]
  ) {
    let type = type.isEmpty ? "multipart/mixed" : type
    let isForm = type.lowercased().hasPrefix("multipart/form-data")
    var sections: [String] = []
    for part in parts {
      for (content, fileName) in Self.contents(of: part.part, input: input, notices: &notices) {
        let written = part.encoding.map { String(decoding: $0.encoder.encode(Array(content.utf8)), as: UTF8.self) }
        sections.append(Self.head(of: part, fileName: fileName, isForm: isForm) + "\r\n" + (written ?? content))
      }
    }
    let boundary = Self.boundary(for: sections)
    contentType = "\(type); boundary=\(boundary)"
    for section in sections { text += "--\(boundary)\r\n\(section)\r\n" }
    text += "--\(boundary)--\r\n"
  }

  /// As long as curl's own; made of the parts, so that the same command always gives the same bytes, and a level inside
  /// never ends the one around it.
  static func boundary(for sections: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in sections.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    let filled = String(repeating: "0", count: 22 - digits.utf8.count) + digits
    return String(repeating: "-", count: 24) + filled
  }

  private static func contents(
    of part: FormPart, input: CurlInput, notices: inout [ImportNotice]
  ) -> [(text: String, fileName: String?)] {
    guard case .files(let paths) = part.content else {
      if case .text(let text) = part.content { return [(text, part.fileName)] }
      return []
    }
    var found: [(text: String, fileName: String?)] = []
    for path in paths {
      guard let bytes = input.read(input.content(of: path, isDotInput: false)),
        let text = String(validating: bytes, as: UTF8.self)
      else {
        notices.append(ImportNotice(.warning, line: 1, "the file \(path) inside of a part is not carried"))
        continue
      }
      found.append((ShellVariables.escapingBraces(text), part.sentFileName))
    }
    return found
  }

  private static func head(of part: CurlFormReader.Part, fileName: String?, isForm: Bool) -> String {
    var attributes = part.part.name.isEmpty ? "" : "; name=\"\(quoted(part.part.name))\""
    if let fileName, !fileName.isEmpty { attributes += "; filename=\"\(quoted(fileName))\"" }
    var head = ""
    if isForm || !attributes.isEmpty {
      head = "Content-Disposition: \(isForm ? "form-data" : "attachment")\(attributes)\r\n"
    }
    var type = part.part.contentType
    if type.isEmpty, case .files = part.part.content {
      type = Multipart.Part("", .file(path: fileName ?? "")).sentContentType ?? ""
    }
    if !type.isEmpty, part.headers["Content-Type"] == nil { head += "Content-Type: \(type)\r\n" }
    return head + part.headers.fields.map { "\($0.line)\r\n" }.joined()
  }

  static func quoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "%22"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }
}
