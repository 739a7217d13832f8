package import Basics

/// The reason why a text is not JSON (RFC 8259): the position of the first fault and what was expected there.
package struct JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of bytes before the fault.
  package var offset: Int
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int
  package var expected: JSONExpectation
  /// The byte found there instead; `nil` at the end of the text.
  package var found: UInt8?

  package init(offset: Int, line: Int, column: Int, expected: JSONExpectation, found: UInt8?) {
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
    case .some(let byte): ", found byte 0x" + Hexadecimal.text([byte], uppercase: true)
    }
  }
}
