import Basics

/// A document shown as a table: an array of objects, JSON lines, separated values, the parts of a multipart body,
/// server-sent events.
///
/// Only the starts of the rows are stored; cells are read from the document when they are shown.
package struct DocumentTable: Equatable, Sendable {
  /// A cell: its source text on one line, and its range. An absent cell is empty and has no range.
  package struct Cell: Equatable, Sendable {
    package var text: String
    package var token: TokenKind
    package var range: Range<Int>?

    static let absent = Cell(text: "", token: .text, range: nil)
  }

  /// The columns in order of appearance in the first rows.
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

  /// Creates a table of the array that starts at byte `offset` (the whole document if `nil`), as far as it is indexed;
  /// `nil` if it has no rows.
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

  /// The range of a row in the document, for navigation.
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

  /// A text that looks like a number is sorted as one.
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

/// Separated values (RFC 4180) as rows; the first record names the columns.
struct DelimitedTable: TableSource {
  let columns: [String]
  let origin = 0
  private let document: Document
  private let reader: DelimitedReader
  /// The start of each record after the first, and the end of the last.
  private let starts: [Int]

  init?(_ document: Document, separator: UInt8, isCancelled: () -> Bool) {
    let reader = DelimitedReader(separator: separator)
    let isFinal = document.store.isFinished
    let found = document.text.store.withUnsafeBytes { all -> (columns: [String], starts: [Int])? in
      let start = all.starts(with: ByteOrderMark.utf8) ? 3 : 0
      guard let head = reader.record(all, at: start, isFinal: isFinal) else { return nil }
      var starts = [head.end]
      while starts.count <= TableLimits.mostRows, let last = starts.last,
        let end = reader.record(all, at: last, isFinal: isFinal)?.end
      {
        if starts.count & 0xFFFF == 0, isCancelled() { return nil }
        starts.append(end)
      }
      return (head.fields.map { VisibleText.cell(String(decoding: $0, as: UTF8.self)) }, starts)
    }
    guard let found, found.starts.count > 1 else { return nil }
    self.document = document
    self.reader = reader
    columns = Array(found.columns.prefix(TableLimits.mostColumns))
    starts = found.starts
  }

  var rowCount: Int { starts.count - 1 }

  func range(ofRow row: Int) -> Range<Int>? { starts[row]..<starts[row + 1] }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    let fields = fields(ofRow: row)
    return columns.indices.map { column in
      guard fields.indices.contains(column) else { return .absent }
      let text = String(decoding: fields[column].prefix(TableLimits.longestCell), as: UTF8.self)
      let isNumber = if case .number = TableSortKey(text: fields[column]) { true } else { false }
      return DocumentTable.Cell(
        text: VisibleText.cell(text), token: isNumber ? .number : .text, range: starts[row]..<starts[row + 1])
    }
  }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    (0..<rowCount).map { row in
      let fields = fields(ofRow: row)
      return fields.indices.contains(column) ? TableSortKey(text: fields[column]) : .absent
    }
  }

  private func fields(ofRow row: Int) -> [[UInt8]] {
    document.text.store.withUnsafeBytes { all in
      let end = min(starts[row + 1], all.count)
      let record = UnsafeRawBufferPointer(rebasing: all[..<end])
      return reader.record(record, at: min(starts[row], end), isFinal: true)?.fields ?? []
    }
  }
}

/// Server-sent events as rows; a row opens its data as a separate document.
struct EventTable: TableSource {
  let columns = ["type", "id", "data"]
  let origin = 0
  private let events: [EventFields]
  private static let longestStream = 256 << 20

  /// Creates a table of the complete events so far; `nil` if there is none yet.
  init?(_ document: Document) {
    var reader = EventStreamReader()
    let isFinished = document.store.isFinished
    let events = document.store.withUnsafeBytes { bytes in
      reader.events(in: UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.longestStream)), isFinal: isFinished)
    }
    guard !events.isEmpty else { return nil }
    self.events = events
  }

  var rowCount: Int { events.count }

  /// Events are reassembled from several lines: they have no single range.
  func range(ofRow row: Int) -> Range<Int>? { nil }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    let event = events[row]
    let data = event.text
    let isJSON = data.first == "{" || data.first == "["
    return [
      DocumentTable.Cell(text: VisibleText.cell(event.type), token: .key, range: nil),
      DocumentTable.Cell(text: VisibleText.cell(event.id ?? ""), token: .text, range: nil),
      DocumentTable.Cell(
        text: VisibleText.cell(String(data.prefix(TableLimits.longestCell))), token: isJSON ? .text : .string,
        range: nil),
    ]
  }

  func content(ofRow row: Int) -> [UInt8]? { Array(events[row].text.utf8) }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    events.map { event in
      TableSortKey(text: Array((column == 0 ? event.type : column == 1 ? event.id ?? "" : event.text).utf8))
    }
  }
}

/// The parts of a multipart body as rows; a row opens the part as a separate document.
struct PartTable: TableSource {
  let parts: [MultipartPart]
  let columns = ["name", "type", "file", "size"]
  let origin = 0

  var rowCount: Int { parts.count }

  func range(ofRow row: Int) -> Range<Int>? { parts[row].range }

  func cells(inRow row: Int) -> [DocumentTable.Cell] {
    let part = parts[row]
    let size = "\(part.range.count) B" + (part.isComplete ? "" : ", cut off")
    let texts = [part.name ?? "", part.field("Content-Type") ?? "", part.fileName ?? "", size]
    return texts.enumerated().map { column, text in
      let token: TokenKind = column == 0 ? .key : column == 3 ? .number : .text
      return DocumentTable.Cell(text: VisibleText.cell(text), token: token, range: part.range)
    }
  }

  func keys(ofColumn column: Int) -> [TableSortKey] {
    parts.indices.map { row in
      column == 3
        ? .number(Double(parts[row].range.count)) : TableSortKey(text: Array(cells(inRow: row)[column].text.utf8))
    }
  }
}

extension VisibleText {
  /// The text of a cell, on one line: tabs become blanks, and invisible characters are shown.
  static func cell(_ text: String) -> String { of(text.replacing("\t", with: " ")) }
}
