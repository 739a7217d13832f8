import Basics

// A text that is read and not edited: long lines go on below, cut at blanks.

extension TextArea {
  /// A line, or a piece of one, that is shown on a row of its own.
  public struct Row: Hashable, Sendable {
    public let line: Int
    /// The columns of the line that stand on the row.
    public let columns: Range<Int>
  }

  /// The whole text in rows no wider than the viewport; a blank at the end of a row may be outside of it.
  public var rows: [Row] {
    lines.indices.flatMap { line in
      pieces(of: lines[line]).map { Row(line: line, columns: $0) }
    }
  }

  private func pieces(of line: String) -> [Range<Int>] {
    let width = max(1, viewport.columns)
    var (start, column) = (0, 0)
    var wordStart = 0
    var pieces: [Range<Int>] = []
    for character in line {
      let isBlank = character == " " || character == "\t"
      let step = character == "\t" ? tabWidth - column % tabWidth : TextWidth.of(character)
      while !isBlank, column + step - start > width, column > start {
        let cut = wordStart > start ? wordStart : column
        pieces.append(start..<cut)
        start = cut
      }
      column += step
      if isBlank { wordStart = column }
    }
    return pieces + [start..<column]
  }

  /// Draws rows from the top of a place; `runs` gives the styles of a line.
  public func draw(
    _ rows: ArraySlice<Row>, into screen: inout Screen, in rect: Rect, style: TextFieldStyle = TextFieldStyle(),
    runs: (_ line: Int) -> [TextRun] = { _ in [] }
  ) {
    screen.fill(rect, style: style.text)
    for (index, row) in rows.prefix(rect.height).enumerated() {
      let width = min(rect.width, row.columns.count)
      let place = Rect(x: rect.minX, y: rect.minY + index, width: width, height: 1)
      screen.draw(
        layout(row.line), scrolledBy: row.columns.lowerBound, in: place, style: style, runs: runs(row.line),
        selection: nil)
    }
  }

  /// The mouse on a row: what `click` does where the line of the row is the first that is shown.
  public mutating func click(on row: Row, at column: Int, clicks: Int = 1) {
    let inside = min(max(0, column), max(0, row.columns.count - 1))
    click(at: Point(x: row.columns.lowerBound + inside - left, y: row.line - top), clicks: clicks)
  }
}
