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

/// The styles in which a field is drawn.
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
