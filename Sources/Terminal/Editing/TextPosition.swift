/// A position in a text of lines: before the byte at `offset`.
package struct TextPosition: Hashable, Comparable, Sendable {
  /// Counted from 0.
  package var line: Int
  /// In UTF-8 bytes from the start of the line, the unit that tokenizers and parsers report.
  package var offset: Int

  package init(line: Int = 0, offset: Int = 0) {
    self.line = line
    self.offset = offset
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.offset) < (right.line, right.offset)
  }

  /// The end position of text that starts here.
  func advanced(over text: String) -> TextPosition {
    var end = self
    var text = text
    text.withUTF8 { bytes in
      guard let last = bytes.lastIndex(of: 0x0A) else {
        end.offset += bytes.count
        return
      }
      end.line += bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
      end.offset = bytes.count - last - 1
    }
    return end
  }
}
