import Foundation

/// A request as a server received it, and the canonical form in which two of them are compared.
public struct WireRequest: Equatable, Sendable {
  public var line: String
  public var headers: [(name: String, value: String)]
  public var body: [UInt8] = []

  init(head: [UInt8]) {
    let lines = head.split(separator: Array("\r\n".utf8)).map { String(decoding: $0, as: UTF8.self) }
    line = lines.first ?? ""
    headers = lines.dropFirst().map { text in
      let name = text.utf8.prefix { $0 != UInt8(ascii: ":") }
      let value = text.utf8.dropFirst(name.count + 1)
      return (String(Substring(name)), String(Substring(value.first == 0x20 ? value.dropFirst() : value)))
    }
  }

  public init(line: String, headers: [(name: String, value: String)], body: [UInt8]) {
    self.line = line
    self.headers = headers
    self.body = body
  }

  public func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// The published canonicalisation, the only one: header order between different names, the text of boundaries, the
  /// case of percent escapes, and whether one blank stands behind a header's colon are put aside. Everything else counts,
  /// to the byte.
  public func canonical() -> String {
    let fields = headers.enumerated().sorted {
      ($0.element.name.lowercased(), $0.offset) < ($1.element.name.lowercased(), $1.offset)
    }
    let head = ([line.withUpperEscapes] + fields.map { "\($0.element.name): \($0.element.value)" })
      .joined(separator: "\n")
    let content = String(validating: body, as: UTF8.self) ?? body.map { String($0, radix: 16) }.joined(separator: " ")
    var text = head + "\n\n" + content.withUpperEscapes
    // Also those of parts that hold parts.
    let pattern = #"(?i)content-type: multipart/[^\r\n]*boundary="?([^"\r\n;]+)"#
    let boundaries = Set(text.matches(of: pattern))
    if boundaries.isEmpty { return text }
    for boundary in boundaries.sorted(by: { $0.count > $1.count }) {
      text = text.replacingOccurrences(of: boundary, with: "BOUNDARY")
    }
    // Boundaries of different lengths make different lengths of the same body.
    return text.replacingOccurrences(
      of: #"(?i)content-length: \d+"#, with: "content-length: N", options: .regularExpression)
  }

  public static func == (left: WireRequest, right: WireRequest) -> Bool {
    left.canonical() == right.canonical()
  }
}

extension String {
  /// The first group of every match.
  fileprivate func matches(of pattern: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    return expression.matches(in: self, range: NSRange(startIndex..., in: self)).compactMap { match in
      Range(match.range(at: 1), in: self).map { String(self[$0]) }
    }
  }

  /// `%5b` and `%5B` mean the same.
  fileprivate var withUpperEscapes: String {
    var bytes = Array(utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count {
      for place in [index + 1, index + 2] where (0x61...0x66).contains(bytes[place]) { bytes[place] -= 32 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
