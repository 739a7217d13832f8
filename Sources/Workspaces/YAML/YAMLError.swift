/// Why a YAML text could not be read, and where.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  package var line: Int
  /// In characters, from 1.
  package var column: Int
  package var message: String

  package init(line: Int, column: Int, _ message: String) {
    self.line = line
    self.column = column
    self.message = message
  }

  package var description: String { "\(line):\(column): \(message)" }
}
