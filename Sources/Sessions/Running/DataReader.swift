import Basics

/// Reads a data file row by row, so that its size does not matter: a JSON list of objects, or CSV (RFC 4180) whose first
/// line names the columns.
package struct DataReader {
  /// Gives the next bytes; none at the end.
  package typealias Source = () throws(DataTable.Fault) -> ArraySlice<UInt8>

  /// A longer row is taken for a quote or brace that is never closed.
  static let longestRow = 16 << 20

  private enum Form {
    case json(JSONRows)
    case csv(CSVRows)
  }

  private let name: String
  private var bytes: DataBytes
  private var form: Form?
  private var count = 0

  /// - Parameter name: of the file, for messages.
  package init(name: String, source: @escaping Source) {
    self.name = name
    bytes = DataBytes(source)
  }

  /// The next row; `nil` at the end.
  /// - Throws: also at the end if there was no row: a run with no iterations would look successful.
  package mutating func next() throws(DataTable.Fault) -> DataTable.Row? {
    let row: DataTable.Row?
    let form: Form
    if let known = self.form { form = known } else { form = try begin() }
    switch form {
    case .json(var rows):
      row = try rows.next(&bytes)
      self.form = .json(rows)
    case .csv(var rows):
      row = try rows.next(&bytes)
      self.form = .csv(rows)
    }
    if row != nil {
      count += 1
    } else if count == 0 {
      throw DataTable.Fault("\(name) has no rows: nothing would be sent")
    }
    return row
  }

  private mutating func begin() throws(DataTable.Fault) -> Form {
    try bytes.skipByteOrderMark()
    while let byte = try bytes.peek(), byte <= 0x20 { bytes.drop() }
    let first = try bytes.peek()
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      ? .json(JSONRows(name: name)) : .csv(CSVRows(name: name))
  }
}

/// The bytes of a file, one at a time, from pieces.
struct DataBytes {
  private let source: DataReader.Source
  private var piece: ArraySlice<UInt8> = []
  private var isOver = false

  init(_ source: @escaping DataReader.Source) {
    self.source = source
  }

  /// The next byte, which stays; `nil` at the end.
  mutating func peek() throws(DataTable.Fault) -> UInt8? {
    if let byte = piece.first { return byte }
    if isOver { return nil }
    piece = try source()
    isOver = piece.isEmpty
    return piece.first
  }

  mutating func drop() { piece.removeFirst() }

  mutating func pop() throws(DataTable.Fault) -> UInt8? {
    guard let byte = try peek() else { return nil }
    drop()
    return byte
  }

  /// Only at the start of a file.
  mutating func skipByteOrderMark() throws(DataTable.Fault) {
    guard try peek() == 0xEF else { return }
    drop()
    for byte in [0xBB, 0xBF] as [UInt8] where try peek() == byte { drop() }
  }
}
