import Foundation

/// A request as a server received it, and the canonical form in which two of them are compared.
struct WireRequest: Equatable, Sendable {
  var line: String
  var headers: [(name: String, value: String)]
  var body: [UInt8] = []

  init(head: [UInt8]) {
    let lines = head.split(separator: Array("\r\n".utf8)).map { String(decoding: $0, as: UTF8.self) }
    line = lines.first ?? ""
    headers = lines.dropFirst().map { text in
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      let value = colon == text.endIndex ? "" : String(text[text.index(after: colon)...])
      return (String(text[..<colon]), value.trimmingCharacters(in: .whitespaces))
    }
  }

  init(line: String, headers: [(name: String, value: String)], body: [UInt8]) {
    self.line = line
    self.headers = headers
    self.body = body
  }

  func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// What the project forgives between two requests.
  struct Forgiveness: OptionSet {
    let rawValue: Int
    /// Header-name case, the `Host` port, a user agent that nobody set, the value of an `Accept-Encoding` that nobody
    /// set, chunked versus a length: the list of the corpora.
    static let corpora = Forgiveness(rawValue: 1)
  }

  /// Header order between different names, the boundary's text and the case of percent escapes put aside.
  func canonical(_ forgiveness: Forgiveness = []) -> String {
    var fields = headers.enumerated().map { (offset: $0.offset, name: $0.element.name, value: $0.element.value) }
    if forgiveness.contains(.corpora) {
      fields.removeAll { field in
        switch field.name.lowercased() {
        case "transfer-encoding", "content-length": true
        case "user-agent": field.value.hasPrefix("curl/") || field.value.hasPrefix("apus")
        case "accept-encoding": field.value == "deflate, gzip, br, zstd"
        default: false
        }
      }
      fields = fields.map { field in
        let isHost = field.name.lowercased() == "host"
        return (field.offset, field.name.lowercased(), isHost ? field.value.withoutPort : field.value)
      }
    }
    fields.sort { ($0.name.lowercased(), $0.offset) < ($1.name.lowercased(), $1.offset) }
    let head = ([line.withUpperEscapes] + fields.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
    let content = String(validating: body, as: UTF8.self) ?? body.map { String($0, radix: 16) }.joined(separator: " ")
    let text = head + "\n\n" + content.withUpperEscapes
    guard let boundary = values("Content-Type").lazy.compactMap({ Self.boundary($0) }).first else { return text }
    // All boundaries of one body have one length here, so its Content-Length needs no mending.
    return text.replacingOccurrences(of: boundary, with: "BOUNDARY")
      .replacingOccurrences(of: #"(?i)content-length: \d+"#, with: "content-length: N", options: .regularExpression)
  }

  private static func boundary(_ type: String) -> String? {
    guard type.hasPrefix("multipart/"), let range = type.range(of: "boundary=") else { return nil }
    return String(type[range.upperBound...].prefix { $0 != ";" }).trimmingCharacters(in: ["\""])
  }

  static func == (left: WireRequest, right: WireRequest) -> Bool {
    left.canonical() == right.canonical() && left.body == right.body
  }
}

extension String {
  fileprivate var withoutPort: String { replacingOccurrences(of: #":\d+$"#, with: "", options: .regularExpression) }

  /// `%5b` and `%5B` mean the same.
  fileprivate var withUpperEscapes: String {
    var bytes = Array(utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count {
      for place in [index + 1, index + 2] where (0x61...0x66).contains(bytes[place]) { bytes[place] -= 32 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
