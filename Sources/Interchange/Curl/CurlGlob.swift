/// The characters of curl's URL patterns (`{a,b}`, `[1-9]`), which are not supported, and what curl reads as text.
enum CurlGlob {
  /// The text that curl uses: `\[` is a bracket, `[]` and the address `[::1]` stay.
  /// - Parameter isOff: true for `-g`, with which every character is text.
  /// - Returns: `nil` if there is a pattern.
  static func literal(_ text: String, isOff: Bool) -> String? {
    guard !isOff, text.utf8.contains(where: { "{}[]\\".utf8.contains($0) }) else { return text }
    var result = ""
    var cursor = ScalarCursor(text)
    while let scalar = cursor.peek() {
      if scalar == "\\", let next = cursor.peek(1), "{}[]".unicodeScalars.contains(next) { cursor.next() }
      let isEscaped = scalar != cursor.peek()
      let start = cursor.index
      if !isEscaped, "{}[]".unicodeScalars.contains(scalar) {
        guard let length = scalar == "{" ? variable(at: cursor) : address(at: cursor) else { return nil }
        cursor.skip(length)
      } else {
        cursor.next()
      }
      result += cursor.text(from: start)
    }
    return result
  }

  /// The length of `{{NAME}}`, which is one of our variables.
  private static func variable(at cursor: ScalarCursor) -> Int? {
    guard cursor.peek(1) == "{" else { return nil }
    let length = cursor.count(from: 2) { $0.isNamePart || "-.$".unicodeScalars.contains($0) }
    guard length > 0, cursor.peek(2 + length) == "}", cursor.peek(3 + length) == "}" else { return nil }
    return length + 4
  }

  /// The length of `[]`, or of an IPv6 address in brackets.
  private static func address(at cursor: ScalarCursor) -> Int? {
    guard cursor.peek() == "[" else { return nil }
    let length = cursor.count(from: 1) { ":.%".unicodeScalars.contains($0) || $0.properties.isASCIIHexDigit }
    let colons = (0..<length).count { cursor.peek(1 + $0) == ":" }
    return cursor.peek(1 + length) == "]" && (length == 0 || colons > 1) ? length + 2 : nil
  }
}
