import Documents
import Terminal

extension AppState {
  /// `t`: the array around the cursor as a table, or away with the table.
  mutating func toggleTable() -> [Effect] {
    if case .table? = session?.response.look {
      _ = popLook()
      return []
    }
    guard let current, let reading = session?.response.document else { return [] }
    guard reading.document.kind.hasTable else {
      return say(.information, "No table: \(reading.document.kind.name) has no rows of the same kind")
    }
    return showTable(of: reading, current)
  }

  private mutating func showTable(of reading: ResponsePane.Reading, _ key: RequestKey) -> [Effect] {
    let look = TableLook(serial: nextSerial())
    let arrays = reading.document.arrays(near: reading.view)
    return push(.table(look)) + [.document(.table(key, reading.document, arraysAt: arrays, serial: look.serial))]
  }

  mutating func tableMade(_ key: RequestKey, serial: Int, _ table: DocumentTable?) -> [Effect] {
    guard let table else {
      dropLook(key, serial: serial)
      return say(.information, "No table: there is no array of objects around the cursor")
    }
    changeLook(key, serial: serial) { look in
      guard case .table(var grid) = look else { return }
      // A list that grows stays at its end where the cursor was there.
      let isAtEnd = grid.table.map { grid.row == $0.rowCount - 1 && grid.row > 0 } ?? false
      grid.table = table
      if isAtEnd { grid.row = table.rowCount - 1 }
      grid.move(by: 0)
      grid.moveSideways(by: 0)
      look = .table(grid)
    }
    return []
  }

  /// More of a stream has come: its table is made anew, unless it was put in another order.
  func renewTable(_ key: RequestKey) -> [Effect] {
    guard let response = sessions[key]?.response, case .table(let look)? = response.look, look.sorting == nil,
      look.table != nil, let document = response.document?.document, document.kind == .eventStream,
      sending(key) != nil
    else { return [] }
    return [.document(.table(key, document, arraysAt: [], serial: look.serial))]
  }

  mutating func tableSorted(
    _ key: RequestKey, serial: Int, _ sorted: DocumentTable, _ sorting: TableLook.Sorting?
  ) -> [Effect] {
    changeLook(key, serial: serial) { look in
      // Another order may have been asked for meanwhile.
      guard case .table(var grid) = look, grid.sorting == sorting else { return }
      grid.table = sorted
      look = .table(grid)
    }
    return []
  }

  mutating func move(_ motion: Motion, in table: TableLook) -> [Effect] {
    var table = table
    let page = max(1, (layout.panes[.response]?.height ?? 3) - 3 - TableLayout.headHeight)
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

  /// Puts a table back after a change of its cursor.
  mutating func replace(_ table: TableLook) -> [Effect] {
    guard let current else { return [] }
    session?.response.look = .table(table)
    settle(current)
    return []
  }

  mutating func order(_ table: TableLook, by column: Int) -> [Effect] {
    guard let current, let rows = table.table else { return [] }
    var table = table
    table.sorting = table.nextSorting(of: column)
    _ = replace(table)
    return [.document(.sortTable(current, rows, table.sorting, serial: table.serial))]
  }

  /// Enter: from the row to what it stands for.
  mutating func enter(_ look: TableLook) -> [Effect] {
    if let content = look.table?.content(ofRow: look.row) {
      let number = (look.table?.number(ofRow: look.row) ?? 0) + 1
      return push(.document(ResponsePane.Reading(Document(bytes: content)), title: "event \(number)"))
    }
    guard let range = look.table?.range(ofRow: look.row), let reading = session?.response.document else { return [] }
    if case .multipart = reading.document.kind { return openPart(at: range, of: reading.document) }
    uncoverDocument()
    guard var reading = session?.response.reading else { return [] }
    if case .csv = reading.document.kind { reading.document.setMode(&reading.view, .raw) }
    reading.document.move(&reading.view, .offset(look.cell?.range?.lowerBound ?? range.lowerBound))
    session?.response.reading = reading
    return []
  }

  private mutating func openPart(at range: Range<Int>, of document: Document) -> [Effect] {
    guard let part = document.parts.first(where: { $0.range == range }) else { return [] }
    let reading = ResponsePane.Reading(document.document(of: part))
    return push(.document(reading, title: part.name ?? part.fileName ?? "part"))
  }

  mutating func click(_ mouse: Mouse, in table: TableLook, _ content: Rect) -> [Effect] {
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
  /// Whether some of it may be seen as rows and columns.
  var hasTable: Bool {
    switch self {
    case .json, .jsonSequence, .csv, .multipart, .eventStream: true
    default: false
    }
  }
}
