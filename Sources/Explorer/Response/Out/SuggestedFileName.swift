import Basics
import Networking

extension Exchange {
  /// From Content-Disposition (RFC 6266), else the last part of the URL's path; never with a folder in it.
  var suggestedFileName: String {
    let named = response?.headers["Content-Disposition"].flatMap(ContentDisposition.fileName)
    let safe = (named ?? nameInURL).asFileName
    return safe.isEmpty ? "response" : safe
  }

  private var nameInURL: String {
    guard let url = finalURL, let scheme = url.firstRange(of: "://") else { return "" }
    let path = url[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").dropFirst().last.map(String.init) ?? ""
  }
}

/// The file name in a Content-Disposition field.
enum ContentDisposition {
  /// `filename*` with its charset (RFC 8187) before `filename`, which older programs understand.
  static func fileName(_ field: String) -> String? {
    var plain: String?
    for parameter in parameters(of: field) {
      guard let equals = parameter.firstIndex(of: "=") else { continue }
      let name = String(parameter[..<equals]).trimmed.lowercased()
      let value = String(parameter[parameter.index(after: equals)...]).trimmed
      if name == "filename*", let extended = extended(value) { return extended }
      if name == "filename" { plain = unquoted(value) }
    }
    return plain
  }

  /// Divided at semicolons outside of quotes.
  private static func parameters(of field: String) -> [Substring] {
    var parts: [Substring] = []
    var start = field.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in field.indices {
      let character = field[index]
      if isEscaped {
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
      } else if character == ";", !isQuoted {
        parts.append(field[start..<index])
        start = field.index(after: index)
      }
    }
    return parts + [field[start...]]
  }

  private static func unquoted(_ value: String) -> String {
    guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
    var result = ""
    var isEscaped = false
    for character in value.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  /// `UTF-8'en'na%C3%AFve.txt`
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentEncoding.decodedText(parts[2])
  }
}

extension String {
  /// Without what would make it a path, hide it, or act on a terminal.
  fileprivate var asFileName: String {
    let last = split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let safe = String(
      last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !$0.properties.isDefaultIgnorableCodePoint }
        .map(Character.init))
    return String(safe.trimmed.drop { $0 == "." }.prefix(120))
  }
}
