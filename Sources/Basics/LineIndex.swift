/// Finds lines and columns in a text; many lookups cost one pass.
package struct LineIndex: Sendable {
  /// A position in a text for people: line and column, both from 1.
  package struct Position: Hashable, Sendable {
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int
  }

  private let bytes: [UInt8]
  /// The start offset of each line.
  private let starts: [Int]

  package init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  package init(bytes: [UInt8]) {
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
  package func position(of offset: Int) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = max(1, starts.partitioningIndex { $0 > offset })
    let column = bytes[starts[line - 1]..<offset].count { $0 & 0xC0 != 0x80 } + 1
    return Position(line: line, column: column)
  }

  /// The position of the first byte that is not UTF-8, else of the end.
  package static func invalidPosition(in bytes: [UInt8]) -> Position {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
    return LineIndex(bytes: bytes).position(of: offset)
  }
}
