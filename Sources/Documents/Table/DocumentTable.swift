/// A document seen as a table: an array of objects, JSON lines, separated values, the parts of a multipart
/// body, server-sent events.
///
/// Only where the rows begin is kept; cells are read from the document when they are shown.
public struct DocumentTable: Equatable, Sendable {
  /// One cell: its source text on one line, and where it lies. An absent one is empty and has no range.
  public struct Cell: Equatable, Sendable {
    public var text: String
    public var token: TokenKind
    public var range: Range<Int>?

    static let absent = Cell(text: "", token: .text, range: nil)
  }

  /// In the order in which they were first met in the first rows.
  public var columns: [String] { source.columns }
  public var rowCount: Int { order.count }
  /// The byte at which what the table shows begins in the document.
  public var origin: Int { source.origin }

  private let source: any TableSource
  private var order: [Int]

  init(_ source: any TableSource) {
    self.source = source
    order = Array(0..<source.rowCount)
  }

  /// The table of the array that begins at byte `offset` (the whole document when `nil`), as far as it is indexed;
  /// `nil` when that has no rows.
  public init?(_ document: Document, arrayAt offset: Int? = nil, isCancelled: () -> Bool = { false }) {
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

  /// The first table among the arrays that begin at `offsets`.
  public init?(_ document: Document, arraysAt offsets: [Int], isCancelled: () -> Bool = { false }) {
    for offset in offsets {
      guard let table = DocumentTable(document, arrayAt: offset, isCancelled: isCancelled) else { continue }
      self = table
      return
    }
    guard let table = DocumentTable(document, isCancelled: isCancelled) else { return nil }
    self = table
  }

  /// The cells of row `row` in the present order, one for each column.
  public func cells(inRow row: Int) -> [Cell] { order.indices.contains(row) ? source.cells(inRow: order[row]) : [] }

  /// Where a row lies in the document, to go there.
  public func range(ofRow row: Int) -> Range<Int>? {
    order.indices.contains(row) ? source.range(ofRow: order[row]) : nil
  }

  /// What a row holds apart from the document, to be read by itself; `nil` where it has a place in the document.
  public func content(ofRow row: Int) -> [UInt8]? {
    order.indices.contains(row) ? source.content(ofRow: order[row]) : nil
  }

  /// The number that the row has in the document, counted from 0.
  public func number(ofRow row: Int) -> Int? { order.indices.contains(row) ? order[row] : nil }

  /// Puts the rows in the order of a column: numbers by value, then texts; absent cells last. `nil` is the order of the
  /// document.
  public mutating func sort(byColumn column: Int?, ascending: Bool = true) {
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

  /// Tables of the same columns and order are taken for the same.
  public static func == (left: DocumentTable, right: DocumentTable) -> Bool {
    left.columns == right.columns && left.origin == right.origin && left.order == right.order
  }
}

/// Where the rows of a table come from, in the order of the document.
protocol TableSource: Sendable {
  var columns: [String] { get }
  var rowCount: Int { get }
  var origin: Int { get }
  func cells(inRow row: Int) -> [DocumentTable.Cell]
  func range(ofRow row: Int) -> Range<Int>?
  func content(ofRow row: Int) -> [UInt8]?
  /// What the rows are ordered by, one for each row.
  func keys(ofColumn column: Int) -> [TableSortKey]
}

extension TableSource {
  func content(ofRow row: Int) -> [UInt8]? { nil }
}

/// What a cell is ordered by.
enum TableSortKey: Equatable {
  case number(Double)
  case text([UInt8])
  case absent

  /// What people would call a number is ordered as one.
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

/// How much of a document a table takes in.
enum TableLimits {
  static let mostRows = 5_000_000
  static let mostColumns = 200
  static let sampledRows = 1000
  static let longestCell = 1024
}
