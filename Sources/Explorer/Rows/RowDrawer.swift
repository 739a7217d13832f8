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
    screen.write(row.tag.text, in: columns.tag, style: theme[.dim])
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
    let theme = state.theme
    let place = columns.place(ofField: field.text, in: column)
    field.draw(
      into: &screen, in: place,
      style: TextFieldStyle(text: theme[.text], selection: theme[.selected]),
      runs: theme.runs(of: field.text, in: variables), isFocused: true)
    Ground.lay(place, on: .field, theme, &screen)
  }

  /// Highlights the cell under the cursor within its row.
  func markCell(_ column: Int, isFocused: Bool, _ screen: inout Screen) {
    guard isFocused, columns.cells.indices.contains(column) else { return }
    let theme = state.theme
    let field = theme[.field]
    screen.restyle(columns.cells[column]) { style in
      style.attributes.formUnion(.bold)
      style.attributes.remove(.reverse)
      // In few colours, a colour of its own might be no colour to read on that of the row.
      if field.background == .terminal { style.foreground = theme[.text].foreground }
      style.background = field.background
    }
  }

  func checkBox(_ isOn: Bool, isRadio: Bool) -> String {
    guard state.capabilities.unicode else { return isRadio ? (isOn ? "(*)" : "( )") : (isOn ? "[x]" : "[ ]") }
    return (columns.check.width > 2 ? " " : "") + (isOn ? "◉" : "○")
  }
}
