import Basics

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
      let start = all.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      guard let head = reader.record(all, at: start, isFinal: isFinal) else { return nil }
      var starts = [head.end]
      while starts.count <= TableLimits.mostRows, let last = starts.last,
        let end = reader.end(ofRecordAt: last, in: all, isFinal: isFinal)
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
