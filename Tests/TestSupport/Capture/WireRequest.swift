import Foundation

/// A request as a server received it, with a canonical form for comparison.
package struct WireRequest: Equatable, Sendable {
  package var line: String
  /// The header lines, byte for byte.
  package var headers: [String]
  package var body: [UInt8] = []

  package init(head: [UInt8], body: [UInt8] = []) {
    let lines = head.split(separator: Array("\r\n".utf8)).map { String(decoding: $0, as: UTF8.self) }
    self.init(line: lines.first ?? "", headers: Array(lines.dropFirst()), body: body)
  }

  package init(line: String, headers: [String], body: [UInt8]) {
    self.line = line
    self.headers = headers
    self.body = body
  }

  /// The name in a header line, in lower case.
  package static func name(of header: String) -> String {
    String(Substring(header.utf8.prefix { $0 != UInt8(ascii: ":") })).lowercased()
  }

  /// The values of a header, without leading blanks.
  package func values(_ name: String) -> [String] {
    headers.filter { Self.name(of: $0) == name.lowercased() }.map { text in
      String(Substring(text.utf8.dropFirst(name.utf8.count + 1).drop { $0 == 0x20 }))
    }
  }

  /// The only canonical form: ignores the order of headers with different names, the text of boundaries, and the case
  /// of percent escapes. Everything else is compared byte for byte.
  package func canonical() -> String {
    let fields = headers.enumerated().sorted {
      (Self.name(of: $0.element), $0.offset) < (Self.name(of: $1.element), $1.offset)
    }
    let head = ([line.withUpperEscapes] + fields.map(\.element)).joined(separator: "\n")
    let content = String(validating: body, as: UTF8.self) ?? body.map { String($0, radix: 16) }.joined(separator: " ")
    var text = head + "\n\n" + content.withUpperEscapes
    // Includes the boundaries of nested multipart bodies.
    let pattern = #"(?i)content-type:[^\r\n]*boundary="?([^"\r\n;]+)"#
    let boundaries = Set(text.matches(of: pattern))
    if boundaries.isEmpty { return text }
    for boundary in boundaries.sorted(by: { $0.count > $1.count }) {
      text = text.replacingOccurrences(of: boundary, with: "BOUNDARY")
    }
    // Boundaries of different lengths change the length of an otherwise equal body.
    return text.replacingOccurrences(
      of: #"(?i)content-length: \d+"#, with: "content-length: N", options: .regularExpression)
  }

  package static func == (left: WireRequest, right: WireRequest) -> Bool {
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

  /// Makes escapes comparable: `%5b` and `%5B` mean the same.
  fileprivate var withUpperEscapes: String {
    var bytes = Array(utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count {
      for place in [index + 1, index + 2] where (0x61...0x66).contains(bytes[place]) { bytes[place] -= 32 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
