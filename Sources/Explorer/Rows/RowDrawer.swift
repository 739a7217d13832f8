import Basics
import Terminal
import Workspaces

/// Draws one row of a table.
struct RowDrawer<Surface: Appearance> {
  let state: Surface
  let variables: VariableTable?
  let columns: TableColumns

  func draw(_ row: TableRow, problem: RowProblem?, isRadio: Bool, mask: Int? = nil, into screen: inout Screen) {
    let theme = state.theme
    let box = checkBox(row.isEnabled, isRadio: isRadio)
    screen.write(box, in: columns.check, style: theme[row.isEnabled ? .accent : .faint])
    for (column, place) in columns.cells.enumerated() {
      let isNote =
        column == 2 && columns.cells.count == 3 && row.cells.count == 3 && row.tag != .text && row.tag != .file
      let text = mask == column && !row[column].isEmpty ? VariableSpan.mask : row[column]
      if problem?.column == column {
        let shown = text.isEmpty ? "(no name)" : text
        screen.write(shown, in: place, style: theme[.error].adding(.bold))
      } else if !row.isEnabled || isNote && !isAssertion(row) {
        screen.write(text, in: place, style: theme[.dim])
      } else {
        draw(text, in: place, into: &screen)
      }
    }
    screen.write(row.tag.rawValue, in: columns.tag, style: theme[.dim])
  }

  /// The third cell of an assertion is a value, not a note.
  private func isAssertion(_ row: TableRow) -> Bool {
    columns.tag.isEmpty && columns.cells.count == 3 && row.tag == .none && isWideThird
  }
  private var isWideThird: Bool { columns.cells[2].width > columns.cells[1].width }

  private func draw(_ text: String, in place: Rect, into screen: inout Screen) {
    let pieces = state.theme.pieces(of: text, in: variables)
    screen.write(pieces.truncated(to: place.width), at: Point(x: place.x, y: place.y), clippedTo: place)
  }

  func draw(_ field: TextField, column: Int, into screen: inout Screen) {
    guard columns.cells.indices.contains(column) else { return }
    let place = columns.place(ofField: field.text, in: column)
    field.drawEdited(state, runs: state.theme.runs(of: field.text, in: variables), in: place, into: &screen)
  }

  /// Highlights the cell under the cursor within its row.
  func markCell(_ column: Int, isFocused: Bool, _ screen: inout Screen) {
    guard isFocused, columns.cells.indices.contains(column) else { return }
    Ground.markCell(columns.cells[column], state.theme, &screen)
  }

  func checkBox(_ isOn: Bool, isRadio: Bool) -> String {
    guard state.capabilities.unicode else { return isRadio ? (isOn ? "(*)" : "( )") : (isOn ? "[x]" : "[ ]") }
    return (columns.check.width > 2 ? " " : "") + (isOn ? "◉" : "○")
  }
}

/// The columns of a table. During an edit they keep the widths from before the edit.
struct TableColumns: Equatable {
  let check: Rect
  let cells: [Rect]
  /// The tag of the row; empty if the table has none.
  let tag: Rect

  static func checkWidth(unicode: Bool, in width: Int) -> Int { unicode && width < 40 ? 2 : 4 }

  /// - Parameters: - rect: the frame of the table; the rectangles are those of its first row. - cursor: the column of
  ///   the cursor; without notes, their column appears only under the cursor.
  init(_ kind: TableKind, rows: [TableRow], in rect: Rect, unicode: Bool, cursor: Int? = nil) {
    let hidesNotes = cursor.map { kind.hasNotes && $0 < 2 && rows.allSatisfy { $0[2].isEmpty } } ?? false
    let line = rect.splitTop(1).0
    var rest: Rect
    (check, rest) = line.splitLeft(Self.checkWidth(unicode: unicode, in: rect.width))
    let widths = kind.columns.indices.map { column in rows.map { TextWidth.of($0[column]) }.max() ?? 0 }
    let isLoneFirst = kind == .files
    let share = isLoneFirst ? rest.width * 2 / 3 : rest.width * 2 / 5
    // Without any name to fit, the first column still needs room for typing one.
    let first = min(max(widths[0], widths[0] == 0 ? 24 : 10), max(6, share))
    var cells: [Rect] = []
    var cell: Rect
    (cell, rest) = rest.splitLeft(first)
    cells.append(cell)
    rest = rest.splitLeft(2).1
    if kind == .certificates {
      let tagWidth = rest.width >= 30 ? rows.map { TextWidth.of($0.tag.rawValue) }.max() ?? 0 : 0
      var room: Rect
      (room, tag) = rest.splitRight(tagWidth)
      // The paths share the width left by the passphrase.
      let share = max(4, (room.width - 4 - min(10, room.width / 4)) / 2)
      for index in 1...3 {
        (cell, room) = room.splitLeft(index == 3 ? max(0, room.width - 2) : share)
        cells.append(cell)
        room = room.splitLeft(2).1
      }
    } else if kind == .assertions {
      (cell, rest) = rest.splitLeft(min(max(widths[1], 8), max(4, rest.width / 2)))
      cells += [cell, rest.splitLeft(2).1]
      tag = Rect(x: rest.maxX, y: rest.y, width: 0, height: 1)
    } else {
      let tagWidth = rest.width >= 18 ? rows.map { TextWidth.of($0.tag.rawValue) }.max() ?? 0 : 0
      // Notes also get the width left by the values.
      let spare = rest.width - 2 - max(widths[1], min(24, rest.width / 2))
      let noteRoom = max(rest.width / 3, tagWidth > 0 ? 0 : spare)
      let noteWidth = widths.count > 2 && rest.width >= 24 && !hidesNotes ? min(max(widths[2], 4), noteRoom) : 0
      let right = (tagWidth > 0 ? tagWidth + 2 : 0) + (widths.count > 2 && noteWidth > 0 ? noteWidth + 2 : 0)
      let room = rest.width - right
      let value = right == 0 || hidesNotes ? room : min(room, max(widths[1], 24, room / 2))
      (cell, rest) = rest.splitLeft(value)
      cells.append(cell)
      let (tagPlace, afterTag) = rest.splitLeft(2).1.splitLeft(tagWidth)
      tag = tagPlace
      if widths.count > 2 {
        cells.append(tagWidth > 0 ? afterTag.splitLeft(2).1 : tagPlace.width > 0 ? tagPlace : afterTag)
      }
    }
    self.cells = cells
  }

  /// The position of the field of an edited cell, which covers cells to its right if its text is longer than the cell.
  func place(ofField text: String, in column: Int) -> Rect {
    let cell = cells[column]
    let end = max(cells.reduce(0) { max($0, $1.maxX) }, tag.maxX)
    let wanted = min(TextWidth.of(text) + 1, end - cell.x)
    return Rect(x: cell.x, y: cell.y, width: max(cell.width, wanted), height: cell.height)
  }

  func moved(down lines: Int) -> TableColumns { TableColumns(self, lines) }

  private init(_ other: TableColumns, _ lines: Int) {
    func down(_ rect: Rect) -> Rect { Rect(x: rect.x, y: rect.y + lines, width: rect.width, height: rect.height) }
    check = down(other.check)
    cells = other.cells.map(down)
    tag = down(other.tag)
  }
}

/// Draws the titles of a table's columns.
enum TableHeading {
  /// - Parameter titles: the titles, if they differ from those of the kind.
  static func draw(
    _ columns: TableColumns, _ kind: TableKind, titles: [String]? = nil, _ state: some Appearance, in rect: Rect,
    into screen: inout Screen
  ) {
    guard !rect.isEmpty else { return }
    for (title, cell) in zip(titles ?? kind.columns, columns.cells) where !cell.isEmpty {
      let place = Rect(x: cell.x, y: rect.y, width: cell.width, height: 1)
      screen.write(title.prefix(1).uppercased() + title.dropFirst(), in: place, style: state.theme[.faint])
    }
    guard !columns.tag.isEmpty, let title = kind.tagTitle else { return }
    screen.write(
      title, in: Rect(x: columns.tag.x, y: rect.y, width: columns.tag.width, height: 1), style: state.theme[.faint])
  }
}
