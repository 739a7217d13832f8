import Basics
import Networking
import Workspaces

/// One part of a form as given on curl's command line.
struct CurlMimePart {
  enum Content {
    case text(String)
    /// `@FILE`, sent with a file name.
    case file(String)
    /// `<FILE`: its content, without a file name.
    case content(String)
    /// Standard input; with `@` it has a file name, too.
    case input([UInt8], isFile: Bool)
    case parts([CurlMimePart])
  }

  /// Empty if there is none.
  var name = ""
  var content: Content
  var type: String?
  /// As given; an empty one is sent empty.
  var fileName: String?
  var encoder: String?
  /// Whole lines, even if they are not valid headers.
  var headers: [String] = []
  var line = 1
  /// Whether its nested parts are the files of `@a,b`.
  var isFileList = false

  /// The file name to send.
  var sentFileName: String? {
    if let fileName { return fileName }
    switch content {
    case .file(let path):
      return path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    case .input(_, isFile: true): return "-"
    default: return nil
    }
  }

  /// The first of its own headers with that name.
  func header(_ name: String) -> String? {
    headers.lazy.compactMap { Self.value(of: name, in: $0) }.first
  }

  /// The text after the colon of a header line with that name.
  static func value(of name: String, in line: String) -> String? {
    let bytes = line.utf8
    guard bytes.count > name.utf8.count, bytes.prefix(name.utf8.count).elementsEqual(name.utf8, by: Self.isSame),
      bytes[bytes.index(bytes.startIndex, offsetBy: name.utf8.count)] == UInt8(ascii: ":")
    else { return nil }
    return String(Substring(bytes.dropFirst(name.utf8.count + 1).drop { $0 == 0x20 }))
  }

  private static func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
    left == right || left ^ right == 0x20 && left.isASCIILetter
  }

  /// Whether a Content-Type has that type, whatever its parameters.
  static func isType(_ text: String, _ type: String) -> Bool {
    let bytes = text.utf8
    guard bytes.prefix(type.utf8.count).elementsEqual(type.utf8, by: isSame) else { return false }
    return bytes.dropFirst(type.utf8.count).first.map { " \t\r\n;".utf8.contains($0) } ?? true
  }
}

extension CurlMimePart {
  /// The lines of its head as libcurl writes them: disposition, type and encoder, then its own headers.
  /// - Parameters:
  ///   - disposition: the disposition of the surrounding form's parts; `nil` outside a form.
  ///   - boundary: the boundary of the nested parts.
  func head(disposition: String?, escapesNames: Bool, boundary: String? = nil) -> [String] {
    let type = sentType
    var lines: [String] = []
    if header("Content-Disposition") == nil {
      var disposition = disposition
      let fileName = sentFileName
      if disposition == nil, fileName != nil || !name.isEmpty { disposition = "attachment" }
      if disposition == nil, type?.lowercased().hasPrefix("multipart/") == true { disposition = "attachment" }
      if disposition == "attachment", name.isEmpty, fileName == nil { disposition = nil }
      if var written = disposition {
        if !name.isEmpty { written += "; name=\"\(Self.quoted(name, escapesNames))\"" }
        if let fileName { written += "; filename=\"\(Self.quoted(fileName, escapesNames))\"" }
        lines.append("Content-Disposition: \(written)")
      }
    }
    if let type { lines.append("Content-Type: \(type)" + (boundary.map { "; boundary=" + $0 } ?? "")) }
    if let encoder, header("Content-Transfer-Encoding") == nil {
      lines.append("Content-Transfer-Encoding: \(encoder.lowercased())")
    }
    return lines + headers.filter { Self.value(of: "Content-Type", in: $0) == nil }
  }

  /// The type to send; for a file guessed from its name.
  var sentType: String? {
    if let own = type ?? header("Content-Type") { return own }
    switch content {
    case .parts: return "multipart/mixed"
    case .file(let path):
      return sentFileName.flatMap(Self.guessedType) ?? Self.guessedType(path) ?? "application/octet-stream"
    case .content(let path): return Self.guessedType(path).flatMap { Self.isType($0, "text/plain") ? nil : $0 }
    case .text, .input: return sentFileName.flatMap(Self.guessedType)
    }
  }

  private static func guessedType(_ path: String) -> String? {
    let type = Multipart.Part("", .file(path: path)).sentContentType
    return type == "application/octet-stream" ? nil : type
  }

  /// `--form-escape` writes backslashes instead of percent-encoding.
  private static func quoted(_ text: String, _ escapes: Bool) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": escapes ? "\\\"" : "%22"
      case "\\" where escapes: "\\\\"
      case "\r" where !escapes: "%0D"
      case "\n" where !escapes: "%0A"
      default: String(scalar)
      }
    }.joined()
  }
}
