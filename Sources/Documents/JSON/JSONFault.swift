/// Why a text is not JSON (RFC 8259): the position of the first fault and what was expected there.
package struct JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What the grammar expects at a position.
  package enum Expectation: String, Equatable, Sendable {
    case value = "a value"
    case valueOrClosingBracket = "a value or ]"
    case keyOrClosingBrace = "a key in quotes or }"
    case key = "a key in quotes"
    case colon = "a colon"
    case commaOrClosingBracket = "a comma or ]"
    case commaOrClosingBrace = "a comma or }"
    case end = "the end of the text"
    case closingQuote = "a closing quote"
    case escape = "one of \" \\ / b f n r t u after the backslash"
    case hexDigits = "four hexadecimal digits after \\u"
    case escapedControl = "an escape instead of a bare control character"
    case utf8 = "valid UTF-8"
    case digit = "a digit"
    case numberEnd = "the end of a number"
    case literal = "true, false or null"
  }

  /// The number of bytes before the fault.
  package var offset: Int
  /// Counted from 1.
  package var line: Int
  /// In characters (Unicode scalars), counted from 1.
  package var column: Int
  package var expected: Expectation
  /// The byte found there instead; `nil` at the end of the text.
  package var found: UInt8?

  package init(offset: Int, line: Int, column: Int, expected: Expectation, found: UInt8?) {
    self.offset = offset
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  package var description: String {
    "line \(line), column \(column): expected \(expected.rawValue)\(foundText)"
  }

  private var foundText: String {
    switch found {
    case nil: ", found the end of the text"
    case .some(let byte) where byte > 0x20 && byte < 0x7F: ", found \(Character(Unicode.Scalar(byte)))"
    case .some(0x20): ", found a space"
    case .some(0x0A), .some(0x0D): ", found the end of the line"
    case .some(let byte): ", found byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}
