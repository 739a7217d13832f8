import Basics
package import Documents
import Terminal

/// A document shown as a table, with its cursor and sort order.
package struct DerivedTable: Equatable, Sendable {
  package struct Sorting: Equatable, Sendable {
    package var column: Int
    package var isAscending: Bool
  }

  package let serial: Int
  /// `nil` while it is being built.
  package var table: DocumentTable?
  /// The row under the cursor and the first visible one.
  var list = ListCursor()
  package var column = 0
  package var firstColumn = 0
  package var sorting: Sorting?

  /// The cell under the cursor.
  var cell: DocumentTable.Cell? {
    guard let cells = table?.cells(inRow: list.row), cells.indices.contains(column) else { return nil }
    return cells[column]
  }

  mutating func moveSideways(by columns: Int) {
    column = min(max(0, column + columns), max(0, (table?.columns.count ?? 0) - 1))
  }

  /// Scrolls the cursor into view.
  mutating func settle(columns: Int, rows: Int) {
    list.settle(count: table?.rowCount ?? 0, height: rows - TableLayout.headHeight)
    if column < firstColumn { firstColumn = column }
    while firstColumn < column, !TableLayout(self, columns: columns, rows: rows).shows(column) { firstColumn += 1 }
  }

  /// The next sort order for this column: ascending, descending, original order.
  func nextSorting(of column: Int) -> Sorting? {
    guard let sorting, sorting.column == column else { return Sorting(column: column, isAscending: true) }
    return sorting.isAscending ? Sorting(column: column, isAscending: false) : nil
  }
}

extension ResponseReducer {
  /// `t`: shows the array around the cursor as a table, or closes the table.
  mutating func toggleTable() {
    if case .table? = pane.derivedView {
      _ = popDerivedView()
      return
    }
    guard let reading = pane.document else { return }
    guard reading.document.kind.hasTable else {
      return context.say("No table: \(reading.document.kind.name) has no rows of the same kind")
    }
    showTable(of: reading)
  }

  private mutating func showTable(of reading: ResponsePane.Reading) {
    let view = DerivedTable(serial: context.nextSerial())
    let arrays = reading.document.arrays(near: reading.view)
    push(.table(view))
    context.run(.document(.table(key, reading.document, arraysAt: arrays, serial: view.serial)))
  }

  mutating func tableMade(serial: Int, _ table: DocumentTable?) {
    guard let table else {
      dropDerivedView(serial: serial)
      return context.say("No table: there is no array of objects around the cursor")
    }
    changeDerivedView(serial: serial) { view in
      guard case .table(var grid) = view else { return }
      // If the cursor was at the end of a growing table, it stays there.
      let isAtEnd = grid.table.map { grid.list.row == $0.rowCount - 1 && grid.list.row > 0 } ?? false
      grid.table = table
      if isAtEnd { grid.list.row = table.rowCount - 1 }
      grid.moveSideways(by: 0)
      view = .table(grid)
    }
  }

  /// Rebuilds the table of a growing stream, unless the user has sorted it.
  mutating func renewTable() {
    guard case .table(let view)? = pane.derivedView, view.sorting == nil,
      view.table != nil, let document = pane.document?.document, document.kind == .eventStream,
      sending != nil
    else { return }
    context.run(.document(.table(key, document, arraysAt: [], serial: view.serial)))
  }

  mutating func tableSorted(
    serial: Int, _ sorted: DocumentTable, _ sorting: DerivedTable.Sorting?
  ) {
    changeDerivedView(serial: serial) { view in
      // The user may have sorted it differently since.
      guard case .table(var grid) = view, grid.sorting == sorting else { return }
      grid.table = sorted
      view = .table(grid)
    }
  }

  /// Updates the table after its cursor moved.
  mutating func replace(_ table: DerivedTable) {
    pane.derivedView = .table(table)
    settle()
  }

  mutating func order(_ table: DerivedTable, by column: Int) {
    guard let rows = table.table else { return }
    var table = table
    table.sorting = table.nextSorting(of: column)
    replace(table)
    context.run(.document(.sortTable(key, rows, table.sorting, serial: table.serial)))
  }

  mutating func enter(_ view: DerivedTable) {
    if let content = view.table?.content(ofRow: view.list.row) {
      let number = (view.table?.number(ofRow: view.list.row) ?? 0) + 1
      return push(.document(ResponsePane.Reading(Document(bytes: content)), title: "event \(number)"))
    }
    guard let range = view.table?.range(ofRow: view.list.row), let reading = pane.document else { return }
    if case .multipart = reading.document.kind { return openPart(at: range, of: reading.document) }
    uncoverDocument()
    guard var reading = pane.reading else { return }
    if case .csv = reading.document.kind { reading.document.setMode(&reading.view, .raw) }
    reading.document.move(&reading.view, .offset(view.cell?.range?.lowerBound ?? range.lowerBound))
    pane.reading = reading
  }

  private mutating func openPart(at range: Range<Int>, of document: Document) {
    guard let part = document.parts.first(where: { $0.range == range }) else { return }
    let reading = ResponsePane.Reading(document.document(of: part))
    push(.document(reading, title: part.name ?? part.fileName ?? "part"))
  }

  /// A press on a title sorts by its column. A press on a row moves the cursor to its cell.
  mutating func press(_ point: Point, in table: DerivedTable, _ content: Rect, isOnRow: Bool) {
    let grid = TableLayout(table, columns: content.width, rows: content.height)
    guard let column = grid.column(at: point.x - content.x) else { return }
    if point.y == content.y { return order(table, by: column) }
    guard isOnRow else { return }
    var table = table
    table.column = column
    replace(table)
  }
}

extension DocumentKind {
  /// True if some part of such a document can be shown as a table.
  var hasTable: Bool {
    switch self {
    case .json, .jsonSequence, .csv, .multipart, .eventStream: true
    default: false
    }
  }
}

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

  init(_ view: DerivedTable, columns width: Int, rows height: Int) {
    self.width = width
    guard let table = view.table else {
      (rows, columns, gutter) = ([], [], 0)
      return
    }
    let end = min(table.rowCount, view.list.offset + max(0, height - Self.headHeight))
    rows = (min(view.list.offset, end)..<end).map { ((table.number(ofRow: $0) ?? $0) + 1, table.cells(inRow: $0)) }
    gutter = width >= 40 ? String(table.rowCount).count + 2 : 0
    var columns: [Column] = []
    var x = gutter
    for index in table.columns.indices.dropFirst(view.firstColumn) where x < width {
      let mark = view.sorting?.column == index ? 2 : 0
      let longest = rows.lazy.map { TextWidth.of($0.cells[index].text) }.max() ?? 0
      let asked = max(TextWidth.of(table.columns[index]) + mark, longest)
      let own = max(3, min(asked, Self.widest, max(3, width - gutter)))
      columns.append(Column(index: index, title: table.columns[index], x: x, width: own))
      x += own + Self.gap
    }
    self.columns = columns
  }

  /// True if a column is fully visible, or is the first visible one.
  func shows(_ column: Int) -> Bool {
    guard let place = columns.firstIndex(where: { $0.index == column }) else { return false }
    return place == 0 || columns[place].x + columns[place].width <= width
  }

  /// The column at an offset from the left of the table.
  func column(at x: Int) -> Int? {
    columns.last { $0.x <= x }?.index
  }
}

/// Draws a table: titles with the sort mark, the rows, the cell under the cursor, and the position in the border.
enum DerivedTableView {
  static func draw(_ view: DerivedTable, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen)
  {
    guard let table = view.table else { return PaneFrame.hint(["Building the table…"], scene, in: rect, into: &screen) }
    let layout = TableLayout(view, columns: rect.width, rows: rect.height)
    drawHead(view, layout, scene, in: rect, into: &screen)
    view.list.draw(
      count: table.rowCount, in: rect.splitTop(TableLayout.headHeight).1, frame: frame, isFocused: nil, scene,
      into: &screen
    ) { index, place, screen in
      let row = layout.rows[index - view.list.offset]
      if layout.gutter > 0 {
        let gutter = Rect(x: place.x, y: place.y, width: layout.gutter - 2, height: 1)
        screen.write(String(row.number), in: gutter, style: scene.theme[.dim], align: .right)
      }
      draw(row.cells, layout, scene, in: place, into: &screen)
      if index == view.list.row, scene.isFocused {
        Ground.markCursor(place, isFocused: true, scene, &screen)
        markColumn(view.column, layout, scene, in: place, into: &screen)
      }
    }
    let place = "row \(Quantity.count(view.list.row + 1)) of \(Quantity.count(table.rowCount))"
    PlaceLine.draw(label(of: view, table), right: place, scene, in: frame, into: &screen)
  }

  private static func drawHead(
    _ view: DerivedTable, _ layout: TableLayout, _ scene: ResponseScene, in rect: Rect, into screen: inout Screen
  ) {
    let unicode = scene.capabilities.unicode
    for column in layout.columns {
      let isChosen = column.index == view.column
      let style = isChosen ? scene.theme[.accent].adding(.bold) : scene.theme[.jsonKey]
      var title = column.title
      if let sorting = view.sorting, sorting.column == column.index {
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
    Ground.markCell(place, scene.theme, &screen)
  }

  private static func label(of view: DerivedTable, _ table: DocumentTable) -> String {
    let column = table.columns.indices.contains(view.column) ? table.columns[view.column] : ""
    guard let sorting = view.sorting, table.columns.indices.contains(sorting.column) else { return column }
    return "\(column)  by \(table.columns[sorting.column])\(sorting.isAscending ? "" : ", last first")"
  }
}
