import Basics
import Documents
import Terminal

/// The visible cells of a table and the widths of its columns, which fit the visible content.
struct TableLayout {
  struct Column {
    let index: Int
    let title: String
    let x: Int
    let width: Int
  }

  /// The column titles and the line below them.
  static let headHeight = 2
  private static let widest = 40
  private static let gap = 2

  let rows: [(number: Int, cells: [DocumentTable.Cell])]
  /// In screen columns, from the left of the table.
  let columns: [Column]
  /// The width of the row numbers.
  let gutter: Int
  private let width: Int

  init(_ look: TableLook, columns width: Int, rows height: Int) {
    self.width = width
    guard let table = look.table else {
      (rows, columns, gutter) = ([], [], 0)
      return
    }
    let end = min(table.rowCount, look.firstRow + max(0, height - Self.headHeight))
    rows = (min(look.firstRow, end)..<end).map { ((table.number(ofRow: $0) ?? $0) + 1, table.cells(inRow: $0)) }
    gutter = width >= 40 ? String(table.rowCount).count + 2 : 0
    var columns: [Column] = []
    var x = gutter
    for index in table.columns.indices.dropFirst(look.firstColumn) where x < width {
      let mark = look.sorting?.column == index ? 2 : 0
      let longest = rows.lazy.map { TextWidth.of($0.cells[index].text) }.max() ?? 0
      let asked = max(TextWidth.of(table.columns[index]) + mark, longest)
      let own = max(3, min(asked, Self.widest, max(3, width - gutter)))
      columns.append(Column(index: index, title: table.columns[index], x: x, width: own))
      x += own + Self.gap
    }
    self.columns = columns
  }

  /// Whether a column is fully visible, or is the first visible one.
  func shows(_ column: Int) -> Bool {
    guard let place = columns.firstIndex(where: { $0.index == column }) else { return false }
    return place == 0 || columns[place].x + columns[place].width <= width
  }

  /// The column at an offset from the left of the table.
  func column(at x: Int) -> Int? {
    columns.last { $0.x <= x }?.index
  }
}
