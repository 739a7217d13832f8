import Basics

// Read-only text: long lines wrap at blanks.

extension TextArea {
  /// A line, or a part of one, shown on its own row.
  package struct Row: Hashable, Sendable {
    package let line: Int
    /// The columns of the line on this row.
    package let columns: Range<Int>
  }

  /// The text in rows no wider than the viewport; only a blank at the end of a row may exceed it.
  package var rows: [Row] {
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

  /// Draws rows from the top of a rectangle; `runs` returns the styles of a line.
  package func draw(
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

  /// Handles a press on a row, like `click` for unwrapped lines.
  package mutating func click(on row: Row, at column: Int, clicks: Int = 1) {
    let inside = min(max(0, column), max(0, row.columns.count - 1))
    click(at: Point(x: row.columns.lowerBound + inside - left, y: row.line - top), clicks: clicks)
  }
}
