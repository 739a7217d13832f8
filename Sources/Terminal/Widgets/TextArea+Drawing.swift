// Drawing, scrolling, and the mouse.

extension TextArea {
  /// The width of the line numbers, with a blank on each side.
  package var gutterWidth: Int { max(2, String(lines.count).utf8.count) + 2 }

  /// The part of a rectangle that shows the text. `viewport` must have its size; the mouse is relative to it.
  package func textRect(in rect: Rect, showsLineNumbers: Bool) -> Rect {
    showsLineNumbers ? rect.splitLeft(min(gutterWidth, rect.width / 2)).1 : rect
  }

  /// Draws the visible part of the text; `runs` returns the styles of a line. If focused, it puts the screen's cursor
  /// at the caret when that is visible.
  package func draw(
    into screen: inout Screen, in rect: Rect, style: TextFieldStyle = TextFieldStyle(), isFocused: Bool,
    runs: (_ line: Int) -> [TextRun] = { _ in [] }
  ) {
    let area = textRect(in: rect, showsLineNumbers: style.lineNumbers != nil)
    screen.fill(rect, style: style.text)
    for row in 0..<area.height {
      let line = top + row
      guard lines.indices.contains(line) else { break }
      if let numbers = style.lineNumbers {
        let gutter = Rect(x: rect.minX, y: area.minY + row, width: area.minX - rect.minX - 1, height: 1)
        screen.write(String(line + 1), in: gutter, style: numbers, align: .right, truncation: .start)
      }
      let place = Rect(x: area.minX, y: area.minY + row, width: area.width, height: 1)
      screen.draw(
        layout(line), scrolledBy: left, in: place, style: style, runs: runs(line),
        selection: isFocused ? selectedBytes(ofLine: line) : nil)
      if selects(lineEnd: line) && isFocused { markLineEnd(line, in: place, style: style, of: &screen) }
    }
    guard isFocused else { return }
    markBrackets(in: area, style: style, of: &screen)
    let point = point(of: caret, in: area)
    screen.cursor = area.contains(point) ? point : nil
  }

  /// Scrolls without moving the caret, for the mouse wheel.
  package mutating func scroll(by rows: Int) {
    top = min(max(0, top + rows), max(0, lines.count - max(1, viewport.rows)))
  }

  /// Handles a press relative to the text's upper left corner: one press moves the caret there, two select the word,
  /// three select the line. `selecting` (a drag, or ⇧) extends the selection.
  package mutating func click(at point: Point, clicks: Int = 1, selecting: Bool = false) {
    let line = min(max(0, top + point.y), lines.count - 1)
    let position = TextPosition(line: line, offset: layout(line).offset(at: max(0, left + point.x)))
    switch clicks {
    case 2: editor.selectWord(at: position)
    case 3...: editor.select(TextPosition(line: line)..<endOfLine(line))
    default: editor.place(position, selecting: selecting)
    }
    reveal()
  }

  private func endOfLine(_ line: Int) -> TextPosition {
    line + 1 < lines.count ? TextPosition(line: line + 1) : editor.buffer.end
  }

  private func point(of position: TextPosition, in area: Rect) -> Point {
    let column = layout(position.line).column(of: position.offset)
    return Point(x: area.minX + column - left, y: area.minY + position.line - top)
  }

  private func selectedBytes(ofLine line: Int) -> Range<Int>? {
    guard let selection, selection.lowerBound.line <= line, line <= selection.upperBound.line else { return nil }
    let start = selection.lowerBound.line == line ? selection.lowerBound.offset : 0
    let end = selection.upperBound.line == line ? selection.upperBound.offset : .max
    return start..<max(start, end)
  }

  private func selects(lineEnd line: Int) -> Bool {
    selection.map { $0.lowerBound.line <= line && line < $0.upperBound.line } ?? false
  }

  /// Shows a selected line end as one selected blank, so that a selected empty line is visible.
  private func markLineEnd(_ line: Int, in row: Rect, style: TextFieldStyle, of screen: inout Screen) {
    let x = row.minX + layout(line).column(of: .max) - left
    guard x >= row.minX else { return }
    let look = style.selection ?? style.text.adding(.reverse)
    screen.write(" ", at: Point(x: x, y: row.minY), style: look, clippedTo: row)
  }

  private func markBrackets(in area: Rect, style: TextFieldStyle, of screen: inout Screen) {
    guard let look = style.brackets, selection == nil, let pair = matchingBrackets else { return }
    for position in [pair.0, pair.1] {
      let point = point(of: position, in: area)
      if area.contains(point) { screen.restyle(Rect(x: point.x, y: point.y, width: 1, height: 1)) { $0 = look } }
    }
  }
}
