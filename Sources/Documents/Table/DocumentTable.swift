/// A document shown as a table: an array of objects, JSON lines, separated values, the parts of a multipart body,
/// server-sent events.
///
/// Only the starts of the rows are stored; cells are read from the document when they are shown.
package struct DocumentTable: Equatable, Sendable {
  /// One cell: its source text on one line, and its range. An absent one is empty and has no range.
  package struct Cell: Equatable, Sendable {
    package var text: String
    package var token: TokenKind
    package var range: Range<Int>?

    static let absent = Cell(text: "", token: .text, range: nil)
  }

  /// In the order in which they first appear in the first rows.
  package var columns: [String] { source.columns }
  package var rowCount: Int { order.count }
  /// The offset of the table's content in the document.
  package var origin: Int { source.origin }

  private let source: any TableSource
  private var order: [Int]

  init(_ source: any TableSource) {
    self.source = source
    order = Array(0..<source.rowCount)
  }

  /// The table of the array that starts at byte `offset` (the whole document if `nil`), as far as it is indexed; `nil`
  /// if that has no rows.
  package init?(_ document: Document, arrayAt offset: Int? = nil, isCancelled: () -> Bool = { false }) {
    switch document.kind {
    case .json, .jsonSequence:
      guard let source = ObjectTable(document, arrayAt: offset, isCancelled: isCancelled) else { return nil }
      self.init(source)
    case .csv(let separator):
      guard let source = DelimitedTable(document, separator: separator, isCancelled: isCancelled) else { return nil }
      self.init(source)
    case .multipart:
      let parts = document.parts
      guard !parts.isEmpty else { return nil }
      self.init(PartTable(parts: parts))
    case .eventStream:
      guard let source = EventTable(document) else { return nil }
      self.init(source)
    default: return nil
    }
  }

  /// The first table among the arrays that start at `offsets`.
  package init?(_ document: Document, arraysAt offsets: [Int], isCancelled: () -> Bool = { false }) {
    for offset in offsets {
      guard let table = DocumentTable(document, arrayAt: offset, isCancelled: isCancelled) else { continue }
      self = table
      return
    }
    guard let table = DocumentTable(document, isCancelled: isCancelled) else { return nil }
    self = table
  }

  /// The cells of row `row` in the current order, one for each column.
  package func cells(inRow row: Int) -> [Cell] { order.indices.contains(row) ? source.cells(inRow: order[row]) : [] }

  /// The range of a row in the document, for going there.
  package func range(ofRow row: Int) -> Range<Int>? {
    order.indices.contains(row) ? source.range(ofRow: order[row]) : nil
  }

  /// The content of a row that has no range in the document; otherwise `nil`.
  package func content(ofRow row: Int) -> [UInt8]? {
    order.indices.contains(row) ? source.content(ofRow: order[row]) : nil
  }

  /// The number of the row in the document, counted from 0.
  package func number(ofRow row: Int) -> Int? { order.indices.contains(row) ? order[row] : nil }

  /// Sorts the rows by a column: numbers by value, then texts; absent cells last. `nil` restores the order of the
  /// document.
  package mutating func sort(byColumn column: Int?, ascending: Bool = true) {
    order = Array(0..<source.rowCount)
    guard let column, columns.indices.contains(column) else { return }
    let keys = source.keys(ofColumn: column)
    guard keys.count == order.count else { return }
    order.sort { left, right in
      if keys[left] == keys[right] { return left < right }
      if keys[left] == .absent || keys[right] == .absent { return keys[right] == .absent }
      return ascending ? keys[left] < keys[right] : keys[right] < keys[left]
    }
  }

  /// Compares columns and order only.
  package static func == (left: DocumentTable, right: DocumentTable) -> Bool {
    left.columns == right.columns && left.origin == right.origin && left.order == right.order
  }
}

/// The rows of a table, in the order of the document.
protocol TableSource: Sendable {
  var columns: [String] { get }
  var rowCount: Int { get }
  var origin: Int { get }
  func cells(inRow row: Int) -> [DocumentTable.Cell]
  func range(ofRow row: Int) -> Range<Int>?
  func content(ofRow row: Int) -> [UInt8]?
  /// The sort keys of a column, one for each row.
  func keys(ofColumn column: Int) -> [TableSortKey]
}

extension TableSource {
  func content(ofRow row: Int) -> [UInt8]? { nil }
}

/// The sort key of a cell.
enum TableSortKey: Equatable {
  case number(Double)
  case text([UInt8])
  case absent

  /// A text that people would read as a number is sorted as one.
  init(text: [UInt8]) {
    if text.isEmpty {
      self = .absent
    } else if text.count < 32, let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }

  static func < (left: TableSortKey, right: TableSortKey) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): a < b
    case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
    case (.number, .text): true
    default: false
    }
  }
}

/// The maximum size of a table.
enum TableLimits {
  static let mostRows = 5_000_000
  static let mostColumns = 200
  static let sampledRows = 1000
  static let longestCell = 1024
}
