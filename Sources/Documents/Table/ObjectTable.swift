import Basics

/// An array of objects, or JSON lines, as rows; a column for each key.
struct ObjectTable: TableSource {
  let columns: [String]
  let origin: Int
  private let document: Document
  private let index: JSONIndex
  private let rows: [Int]
  private let places: [String: Int]

  /// - Parameter offset: the start of the array; the whole document if `nil`.
  init?(_ document: Document, arrayAt offset: Int?, isCancelled: () -> Bool) {
    guard let index = document.text.index.json else { return nil }
    let isSequence = offset == nil && index.documents > 1
    let found = document.text.store.withUnsafeBytes { all -> (origin: Int, rows: [Int], columns: [String])? in
      guard let cursor = JSONCursor(all, index: index), let root = offset ?? cursor.root, root < cursor.limit else {
        return nil
      }
      var reading = Reading(cursor: cursor)
      guard isSequence ? reading.lines(from: root, isCancelled) : reading.array(at: root, isCancelled) else {
        return nil
      }
      return (root, reading.rows, reading.columns)
    }
    guard let found, !found.rows.isEmpty else { return nil }
    self.document = document
    self.index = index
    (origin, rows, columns) = found
    places = Dictionary(uniqueKeysWithValues: found.columns.enumerated().map { ($1, $0) })
  }

  var rowCount: Int { rows.count }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    withCursor { cursor in
      var cells = columns.map { _ in DocumentTable.Cell.absent }
      var offset = rows[row] + 1
      while let member = cursor.child(at: offset, isObject: true, index: 0) {
        offset = cursor.end(member.value)
        guard let name = Reading.name(of: member, cursor), let column = places[name] else { continue }
        cells[column] = Self.cell(member.value..<offset, cursor)
      }
      return cells
    } ?? []
  }

  func range(ofRow row: Int) -> Range<Int>? {
    withCursor { cursor in rows[row]..<cursor.end(rows[row]) }
  }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    let name = Array(columns[column].utf8)
    return withCursor { cursor in rows.map { Self.key(of: $0, name, cursor) } } ?? []
  }

  private static func key(of row: Int, _ name: [UInt8], _ cursor: JSONCursor) -> TableSortKey {
    guard let value = cursor.member(name, of: row)?.value else { return .absent }
    if let number = cursor.double(value) { return .number(number) }
    if case .string(let text) = cursor.value(value) { return .text(text) }
    return .text(Array(cursor.source(value).prefix(64)))
  }

  private static func cell(_ range: Range<Int>, _ cursor: JSONCursor) -> DocumentTable.Cell {
    let shown = range.prefix(TableLimits.longestCell)
    let bytes = UnsafeRawBufferPointer(start: cursor.base + shown.lowerBound, count: shown.count)
    let token = TokenKind.ofJSON(startingWith: cursor.byte(range.lowerBound))
    let isWholeString = token == .string && shown.count == range.count
    let text = isWholeString ? JSONString.decoded(bytes) ?? "" : String(decoding: bytes, as: UTF8.self)
    return DocumentTable.Cell(text: VisibleText.cell(text), token: token, range: range)
  }

  private func withCursor<R>(_ body: (JSONCursor) -> R?) -> R? {
    document.text.store.withUnsafeBytes { all in JSONCursor(all, index: index).flatMap(body) }
  }
}

/// Collects the starts of the objects, and the keys of the first of them.
private struct Reading {
  let cursor: JSONCursor
  var rows: [Int] = []
  var columns: [String] = []
  private var known: Set<String> = []

  init(cursor: JSONCursor) { self.cursor = cursor }

  /// Returns `false` if `root` is not an array, or contains anything but objects.
  mutating func array(at root: Int, _ isCancelled: () -> Bool) -> Bool {
    guard cursor.byte(root) == 0x5B else { return false }
    var offset = root + 1
    while rows.count < TableLimits.mostRows,
      let element = cursor.child(at: offset, isObject: false, index: rows.count)
    {
      guard take(element.value, isCancelled) else { return false }
      offset = cursor.end(element.value)
    }
    return true
  }

  mutating func lines(from root: Int, _ isCancelled: () -> Bool) -> Bool {
    var line: Int? = root
    while rows.count < TableLimits.mostRows, let start = line {
      guard take(start, isCancelled) else { return false }
      line = cursor.nextRoot(behind: start)
    }
    return true
  }

  private mutating func take(_ object: Int, _ isCancelled: () -> Bool) -> Bool {
    guard cursor.byte(object) == 0x7B, rows.count & 0xFFF != 0 || !isCancelled() else { return false }
    if rows.count < TableLimits.sampledRows { learnColumns(of: object) }
    rows.append(object)
    return true
  }

  private mutating func learnColumns(of object: Int) {
    var place = object + 1
    while let member = cursor.child(at: place, isObject: true, index: 0) {
      if columns.count < TableLimits.mostColumns, let name = Self.name(of: member, cursor),
        known.insert(name).inserted
      {
        columns.append(name)
      }
      place = cursor.end(member.value)
    }
  }

  static func name(of member: JSONCursor.Child, _ cursor: JSONCursor) -> String? {
    guard let key = member.key, case .string(let name) = cursor.value(key.lowerBound) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}
