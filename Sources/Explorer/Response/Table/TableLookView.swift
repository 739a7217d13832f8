import Basics
import Documents
import Terminal

/// Draws a table: titles with the sort mark, the rows, the cell under the cursor, and the position in the border.
enum TableLookView {
  static func draw(_ look: TableLook, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen) {
    guard let table = look.table else { return PaneFrame.hint(["Building the table…"], scene, in: rect, into: &screen) }
    let layout = TableLayout(look, columns: rect.width, rows: rect.height)
    drawHead(look, layout, scene, in: rect, into: &screen)
    for (line, row) in layout.rows.enumerated() {
      let place = Rect(x: rect.x, y: rect.y + TableLayout.headHeight + line, width: rect.width, height: 1)
      if layout.gutter > 0 {
        let gutter = Rect(x: place.x, y: place.y, width: layout.gutter - 2, height: 1)
        screen.write(String(row.number), in: gutter, style: scene.theme[.dim], align: .right)
      }
      draw(row.cells, layout, scene, in: place, into: &screen)
      if look.firstRow + line == look.row, scene.isFocused {
        Ground.markCursor(place, isFocused: true, scene, &screen)
        markColumn(look.column, layout, scene, in: place, into: &screen)
      }
    }
    PaneFrame.scrollbar(
      offset: look.firstRow, total: table.rowCount, rows: rect.splitTop(TableLayout.headHeight).1, in: frame, scene,
      into: &screen)
    let place = "row \(Quantity.count(look.row + 1)) of \(Quantity.count(table.rowCount))"
    PlaceLine.draw(label(of: look, table), right: place, scene, in: frame, into: &screen)
  }

  private static func drawHead(
    _ look: TableLook, _ layout: TableLayout, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    let unicode = scene.capabilities.unicode
    for column in layout.columns {
      let isChosen = column.index == look.column
      let style = isChosen ? scene.theme[.accent].adding(.bold) : scene.theme[.jsonKey]
      var title = column.title
      if let sorting = look.sorting, sorting.column == column.index {
        title += sorting.isAscending ? (unicode ? " ▲" : " ^") : (unicode ? " ▼" : " v")
      }
      let shown = Truncation.end.applied(to: title, columns: column.width)
      screen.write(shown, at: Point(x: rect.x + column.x, y: rect.y), style: style, clippedTo: rect)
    }
    let rule = String(repeating: unicode ? "─" : "-", count: rect.width)
    screen.write(rule, at: Point(x: rect.x, y: rect.y + 1), style: scene.theme[.line], clippedTo: rect)
  }

  /// Right-aligns numbers, so that their digits line up.
  private static func draw(
    _ cells: [DocumentTable.Cell], _ layout: TableLayout, _ scene: ResponseScene, in rect: Rect,
    into screen: inout Screen
  ) {
    for column in layout.columns {
      let cell = cells[column.index]
      let shown = Truncation.end.applied(to: cell.text, columns: column.width)
      let indent = cell.token == .number ? max(0, column.width - TextWidth.of(shown)) : 0
      screen.write(
        shown, at: Point(x: rect.x + column.x + indent, y: rect.y), style: scene.theme[cell.token.themeToken],
        clippedTo: rect)
    }
  }

  /// Marks the cell under the cursor within its row, even without colours.
  private static func markColumn(
    _ index: Int, _ layout: TableLayout, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    guard let column = layout.columns.first(where: { $0.index == index }) else { return }
    let place = Rect(x: rect.x + column.x, y: rect.y, width: column.width, height: 1).intersection(rect)
    // The bar marks the row; Enter acts on the cell.
    let style = scene.theme[.accentInk]
    screen.restyle(place) { $0 = style }
  }

  private static func label(of look: TableLook, _ table: DocumentTable) -> String {
    let column = table.columns.indices.contains(look.column) ? table.columns[look.column] : ""
    guard let sorting = look.sorting, table.columns.indices.contains(sorting.column) else { return column }
    return "\(column)  by \(table.columns[sorting.column])\(sorting.isAscending ? "" : ", last first")"
  }
}
