import Terminal

extension RowDrawer {
  /// A row that is not the request's own: dim, with its origin where others have a note.
  func draw(_ inherited: InheritedRow, into screen: inout Screen) {
    let theme = state.theme
    screen.write(checkBox(true, isRadio: false), in: columns.check, style: theme[.faint])
    for (cell, place) in zip(inherited.row.cells, columns.cells) {
      screen.write(cell, in: place, style: theme[.dim])
    }
  }

  /// The last line, which adds a row.
  func drawAdding(_ kind: TableKind, into screen: inout Screen) {
    let style = state.theme[.faint]
    screen.write(state.capabilities.unicode && columns.check.width > 2 ? " +" : "+", in: columns.check, style: style)
    for (title, place) in zip(kind.columns.prefix(kind.lastColumn + 1), columns.cells) {
      screen.write(title, in: place, style: style)
    }
  }
}
