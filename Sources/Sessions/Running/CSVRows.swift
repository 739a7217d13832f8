import Basics
import Workspaces

/// The records of a CSV file (RFC 4180), whose first names the columns. Only CR and LF end a line; a blank line is none.
struct CSVRows {
  let name: String
  private var columns: [String]?
  /// Of records read, the names of the columns included.
  private var count = 0

  init(name: String) {
    self.name = name
  }

  mutating func next(_ bytes: inout DataBytes) throws(DataTable.Fault) -> DataTable.Row? {
    let columns: [String]
    if let known = self.columns { columns = known } else { columns = try header(&bytes) }
    guard let record = try record(&bytes) else { return nil }
    guard record.count == columns.count else {
      let values = record.count == 1 ? "1 value" : "\(record.count) values"
      throw fault("record \(count) has \(values) for \(columns.count) columns")
    }
    return zip(columns, record).map { VariableInputs.Pair($0, $1) }
  }

  private mutating func header(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [String] {
    guard let names = try record(&bytes)?.map(\.trimmed) else {
      throw DataTable.Fault("\(name) is empty; its first line names the columns")
    }
    for (index, column) in names.enumerated() {
      if column.isEmpty { throw fault("column \(index + 1) has no name") }
      if names[..<index].contains(column) { throw fault("two columns have the name \(column)") }
    }
    columns = names
    return names
  }

  /// The next record; `nil` at the end.
  private mutating func record(_ bytes: inout DataBytes) throws(DataTable.Fault) -> [String]? {
    var record: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var size = 0
    while let byte = try bytes.pop() {
      size += 1
      if size > DataReader.longestRow {
        throw fault("record \(count + 1) is longer than \(Quantity.bytes(DataReader.longestRow)); is a quote open?")
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
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case UInt8(ascii: ","):
        record.append(try text(field))
        field = []
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if record.isEmpty && field.isEmpty { continue }
        return try ended(record, field)
      default: field.append(byte)
      }
    }
    if isQuoted { throw fault("a quote that opens in record \(count + 1) is never closed") }
    return record.isEmpty && field.isEmpty ? nil : try ended(record, field)
  }

  private mutating func ended(_ record: [String], _ field: [UInt8]) throws(DataTable.Fault) -> [String] {
    count += 1
    return record + [try text(field)]
  }

  private func text(_ bytes: [UInt8]) throws(DataTable.Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw DataTable.Fault("\(name) is not UTF-8") }
    return text
  }

  private func fault(_ what: String) -> DataTable.Fault { DataTable.Fault("\(name): \(what)") }
}
