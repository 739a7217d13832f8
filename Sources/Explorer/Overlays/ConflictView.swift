import Terminal

/// Draws two versions of a request: the field, mine, theirs; one under the other where it is narrow.
enum ConflictView {
  static func frame(of page: ConflictPage, in size: Size) -> Rect {
    let width = max(20, min(size.columns - 2, 110))
    let columns = Columns(width: width - 4)
    let rows = page.lines.reduce(0) { $0 + columns.rows(of: $1).count }
    let height = max(3, min(size.rows - 2, rows + 3))
    return Rect(x: (size.columns - width) / 2, y: max(1, (size.rows - height) / 3), width: width, height: height)
  }

  static func listHeight(of page: ConflictPage, in size: Size) -> Int {
    max(1, frame(of: page, in: size).height - 4)
  }

  static func draw(_ page: ConflictPage, _ state: AppState, into screen: inout Screen) {
    let theme = state.theme
    let frame = frame(of: page, in: state.size)
    screen.fill(frame)
    let inner = PaneFrame.draw(
      "\(page.name): changed here and on disk", isFocused: true, state, in: frame, into: &screen)
    let columns = Columns(width: inner.width - 2)
    let heading = Rect(x: inner.x + 1, y: inner.y, width: inner.width - 2, height: 1)
    columns.draw("", "Mine (not saved)", "Theirs (in the file)", in: heading, theme[.accent], theme[.accent], &screen)
    var y = inner.y + 1
    for line in page.lines.dropFirst(page.offset) {
      let rows = columns.rows(of: line)
      for (index, row) in rows.enumerated() where y < inner.maxY {
        let place = Rect(x: inner.x + 1, y: y, width: inner.width - 2, height: 1)
        columns.draw(
          index == 0 ? line.field : "", row.mine, row.theirs, in: place, theme[.dim], theme[.text], &screen)
        y += 1
      }
    }
    PaneFrame.scrollbar(offset: page.offset, total: page.lines.count + 1, in: frame, state, into: &screen)
  }

  /// How a line is divided between the name of the field and the two versions.
  private struct Columns {
    let field: Int
    let side: Int

    init(width: Int) {
      field = min(20, max(0, width / 5))
      side = max(1, (width - field - 4) / 2)
    }

    /// A long value goes on below, four lines at the most: enough to tell two versions apart.
    func rows(of line: ConflictPage.Line) -> [(mine: String, theirs: String)] {
      let mine = line.mine.wrapped(to: side).prefix(4)
      let theirs = line.theirs.wrapped(to: side).prefix(4)
      return (0..<max(mine.count, theirs.count)).map { index in
        (index < mine.count ? mine[index] : "", index < theirs.count ? theirs[index] : "")
      }
    }

    func draw(
      _ name: String, _ mine: String, _ theirs: String, in rect: Rect, _ nameStyle: Style, _ style: Style,
      _ screen: inout Screen
    ) {
      let (left, rest) = rect.splitLeft(field)
      screen.write(name, in: left, style: nameStyle)
      screen.write(mine, in: rest.splitLeft(2).1.splitLeft(side).0, style: style)
      screen.write(theirs, in: rest.splitLeft(side + 4).1, style: style)
    }
  }
}
