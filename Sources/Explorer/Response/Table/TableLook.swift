package import Documents

/// A document shown as a table, with its cursor and sort order.
package struct TableLook: Equatable, Sendable {
  package struct Sorting: Equatable, Sendable {
    package var column: Int
    package var isAscending: Bool
  }

  package let serial: Int
  /// `nil` while it is being built.
  package var table: DocumentTable?
  package var row = 0
  package var column = 0
  package var firstRow = 0
  package var firstColumn = 0
  package var sorting: Sorting?

  init(serial: Int) { self.serial = serial }

  /// The cell under the cursor.
  var cell: DocumentTable.Cell? {
    guard let cells = table?.cells(inRow: row), cells.indices.contains(column) else { return nil }
    return cells[column]
  }

  mutating func move(by rows: Int) {
    row = min(max(0, row + rows), max(0, (table?.rowCount ?? 0) - 1))
  }

  mutating func moveSideways(by columns: Int) {
    column = min(max(0, column + columns), max(0, (table?.columns.count ?? 0) - 1))
  }

  /// Scrolls the cursor into view.
  mutating func settle(columns: Int, rows: Int) {
    let height = max(1, rows - TableLayout.headHeight)
    if row < firstRow { firstRow = row }
    if row >= firstRow + height { firstRow = row - height + 1 }
    if column < firstColumn { firstColumn = column }
    while firstColumn < column, !TableLayout(self, columns: columns, rows: rows).shows(column) { firstColumn += 1 }
  }

  /// The next sort order for this column: ascending, descending, original order.
  func nextSorting(of column: Int) -> Sorting? {
    guard let sorting, sorting.column == column else { return Sorting(column: column, isAscending: true) }
    return sorting.isAscending ? Sorting(column: column, isAscending: false) : nil
  }
}
