import Documents
import Terminal

extension ResponseTurn {
  /// `t`: shows the array around the cursor as a table, or closes the table.
  mutating func toggleTable() -> [Outcome] {
    if case .table? = pane.look {
      _ = popLook()
      return []
    }
    guard let reading = pane.document else { return [] }
    guard reading.document.kind.hasTable else {
      return say(.information, "No table: \(reading.document.kind.name) has no rows of the same kind")
    }
    return showTable(of: reading)
  }

  private mutating func showTable(of reading: ResponsePane.Reading) -> [Outcome] {
    let look = TableLook(serial: nextSerial())
    let arrays = reading.document.arrays(near: reading.view)
    return push(.table(look)) + [.document(.table(key, reading.document, arraysAt: arrays, serial: look.serial))]
  }

  mutating func tableMade(serial: Int, _ table: DocumentTable?) -> [Outcome] {
    guard let table else {
      dropLook(serial: serial)
      return say(.information, "No table: there is no array of objects around the cursor")
    }
    changeLook(serial: serial) { look in
      guard case .table(var grid) = look else { return }
      // If the cursor was at the end of a growing table, it stays there.
      let isAtEnd = grid.table.map { grid.row == $0.rowCount - 1 && grid.row > 0 } ?? false
      grid.table = table
      if isAtEnd { grid.row = table.rowCount - 1 }
      grid.move(by: 0)
      grid.moveSideways(by: 0)
      look = .table(grid)
    }
    return []
  }

  /// Rebuilds the table of a growing stream, unless the user has sorted it.
  func renewTable() -> [Outcome] {
    guard case .table(let look)? = pane.look, look.sorting == nil,
      look.table != nil, let document = pane.document?.document, document.kind == .eventStream,
      sending != nil
    else { return [] }
    return [.document(.table(key, document, arraysAt: [], serial: look.serial))]
  }

  mutating func tableSorted(
    serial: Int, _ sorted: DocumentTable, _ sorting: TableLook.Sorting?
  ) -> [Outcome] {
    changeLook(serial: serial) { look in
      // The user may have sorted it differently since.
      guard case .table(var grid) = look, grid.sorting == sorting else { return }
      grid.table = sorted
      look = .table(grid)
    }
    return []
  }

  mutating func move(_ motion: Motion, in table: TableLook) -> [Outcome] {
    var table = table
    let page = max(1, (given.rect?.height ?? 3) - 3 - TableLayout.headHeight)
    switch motion {
    case .up: table.move(by: -1)
    case .down: table.move(by: 1)
    case .pageUp: table.move(by: -page)
    case .pageDown: table.move(by: page)
    case .top: table.row = 0
    case .bottom: table.row = max(0, (table.table?.rowCount ?? 0) - 1)
    case .left: table.moveSideways(by: -1)
    case .right: table.moveSideways(by: 1)
    }
    return replace(table)
  }

  /// Updates the table after its cursor moved.
  mutating func replace(_ table: TableLook) -> [Outcome] {
    pane.look = .table(table)
    settle()
    return []
  }

  mutating func order(_ table: TableLook, by column: Int) -> [Outcome] {
    guard let rows = table.table else { return [] }
    var table = table
    table.sorting = table.nextSorting(of: column)
    _ = replace(table)
    return [.document(.sortTable(key, rows, table.sorting, serial: table.serial))]
  }

  /// Enter: opens the source of the row.
  mutating func enter(_ look: TableLook) -> [Outcome] {
    if let content = look.table?.content(ofRow: look.row) {
      let number = (look.table?.number(ofRow: look.row) ?? 0) + 1
      return push(.document(ResponsePane.Reading(Document(bytes: content)), title: "event \(number)"))
    }
    guard let range = look.table?.range(ofRow: look.row), let reading = pane.document else { return [] }
    if case .multipart = reading.document.kind { return openPart(at: range, of: reading.document) }
    uncoverDocument()
    guard var reading = pane.reading else { return [] }
    if case .csv = reading.document.kind { reading.document.setMode(&reading.view, .raw) }
    reading.document.move(&reading.view, .offset(look.cell?.range?.lowerBound ?? range.lowerBound))
    pane.reading = reading
    return []
  }

  private mutating func openPart(at range: Range<Int>, of document: Document) -> [Outcome] {
    guard let part = document.parts.first(where: { $0.range == range }) else { return [] }
    let reading = ResponsePane.Reading(document.document(of: part))
    return push(.document(reading, title: part.name ?? part.fileName ?? "part"))
  }

  mutating func click(_ mouse: Mouse, in table: TableLook, _ content: Rect) -> [Outcome] {
    var table = table
    let grid = TableLayout(table, columns: content.width, rows: content.height)
    let column = grid.column(at: mouse.point.x - content.x)
    let line = mouse.point.y - content.y
    if line == 0 { return column.map { order(table, by: $0) } ?? [] }
    guard line >= TableLayout.headHeight, line - TableLayout.headHeight < grid.rows.count else { return [] }
    table.row = table.firstRow + line - TableLayout.headHeight
    if let column { table.column = column }
    return mouse.clicks >= 2 ? replace(table) + enter(table) : replace(table)
  }
}

extension DocumentKind {
  /// Whether some part of it can be shown as a table.
  var hasTable: Bool {
    switch self {
    case .json, .jsonSequence, .csv, .multipart, .eventStream: true
    default: false
    }
  }
}
