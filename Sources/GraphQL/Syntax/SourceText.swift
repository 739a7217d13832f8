import Basics

/// A position in a text for people: line and column, both from 1.
package struct TextPosition: Hashable, Sendable {
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int
}

/// Finds lines and columns in a text; many lookups cost one pass.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]
  /// The start offset of each line.
  private let starts: [Int]

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() {
      // A carriage return before a line feed is part of the same line end.
      let isReturn = byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
      if byte == 0x0A || isReturn { starts.append(offset + 1) }
    }
    self.starts = starts
  }

  /// - Parameter offset: in bytes of UTF-8.
  package func position(of offset: Int) -> TextPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = max(1, starts.partitioningIndex { $0 > offset })
    let column = bytes[starts[line - 1]..<offset].count { $0 & 0xC0 != 0x80 } + 1
    return TextPosition(line: line, column: column)
  }
}

/// A GraphQL syntax error.
package struct GraphQLSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message in plain language.
  package var message: String
  /// The location in bytes of UTF-8.
  package var range: Range<Int>
  package var position: TextPosition
  package var description: String { "line \(position.line), column \(position.column): \(message)" }
}
