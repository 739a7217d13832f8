package import Workspaces

/// The rows of a data file: one iteration per row, one variable per column.
package struct DataTable: Sendable {
  package typealias Row = [VariableInputs.Pair]

  package let rows: [Row]

  /// What is wrong with a file, and where.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Parses a JSON list of objects, or CSV (RFC 4180) whose first line names the columns.
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
