import Terminal

/// Draws the titles of a table's columns.
enum TableHeading {
  /// - Parameter titles: other titles than those of the kind.
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
