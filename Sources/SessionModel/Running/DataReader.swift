import Basics
package import Workspaces

/// The rows of a data file: one iteration per row, one variable per column.
package struct DataTable: Sendable {
  package typealias Row = [VariableInputs.Pair]

  package let rows: [Row]

  /// An error in a data file and its position.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Parses a JSON list of objects, JSON lines, or CSV (RFC 4180) with a header line.
  package init(_ bytes: [UInt8], name: String) throws(Fault) {
    var rest: ArraySlice<UInt8>? = bytes[...]
    var reader = DataReader(name: name) { () throws(Fault) in
      defer { rest = nil }
      return rest ?? []
    }
    var rows: [Row] = []
    while let row = try reader.next() { rows.append(row) }
    self.rows = rows
  }
}

/// Reads a data file row by row, to support files of any size: a JSON list of objects, JSON lines, or CSV (RFC 4180)
/// with a header line.
package struct DataReader {
  /// Returns the next bytes, or none at the end.
  package typealias Source = () throws(DataTable.Fault) -> ArraySlice<UInt8>

  /// The size limit of a row; a longer one indicates an unclosed quote or brace.
  static let longestRow = 16 << 20

  private enum Form {
    case json(JSONRows)
    case csv(CSVRows)
  }

  private let name: String
  private var bytes: DataBytes
  private var form: Form?
  private var count = 0

  /// - Parameter name: the file name for messages.
  package init(name: String, source: @escaping Source) {
    self.name = name
    bytes = DataBytes(source)
  }

  /// The next row; `nil` at the end.
  /// - Throws: also at the end if there was no row, because a run without iterations would look successful.
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

/// The bytes of a file that arrives in pieces.
struct DataBytes {
  /// The line of the next byte, from 1. LF ends a line, and CR does for files without LF.
  private(set) var line = 1
  private var isAfterReturn = false
  private let source: DataReader.Source
  private var piece: ArraySlice<UInt8> = []
  private var isOver = false

  init(_ source: @escaping DataReader.Source) {
    self.source = source
  }

  /// The next byte, without consuming it; `nil` at the end.
  mutating func peek() throws(DataTable.Fault) -> UInt8? {
    if let byte = piece.first { return byte }
    if isOver { return nil }
    piece = try source()
    isOver = piece.isEmpty
    return piece.first
  }

  mutating func drop() {
    let byte = piece.removeFirst()
    if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") && !isAfterReturn { line += 1 }
    isAfterReturn = byte == UInt8(ascii: "\r")
  }

  mutating func pop() throws(DataTable.Fault) -> UInt8? {
    guard let byte = try peek() else { return nil }
    drop()
    return byte
  }

  /// Skips the byte order mark; call this only at the start of a file.
  mutating func skipByteOrderMark() throws(DataTable.Fault) {
    guard try peek() == 0xEF else { return }
    drop()
    for byte in [0xBB, 0xBF] as [UInt8] where try peek() == byte { drop() }
  }
}

/// A value of a CSV file.
private struct CSVField {
  let text: String
  /// The number or truth value that scripts see, as in newman; `nil` for a text.
  let json: JSONValue?

  init(_ text: String, isQuoted: Bool) {
    self.text = text
    guard !isQuoted, let first = text.utf8.first, "-0123456789tf".utf8.contains(first) else {
      json = nil
      return
    }
    // Anything else is a text.
    switch try? JSONValue(parsing: Array(text.utf8)) {
    case .number(let digits)? where !digits.contains { $0 == "e" || $0 == "E" }: json = .number(digits)
    case .bool(let flag)?: json = .bool(flag)
    default: json = nil
    }
  }
}

/// The records of a CSV file (RFC 4180). The first record names the columns and determines the separator: comma,
/// semicolon or tab. Only CR and LF end a line; blank lines are skipped.
struct CSVRows {
  let name: String
  private var columns: [String]?
  private var separator = UInt8(ascii: ",")
  /// The line where the last record begins, from 1.
  private var line = 1

  init(name: String) {
    self.name = name
  }

  mutating func next(_ bytes: inout DataBytes) throws(DataTable.Fault) -> DataTable.Row? {
    let columns: [String]
    if let known = self.columns { columns = known } else { columns = try header(&bytes) }
    guard let record = try record(&bytes) else { return nil }
    guard record.count == columns.count else {
      let values = record.count == 1 ? "1 value" : "\(record.count) values"
      throw fault("\(values) for \(columns.count) columns")
    }
    return zip(columns, record).map { VariableInputs.Pair($0, $1.text, json: $1.json) }
  }

  private mutating func header(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [String] {
    var line: ArraySlice<UInt8>? = try headerLine(&bytes)
    separator = Self.separator(in: line ?? [])
    var head = DataBytes {
      defer { line = nil }
      return line ?? []
    }
    guard let names = try record(&head)?.map(\.text.trimmed) else {
      throw DataTable.Fault("\(name) is empty; its first line names the columns")
    }
    for (index, column) in names.enumerated() {
      if column.isEmpty { throw fault("column \(index + 1) has no name") }
      if names[..<index].contains(column) { throw fault("two columns have the name \(column)") }
    }
    columns = names
    return names
  }

  /// The first record with its line end.
  private func headerLine(_ bytes: inout DataBytes) throws(DataTable.Fault) -> ArraySlice<UInt8> {
    var line: [UInt8] = []
    var isQuoted = false
    // A longer header is reported by the reader of records.
    while line.count <= DataReader.longestRow, let byte = try bytes.pop() {
      line.append(byte)
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
    }
    return line[...]
  }

  /// The most frequent separator outside quotes; a comma in a tie.
  private static func separator(in line: ArraySlice<UInt8>) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = candidates.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }

  /// The next record; `nil` at the end.
  private mutating func record(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [CSVField]? {
    var record: [CSVField] = []
    var field: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var size = 0
    line = bytes.line
    while let byte = try bytes.pop() {
      size += 1
      if size > DataReader.longestRow {
        throw fault("a record is longer than \(Quantity.bytes(DataReader.longestRow)); is a quote not closed?")
      }
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if try bytes.peek() == UInt8(ascii: "\"") {
          field.append(byte)
          bytes.drop()
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where field.isEmpty: (isQuoted, wasQuoted) = (true, true)
      case separator:
        record.append(CSVField(try text(field), isQuoted: wasQuoted))
        (field, wasQuoted) = ([], false)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if record.isEmpty && field.isEmpty {
          line = bytes.line
          continue
        }
        return record + [CSVField(try text(field), isQuoted: wasQuoted)]
      default: field.append(byte)
      }
    }
    if isQuoted { throw fault("a quote in this record is never closed") }
    return record.isEmpty && field.isEmpty
      ? nil : record + [CSVField(try text(field), isQuoted: wasQuoted)]
  }

  private func text(_ bytes: [UInt8]) throws(DataTable.Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw fault("not UTF-8") }
    return text
  }

  private func fault(_ what: String) -> DataTable.Fault { DataTable.Fault("\(name):\(line): \(what)") }
}

/// The objects of a JSON list or of JSON lines. Each object is delimited by its braces and then parsed, so that only
/// one is in memory.
struct JSONRows {
  private enum Place {
    case start
    /// Inside the list, before an element; `false` if a comma must come first.
    case list(isOpen: Bool)
    /// Between objects outside a list.
    case lines
    case end
  }

  let name: String
  private var place = Place.start
  private var count = 0
  /// The line where the last element begins, from 1.
  private var line = 1

  init(name: String) {
    self.name = name
  }

  mutating func next(_ bytes: inout DataBytes) throws(DataTable.Fault) -> DataTable.Row? {
    guard try hasNext(&bytes) else { return nil }
    let text = try element(&bytes)
    let node: JSONValue
    do throws(JSONError) { node = try JSONValue(parsing: text) } catch { throw fault("\(error)") }
    guard case .object(let members) = node else { throw noObject }
    count += 1
    return members.map { VariableInputs.Pair($0.name, CheckValue.value($0.value).text, json: $0.value) }
  }

  private mutating func hasNext(_ bytes: inout DataBytes) throws(DataTable.Fault) -> Bool {
    while let byte = try bytes.peek() {
      line = bytes.line
      switch (byte, place) {
      case (0x20, _), (0x09, _), (0x0A, _), (0x0D, _): break
      case (UInt8(ascii: "["), .start): place = .list(isOpen: true)
      case (_, .start), (_, .lines):
        place = .lines
        return true
      case (UInt8(ascii: "]"), .list(let isOpen)) where !isOpen || count == 0: place = .end
      case (UInt8(ascii: ","), .list(isOpen: false)): place = .list(isOpen: true)
      case (_, .list(isOpen: true)):
        place = .list(isOpen: false)
        return true
      case (_, .list(isOpen: false)): throw fault("a comma is missing before this element")
      case (_, .end): throw fault("there is more text after the end of the list")
      }
      bytes.drop()
    }
    switch place {
    case .lines, .end: return false
    case .start, .list: throw fault("the list is not closed")
    }
  }

  /// The text of an object, up to its closing brace.
  private func element(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [UInt8] {
    guard try bytes.peek() == UInt8(ascii: "{") else { throw noObject }
    var text: [UInt8] = []
    var nesting = JSONNesting()
    while let byte = try bytes.pop() {
      text.append(byte)
      if text.count > DataReader.longestRow {
        throw fault("an element is longer than \(Quantity.bytes(DataReader.longestRow))")
      }
      if nesting.take(byte) { return text }
    }
    return text
  }

  private var noObject: DataTable.Fault {
    fault("an element is not an object; write [{\"name\": \"value\"}, …]")
  }

  private func fault(_ what: String) -> DataTable.Fault { DataTable.Fault("\(name):\(line): \(what)") }
}
