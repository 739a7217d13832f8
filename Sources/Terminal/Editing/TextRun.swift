import Basics

/// A style for part of a line, passed from a highlighter to the field that draws it.
package struct TextRun: Hashable, Sendable {
  /// In UTF-8 bytes from the start of the line. Runs are in ascending order and do not overlap.
  package var range: Range<Int>
  package var style: Style

  package init(_ range: Range<Int>, _ style: Style) {
    self.range = range
    self.style = style
  }
}

/// The styles of a field.
package struct TextFieldStyle: Hashable, Sendable {
  package var text: Style
  /// Selected text; reversed when `nil`.
  package var selection: Style?
  /// Line numbers; not shown when `nil`.
  package var lineNumbers: Style?
  /// The pair of brackets at the caret; not marked when `nil`.
  package var brackets: Style?

  package init(
    text: Style = .plain, selection: Style? = nil, lineNumbers: Style? = nil, brackets: Style? = nil
  ) {
    self.text = text
    self.selection = selection
    self.lineNumbers = lineNumbers
    self.brackets = brackets
  }
}

extension Screen {
  /// Draws the part of a line that a row shows when scrolled sideways by `scroll` columns.
  mutating func draw(
    _ layout: LineLayout, scrolledBy scroll: Int, in row: Rect, style: TextFieldStyle, runs: [TextRun],
    selection: Range<Int>?
  ) {
    let line = layout.line
    var offset = layout.offset(at: scroll)
    var column = layout.column(of: offset)
    var index = line.at(offset)
    var left = runs[...]
    while index < line.endIndex, column < scroll + row.width {
      while let run = left.first, run.range.upperBound <= offset { left.removeFirst() }
      var look = left.first.map { $0.range.contains(offset) ? $0.style : style.text } ?? style.text
      if selection?.contains(offset) == true { look = style.selection ?? look.adding(.reverse) }
      let place = Point(x: row.minX + column - scroll, y: row.minY)
      if line[index] == "\t" && layout.tabWidth > 0 {
        let width = layout.tabWidth - column % layout.tabWidth
        column += write(String(repeating: " ", count: width), at: place, style: look, clippedTo: row, maxWidth: width)
      } else {
        column += write(String(line[index]), at: place, style: look, clippedTo: row)
      }
      let next = line.index(after: index)
      offset += line.utf8.distance(from: index, to: next)
      index = next
    }
  }
}

/// Converts between byte offsets and columns in one line.
struct LineLayout {
  var line: String
  /// Columns between tab stops; 0 if a tab is shown as a symbol of one column.
  var tabWidth: Int

  init(_ line: String, tabWidth: Int = 0) {
    self.line = line
    self.tabWidth = tabWidth
  }

  /// The column before the character at a byte offset.
  func column(of offset: Int) -> Int {
    walk { place, _ in place.offset >= offset }.column
  }

  /// The byte offset of the character that covers a column; the end of the line if the line is shorter.
  func offset(at column: Int) -> Int {
    walk { place, width in place.column + width > column }.offset
  }

  struct Place {
    var offset = 0
    var column = 0
  }

  /// Advances character by character until `stop`, called with the character's place and width, returns `true`.
  private func walk(until stop: (Place, Int) -> Bool) -> Place {
    var place = Place()
    var line = line
    // Fast path for plain ASCII: byte by byte.
    line.withUTF8 { bytes in
      while place.offset < bytes.count {
        let byte = bytes[place.offset]
        let isLast = place.offset + 1 == bytes.count
        let isPlain = byte >= 0x20 && byte < 0x7F || byte == 0x09 && tabWidth > 0
        guard isPlain && (isLast || bytes[place.offset + 1] < 0x80) else { return }
        let width = byte == 0x09 ? tabWidth - place.column % tabWidth : 1
        if stop(place, width) { return }
        place.offset += 1
        place.column += width
      }
    }
    var index = line.at(place.offset)
    while index < line.endIndex {
      let character = line[index]
      let isTab = character == "\t" && tabWidth > 0
      let width = isTab ? tabWidth - place.column % tabWidth : TextWidth.of(character)
      if stop(place, width) { return place }
      index = line.index(after: index)
      place = Place(offset: line.offset(of: index), column: place.column + width)
    }
    return place
  }
}
