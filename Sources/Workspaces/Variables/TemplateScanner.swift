import Basics

/// Finds the `{{…}}` in a text. Double braces around something that cannot be a name are plain text, as in nested JSON.
enum TemplateScanner {
  struct Reference: Equatable {
    /// UTF-8 offsets, braces included.
    var range: Range<Int>
    /// The text between the braces, trimmed; may itself contain `{{…}}`.
    var inner: String
  }

  static func references(in bytes: [UInt8]) -> [Reference] {
    var found: [Reference] = []
    var index = 0
    while index + 3 < bytes.count {
      guard isPair(bytes, index, UInt8(ascii: "{")) else {
        index += 1
        continue
      }
      // In `{{{x}}` the first brace belongs to a JSON object, unless a name built from a variable begins: `{{{{x}}}}`.
      if bytes[index + 2] == UInt8(ascii: "{"), !isPair(bytes, index + 2, UInt8(ascii: "{")) {
        index += 1
        continue
      }
      guard let end = closing(bytes, from: index), isName(bytes[(index + 2)..<(end - 2)]) else {
        index += 1
        continue
      }
      let inner = String(decoding: bytes[(index + 2)..<(end - 2)], as: UTF8.self)
      found.append(Reference(range: index..<end, inner: trimmed(inner)))
      index = end
    }
    return found
  }

  /// The last `{{` before `offset` without a `}}`, and the text typed after it: for completing names.
  static func open(in bytes: [UInt8], before offset: Int) -> (start: Int, typed: String)? {
    var index = min(offset, bytes.count)
    while index >= 2 {
      if isPair(bytes, index - 2, UInt8(ascii: "}")) || bytes[index - 1] == 0x0A { return nil }
      if isPair(bytes, index - 2, UInt8(ascii: "{")) {
        return (index, trimmed(String(decoding: bytes[index..<min(offset, bytes.count)], as: UTF8.self)))
      }
      index -= 1
    }
    return nil
  }

  private static let deepest = 8

  private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
    var depth = 0
    var index = start
    // A question that is broken into lines would be sent as text.
    let isQuestion = bytes[(start + 2)...].first { $0 != 0x20 } == UInt8(ascii: "?")
    while index + 1 < bytes.count, isQuestion || bytes[index] != 0x0A {
      if isPair(bytes, index, UInt8(ascii: "{")) {
        depth += 1
        // Names nest only to this depth.
        guard depth <= deepest else { return nil }
        index += 2
      } else if isPair(bytes, index, UInt8(ascii: "}")) {
        depth -= 1
        index += 2
        if depth == 0 { return index }
      } else {
        index += 1
      }
    }
    return nil
  }

  private static func isPair(_ bytes: [UInt8], _ index: Int, _ brace: UInt8) -> Bool {
    index + 1 < bytes.count && bytes[index] == brace && bytes[index + 1] == brace
  }

  /// No quotes, colons, commas or single braces, and not only blanks. After `?` and `|` everything but braces is
  /// allowed.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.contains(where: { $0 != 0x20 }) else { return false }
    if bytes.drop(while: { $0 == 0x20 }).first == UInt8(ascii: "?") || bytes.contains(UInt8(ascii: "|")) { return true }
    return !bytes.contains { "\"':,;=<>#()\\".utf8.contains($0) }
  }

  private static func trimmed(_ text: String) -> String {
    text.trimmingASCII(\.isBlank)
  }
}
