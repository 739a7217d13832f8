import Terminal

/// Draws the help: the field, and the keys with what they do.
enum HelpView {
  static func draw<Given, Wanted>(
    _ help: HelpPage, of records: [CommandRecord<Given, Wanted>], _ state: some Appearance, into screen: inout Screen
  ) {
    let frame = HelpPage.frame(in: state.size)
    let facts = [StyledText("type to search", state.theme[.dim])]
    let inner = PaneFrame.box("Help", facts: facts, state, in: frame, into: &screen)
    // In a window of few lines, the field appears once the user types.
    let hasField = inner.height > 2 || !help.field.text.isEmpty
    let list = inner.splitTop(inner.height > 3 ? 2 : hasField ? 1 : 0).1
    if hasField {
      OverlayView.drawField(help.field, state, in: OverlayView.content(of: frame).splitTop(1).0, into: &screen)
    }
    if inner.height > 3 { OverlayView.drawRule(at: inner.y + 1, state, in: frame, into: &screen) }
    let lines = help.lines(of: records, width: frame.width - 4)
    let columns = HelpPage.keyColumns(of: records, width: frame.width - 4)
    if lines.isEmpty { PaneFrame.hint(["No key does that."], state, in: list, into: &screen) }
    for (row, line) in lines.dropFirst(help.offset).prefix(list.height).enumerated() {
      let place = Rect(x: list.x + 1, y: list.y + row, width: list.width - 2, height: 1)
      if line.isHeading {
        screen.write(line.title, in: place, style: state.theme[.accent].adding(.bold))
      } else {
        let (keys, title) = place.splitLeft(columns)
        screen.write(line.keys, in: keys, style: state.theme[.accent].adding(.bold))
        screen.write(line.title, in: title, style: state.theme[.text])
      }
    }
    PaneFrame.scrollbar(offset: help.offset, total: lines.count, rows: list, in: frame, state, into: &screen)
  }
}
