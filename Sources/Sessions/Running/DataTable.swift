import Basics
package import Workspaces

/// The rows of a data file: one iteration per row, one variable per column.
package struct DataTable: Sendable {
  package typealias Row = [VariableInputs.Pair]

  package let rows: [Row]

  /// What is wrong with a file, and where.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
  }

  /// Parses a JSON list of objects, or CSV (RFC 4180) whose first line names the columns.
  package init(_ bytes: [UInt8], name: String) throws(Fault) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = bytes.first { $0 > 0x20 }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      rows = try Self.json(bytes, name)
    } else {
      rows = try Self.csv(bytes, name)
    }
    // A run with no iterations would look successful.
    if rows.isEmpty { throw Fault("\(name) has no rows: nothing would be sent") }
  }

  private static func json(_ bytes: [UInt8], _ name: String) throws(Fault) -> [Row] {
    let node: JSONValue
    do throws(JSONError) { node = try JSONValue(parsing: bytes) } catch { throw Fault("\(name): \(error)") }
    var rows: [Row] = []
    for (index, item) in (node.array ?? [node]).enumerated() {
      guard case .object(let members) = item else {
        throw Fault("\(name): element \(index) is no object; write [{\"name\": \"value\"}, …]")
      }
      rows.append(members.map { VariableInputs.Pair($0.name, CheckValue.value($0.value).text) })
    }
    return rows
  }

  private static func csv(_ bytes: [UInt8], _ name: String) throws(Fault) -> [Row] {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault("\(name) is not UTF-8") }
    let records = try records(in: text, name)
    guard let header = records.first?.map(\.trimmed) else {
      throw Fault("\(name) is empty; its first line names the columns")
    }
    for (index, column) in header.enumerated() {
      if column.isEmpty { throw Fault("\(name): column \(index + 1) has no name") }
      if header[..<index].contains(column) { throw Fault("\(name): two columns have the name \(column)") }
    }
    var rows: [Row] = []
    for (index, record) in records.dropFirst().enumerated() {
      guard record.count == header.count else {
        throw Fault(
          "\(name): record \(index + 2) has \(record.count) value\(record.count == 1 ? "" : "s") for \(header.count) columns"
        )
      }
      rows.append(zip(header, record).map { VariableInputs.Pair($0.0, $0.1) })
    }
    return rows
  }

  private static func records(in text: String, _ name: String) throws(Fault) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var isQuoted = false
    // Scalars, not characters: a quote with a combining accent is still a quote, and only CR and LF end a line.
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if isQuoted {
        if scalar != "\"" {
          field.unicodeScalars.append(scalar)
        } else if scalars.first == "\"" {
          field.append("\"")
          scalars.removeFirst()
        } else {
          isQuoted = false
        }
      } else if scalar == "\"", field.isEmpty {
        isQuoted = true
      } else if scalar == "," {
        record.append(field)
        field = ""
      } else if scalar == "\n" || scalar == "\r" {
        if !(record.isEmpty && field.isEmpty) { records.append(record + [field]) }
        record = []
        field = ""
      } else {
        field.unicodeScalars.append(scalar)
      }
    }
    if isQuoted { throw Fault("\(name): a quote that opens in record \(records.count + 1) is never closed") }
    if !(record.isEmpty && field.isEmpty) { records.append(record + [field]) }
    return records
  }
}
