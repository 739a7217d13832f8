/// Body bytes as a log shows them.
enum BodyText {
  /// Text up to `limit` bytes; for binary data only its size, so that no control sequence reaches a terminal.
  static func text(of bytes: some Collection<UInt8>, limit: Int, total: Int? = nil) -> String {
    let (start, total) = (Array(bytes.prefix(max(0, limit))), total ?? bytes.count)
    return text(of: start, isCut: start.count < total, total: total)
  }

  /// The same for a body of `total` bytes, of which these are the start if it is cut.
  static func text(of start: [UInt8], isCut: Bool, total: Int) -> String {
    var cut = start
    // The limit may have split a character, of which at most three bytes remain.
    for _ in 0..<3 where isCut && String(validating: cut, as: UTF8.self) == nil && !cut.isEmpty { cut.removeLast() }
    guard let text = String(validating: cut, as: UTF8.self), isPasteable(text.withoutReturns) else {
      return "\(total) bytes"
    }
    return isCut ? "\(text)… (\(total) bytes)" : text
  }

  static func file(_ path: String, _ size: some BinaryInteger) -> String { "@\(path) (\(size) bytes)" }

  static func stream(_ count: (some BinaryInteger)?) -> String {
    count.map { "a stream of \($0) bytes" } ?? "a stream"
  }

  /// Whether it contains only text, line ends and tabs, so that it can be pasted into a terminal.
  private static func isPasteable(_ text: String) -> Bool { !text.unicodeScalars.contains(where: \.actsOnTerminal) }
}

extension String {
  fileprivate var withoutReturns: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\r" }))
  }
}

extension Unicode.Scalar {
  /// Control characters act on a terminal that shows them, or that a text with them is pasted into; tab and line end are
  /// harmless.
  var actsOnTerminal: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F: true
    default: false
    }
  }
}
