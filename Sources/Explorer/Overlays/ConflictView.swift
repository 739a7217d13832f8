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
    columns.draw(
      "", "  Mine (not saved)", "  Theirs (in the file)", in: heading, theme[.accent], theme[.accent], theme[.accent],
      &screen)
    for (row, line) in rows(of: page, in: state.size) {
      let isChosen = row.line.number == page.cursor
      let place = Rect(x: inner.x + 1, y: line, width: inner.width - 2, height: 1)
      let name = isChosen ? theme[.accent] : theme[.dim]
      let (mine, theirs) = page.isTaken(row.line) ? (theme[.dim], theme[.text]) : (theme[.text], theme[.dim])
      let mark = row.index == 0 ? (state.capabilities.unicode ? "● " : "* ") : "  "
      columns.draw(
        (isChosen && row.index == 0 ? (state.capabilities.unicode ? "▸ " : "> ") : "  ") + row.name,
        (page.isTaken(row.line) ? "  " : mark) + row.mine, (page.isTaken(row.line) ? mark : "  ") + row.theirs,
        in: place, name, mine, theirs, &screen)
    }
    PaneFrame.scrollbar(offset: page.offset, total: page.lines.count + 1, in: frame, state, into: &screen)
  }

  /// What stands on one row of the list.
  private struct Row {
    var line: ConflictPage.Line
    /// Among the rows of its line.
    var index: Int
    var name: String
    var mine: String
    var theirs: String
  }

  /// The rows that are in view, each with its place on the screen.
  private static func rows(of page: ConflictPage, in size: Size) -> [(row: Row, y: Int)] {
    let frame = frame(of: page, in: size)
    let columns = Columns(width: frame.width - 4)
    var y = frame.y + 2
    var found: [(row: Row, y: Int)] = []
    for line in page.lines.dropFirst(page.offset) {
      for (index, texts) in columns.rows(of: line).enumerated() where y < frame.maxY - 1 {
        let name = index == 0 ? line.field : ""
        found.append((Row(line: line, index: index, name: name, mine: texts.mine, theirs: texts.theirs), y))
        y += 1
      }
    }
    return found
  }

  /// Whether a line begins in view.
  static func shows(lineAt index: Int, of page: ConflictPage, in size: Size) -> Bool {
    guard page.lines.indices.contains(index) else { return true }
    return rows(of: page, in: size).contains { $0.row.index == 0 && $0.row.line == page.lines[index] }
  }

  /// The field whose version stands in a place, and which of the two; `nil` beside them.
  static func version(at point: Point, of page: ConflictPage, in size: Size) -> (field: Int, theirs: Bool)? {
    let frame = frame(of: page, in: size)
    let columns = Columns(width: frame.width - 4)
    guard frame.contains(point), let hit = rows(of: page, in: size).first(where: { $0.y == point.y }) else {
      return nil
    }
    let x = point.x - frame.x - 2 - columns.field
    return x < 0 ? nil : (hit.row.line.number, x >= columns.side + 2)
  }

  /// How a line is divided between the name of the field and the two versions.
  private struct Columns {
    let field: Int
    let side: Int

    init(width: Int) {
      field = min(22, max(width / 5, min(12, width / 2)))
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
      _ name: String, _ mine: String, _ theirs: String, in rect: Rect, _ nameStyle: Style, _ mineStyle: Style,
      _ theirStyle: Style, _ screen: inout Screen
    ) {
      let (left, rest) = rect.splitLeft(field)
      screen.write(name, in: left, style: nameStyle)
      screen.write(mine, in: rest.splitLeft(side + 2).0, style: mineStyle)
      screen.write(theirs, in: rest.splitLeft(side + 2).1, style: theirStyle)
    }
  }
}
