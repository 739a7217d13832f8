/// An array of objects seen as a table: a row for each element, a column for each key.
///
/// Only where the rows begin is kept; cells are read from the document when they are shown.
public struct DocumentTable: Sendable {
  /// One cell: its source text on one line, and where it lies. An absent key is an empty cell without a range.
  public struct Cell: Equatable, Sendable {
    public var text: String
    public var token: TokenKind
    public var range: Range<Int>?
  }

  /// In the order in which the keys were first met in the first rows.
  public let columns: [String]
  public var rowCount: Int { order.count }

  private let document: Document
  private let index: JSONIndex
  private let rows: [Int]
  private var order: [Int]
  private static let mostRows = 5_000_000
  private static let mostColumns = 200
  private static let sampledRows = 1000
  private static let longestCell = 1024

  /// The table of the array that begins at byte `offset` (the top-level value when `nil`); `nil` when that is not an
  /// array of objects.
  public init?(_ document: Document, arrayAt offset: Int? = nil, isCancelled: () -> Bool = { false }) {
    guard let index = document.text.index.json else { return nil }
    let found = document.text.store.withUnsafeBytes { all -> (rows: [Int], columns: [String])? in
      guard let cursor = JSONCursor(all, index: index), let root = offset ?? cursor.root, root < cursor.limit,
        cursor.byte(root) == 0x5B
      else { return nil }
      return Self.read(cursor, root, isCancelled)
    }
    guard let found else { return nil }
    self.document = document
    self.index = index
    rows = found.rows
    columns = found.columns
    order = Array(rows.indices)
  }

  private static func read(
    _ cursor: JSONCursor, _ root: Int, _ isCancelled: () -> Bool
  ) -> (rows: [Int], columns: [String])? {
    var rows: [Int] = []
    var columns: [String] = []
    var known: Set<String> = []
    var offset = root + 1
    while rows.count < mostRows, let element = cursor.child(at: offset, isObject: false, index: rows.count) {
      guard cursor.byte(element.value) == 0x7B else { return nil }
      if rows.count & 0xFFF == 0, isCancelled() { return nil }
      if rows.count < sampledRows {
        var place = element.value + 1
        while let member = cursor.child(at: place, isObject: true, index: 0) {
          if columns.count < mostColumns, let name = name(of: member, cursor), known.insert(name).inserted {
            columns.append(name)
          }
          place = cursor.end(member.value)
        }
      }
      rows.append(element.value)
      offset = cursor.end(element.value)
    }
    return rows.isEmpty ? nil : (rows, columns)
  }

  private static func name(of member: JSONCursor.Child, _ cursor: JSONCursor) -> String? {
    guard let key = member.key, case .string(let name) = cursor.value(key.lowerBound) else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// The cells of row `row` in the present order, one for each column.
  public func cells(inRow row: Int) -> [Cell] {
    guard order.indices.contains(row) else { return [] }
    return withCursor { cursor in
      var cells = columns.map { _ in Cell(text: "", token: .text, range: nil) }
      var offset = rows[order[row]] + 1
      while let member = cursor.child(at: offset, isObject: true, index: 0) {
        offset = cursor.end(member.value)
        guard let name = Self.name(of: member, cursor), let column = columns.firstIndex(of: name) else { continue }
        cells[column] = Self.cell(member.value..<offset, cursor)
      }
      return cells
    } ?? []
  }

  /// Where the object of a row lies, to go there in the document.
  public func range(ofRow row: Int) -> Range<Int>? {
    guard order.indices.contains(row) else { return nil }
    return withCursor { cursor in rows[order[row]]..<cursor.end(rows[order[row]]) }
  }

  /// Puts the rows in the order of a column: numbers by value, then texts; absent cells last. `nil` is the order of the
  /// document.
  public mutating func sort(byColumn column: Int?, ascending: Bool = true) {
    order = Array(rows.indices)
    guard let column, columns.indices.contains(column) else { return }
    let name = Array(columns[column].utf8)
    let keys = withCursor { cursor in rows.map { Self.key(of: $0, name, cursor) } } ?? []
    guard keys.count == rows.count else { return }
    order.sort { left, right in
      if keys[left] == keys[right] { return left < right }
      if keys[left] == .absent || keys[right] == .absent { return keys[right] == .absent }
      return ascending ? keys[left] < keys[right] : keys[right] < keys[left]
    }
  }

  private enum SortKey: Equatable {
    case number(Double)
    case text([UInt8])
    case absent

    static func < (left: SortKey, right: SortKey) -> Bool {
      switch (left, right) {
      case (.number(let a), .number(let b)): a < b
      case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
      case (.number, .text): true
      default: false
      }
    }
  }

  private static func key(of row: Int, _ name: [UInt8], _ cursor: JSONCursor) -> SortKey {
    var offset = row + 1
    while let member = cursor.child(at: offset, isObject: true, index: 0) {
      offset = cursor.end(member.value)
      guard let key = member.key, cursor.key(key, equals: name) else { continue }
      switch cursor.value(member.value) {
      case .integer(let value): return .number(Double(value))
      case .number(let value): return .number(value)
      case .string(let text): return .text(text)
      default:
        return .text(
          Array(UnsafeRawBufferPointer(start: cursor.base + member.value, count: min(offset - member.value, 64))))
      }
    }
    return .absent
  }

  private static func cell(_ range: Range<Int>, _ cursor: JSONCursor) -> Cell {
    let shown = range.prefix(longestCell)
    let bytes = UnsafeRawBufferPointer(start: cursor.base + shown.lowerBound, count: shown.count)
    let token: TokenKind =
      switch cursor.byte(range.lowerBound) {
      case 0x22: .string
      case 0x7B, 0x5B: .punctuation
      case 0x74, 0x66, 0x6E: .literal
      default: .number
      }
    let isWholeString = token == .string && shown.count == range.count
    let text = isWholeString ? JSONString.decoded(bytes) ?? "" : String(decoding: bytes, as: UTF8.self)
    return Cell(text: VisibleText.visible(text), token: token, range: range)
  }

  private func withCursor<R>(_ body: (JSONCursor) -> R?) -> R? {
    document.text.store.withUnsafeBytes { all in JSONCursor(all, index: index).flatMap(body) }
  }
}
