import Basics

/// Comments in a JSON text, as several editors allow them; they are removed before sending.
package enum JSONComments {
  /// The text without `// …` and `/* … */`, and without lines that held only a comment; `nil` if it has none. Comment
  /// signs in a string or between `{{` and `}}` are kept.
  package static func removed(from text: String) -> String? {
    guard text.utf8.has(UInt8(ascii: "/")) else { return nil }
    var cutter = CommentCutter(Array(text.utf8))
    guard cutter.cut() else { return nil }
    return String(decoding: cutter.output, as: UTF8.self)
  }

  /// The text with its comments replaced by blanks, so that every position stays; `nil` if it has none.
  package static func blanked(in text: String) -> String? {
    guard text.utf8.has(UInt8(ascii: "/")) else { return nil }
    var cutter = CommentCutter(Array(text.utf8), leavesBlanks: true)
    guard cutter.cut() else { return nil }
    return String(decoding: cutter.output, as: UTF8.self)
  }

  /// The JSON to send for a text, resolved by `resolve`: without its comments if the result is JSON, else the text
  /// unchanged.
  package static func sent<Failure: Error>(
    _ text: String, _ resolve: (String) throws(Failure) -> String?
  ) throws(Failure) -> String? {
    // Text that is not JSON even without its comments is sent unchanged.
    if let plain = removed(from: text), let sent = try resolve(plain), (try? JSONValue(parsing: sent.utf8)) != nil {
      return sent
    }
    return try resolve(text)
  }
}

/// Copies a text without its comments.
private struct CommentCutter {
  private let bytes: [UInt8]
  private let leavesBlanks: Bool
  private var index = 0
  /// No variable ends between here and `index`; without this, a long line would be searched again for each of its
  /// braces.
  private var endOfSearch = 0
  private(set) var output: [UInt8] = []

  init(_ bytes: [UInt8], leavesBlanks: Bool = false) {
    self.bytes = bytes
    self.leavesBlanks = leavesBlanks
    output.reserveCapacity(bytes.count)
  }

  /// - Returns: whether there was a comment.
  mutating func cut() -> Bool {
    var found = false
    while index < bytes.count {
      switch (bytes[index], index + 1 < bytes.count ? bytes[index + 1] : 0) {
      case (UInt8(ascii: "\""), _): copyString()
      case (UInt8(ascii: "{"), UInt8(ascii: "{")): copyVariable()
      case (UInt8(ascii: "/"), UInt8(ascii: "/")):
        found = true
        skip(to: bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count)
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        guard let end = endOfBlock() else { return false }
        found = true
        skip(to: end)
      default: copy(1)
      }
    }
    return found
  }

  private mutating func copy(_ count: Int) {
    let end = min(index + count, bytes.count)
    output += bytes[index..<end]
    index = end
  }

  private mutating func copyString() {
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    copy(end + 1 - index)
  }

  /// A variable ends on the same line.
  private mutating func copyVariable() {
    guard index >= endOfSearch else { return copy(1) }
    var end = index + 2
    while end + 1 < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == UInt8(ascii: "}"), bytes[end + 1] == UInt8(ascii: "}") { return copy(end + 2 - index) }
      end += 1
    }
    endOfSearch = end
    copy(1)
  }

  private func endOfBlock() -> Int? {
    var end = index + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") { return end + 2 }
      end += 1
    }
    return nil
  }

  /// Skips a comment, and its line if the line holds nothing else.
  private mutating func skip(to end: Int) {
    if leavesBlanks { output += bytes[index..<end].map { $0 == 0x0A || $0 == 0x0D ? $0 : 0x20 } }
    index = end
    guard !leavesBlanks else { return }
    let blanks = output.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
    let start = output.count - blanks
    let rest = bytes[end...].drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    let isAlone = (start == 0 || output[start - 1] == 0x0A) && (rest.first ?? 0x0A) == 0x0A
    guard isAlone || bytes[end...].first.map({ $0 == 0x0A || $0 == 0x0D }) ?? true else { return }
    output.removeLast(blanks)
    if isAlone { index = min(rest.startIndex + 1, bytes.count) }
  }
}
