import Terminal

/// Draws two versions of a request: field, mine and theirs, with a mark on the chosen one.
enum ConflictView {
  static func frame(of page: ConflictPage, in size: Size) -> Rect {
    let width = OverlayView.width(120, in: size)
    let rows = ConflictRows(page, width: width - 4)
    let height = max(3, min(size.rows - 2, rows.rows.count + (rows.isBeside ? 3 : 2)))
    return Rect(x: (size.columns - width) / 2, y: max(1, (size.rows - height) / 3), width: width, height: height)
  }

  /// The rows of the fields and their frame.
  static func list(of page: ConflictPage, in size: Size) -> (rows: ConflictRows, place: Rect) {
    let frame = frame(of: page, in: size)
    let rows = ConflictRows(page, width: frame.width - 4)
    let inner = frame.inset()
    let heading = rows.isBeside ? 1 : 0
    return (
      rows,
      Rect(x: inner.x + 1, y: inner.y + heading, width: inner.width - 2, height: max(1, inner.height - heading))
    )
  }

  static func draw(_ page: ConflictPage, _ state: some Appearance, into screen: inout Screen) {
    let theme = state.theme
    let frame = frame(of: page, in: state.size)
    let count = page.fields.count == 1 ? "1 field" : "\(page.fields.count) fields"
    PaneFrame.box(
      "\(page.name): changed here and on disk", facts: [StyledText(count, theme[.dim])], state,
      in: frame, into: &screen)
    let (rows, place) = list(of: page, in: state.size)
    if rows.isBeside {
      let y = place.y - 1
      let mine = Rect(x: place.x + rows.title + 4, y: y, width: rows.side, height: 1)
      screen.write("Mine (not saved)", in: mine, style: theme[.accent])
      let theirs = Rect(x: mine.x + rows.side + 6, y: y, width: rows.side, height: 1)
      screen.write("Theirs (in the file)", in: theirs, style: theme[.accent])
    }
    for (line, row) in rows.rows.dropFirst(page.offset).prefix(place.height).enumerated() {
      draw(
        row, of: page, rows, state, in: Rect(x: place.x, y: place.y + line, width: place.width, height: 1),
        into: &screen)
    }
    PaneFrame.scrollbar(
      offset: page.offset, total: rows.rows.count, rows: place, in: frame, state, into: &screen)
  }

  private static func draw(
    _ row: ConflictRows.Row, of page: ConflictPage, _ rows: ConflictRows, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    let theme = state.theme
    let isCurrent = row.field == page.cursor
    let title = rect.splitLeft(rows.title).0
    if !row.title.isEmpty {
      screen.write(row.title, in: title, style: isCurrent ? theme[.accent].adding(.bold) : theme[.text])
      if isCurrent { Ground.markCursor(title, isFocused: true, state, &screen) }
    }
    var x = rect.x + (rows.isBeside ? rows.title : 0)
    for (side, text) in [(ConflictPage.Side.mine, row.mine), (.theirs, row.theirs)] {
      guard let text else { continue }
      let isTaken = page.fields[row.field].side == side
      if row.isFirst {
        let mark = state.capabilities.unicode ? (isTaken ? "●" : "○") : (isTaken ? "*" : "-")
        let word = rows.isBeside ? mark : side == .mine ? "\(mark) M" : "\(mark) T"
        screen.write(word, at: Point(x: x + (rows.isBeside ? 2 : 0), y: rect.y), style: theme[isTaken ? .accent : .dim])
      }
      let place = Rect(x: x + 4, y: rect.y, width: rows.side, height: 1)
      screen.write(text, in: place, style: isTaken ? theme[.text].adding(.bold) : theme[.dim])
      x += rows.side + 6
    }
  }
}
