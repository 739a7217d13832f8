import Terminal

/// Notes are read more often than edited: until that begins, their long lines go on below.
extension TextPane {
  /// Says whether the text is read now, and keeps what is seen where it is.
  mutating func read(_ isRead: Bool) {
    let isReadable = isRead && !isLarge
    if isReadable, !isWrapped { firstRow = area.rows.firstIndex { $0.line >= area.top } ?? 0 }
    if !isReadable, isWrapped, let row = area.rows.dropFirst(firstRow).first { area.scroll(by: row.line - area.top) }
    isWrapped = isReadable
    if isWrapped { scroll(by: 0) }
  }

  /// The rows that are seen where the text is read.
  var shownRows: ArraySlice<TextArea.Row> { area.rows.dropFirst(firstRow).prefix(area.viewport.rows) }

  /// How far the text is scrolled, and how long it is, in the rows of the screen.
  var top: Int { isWrapped ? firstRow : area.top }
  var rowCount: Int { isWrapped ? area.rows.count : area.lines.count }

  mutating func scroll(by rows: Int) {
    guard isWrapped else { return area.scroll(by: rows) }
    firstRow = min(max(0, firstRow + rows), max(0, rowCount - max(1, area.viewport.rows)))
  }
}
