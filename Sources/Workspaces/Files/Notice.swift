/// Something the user should know about a file: what, and where to look.
package struct Notice: Hashable, Sendable, CustomStringConvertible {
  package enum Severity: String, Hashable, Sendable {
    case warning, error
  }

  package var severity: Severity
  /// `file:line:column`, as far as known.
  package var location: String
  package var message: String

  package init(_ severity: Severity, _ location: String, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  package var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// Whether it concerns the folder, or something in it.
  package func isIn(_ folder: String) -> Bool { FilePaths.isBelow(path, folder) }

  /// The file or folder concerned, without line and column.
  package var path: String { String(location.dropLast(place.utf8.count)) }

  /// `:line:column`, as far as known.
  package var place: String {
    let parts = location.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().suffix(2).reversed().prefix { Int($0) != nil }
    return numbers.reversed().map { ":\($0)" }.joined()
  }
}
