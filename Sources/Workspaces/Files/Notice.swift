/// Something the user should know about a file: what, and where to look.
public struct Notice: Hashable, Sendable, CustomStringConvertible {
  public enum Severity: String, Hashable, Sendable {
    case warning, error
  }

  public var severity: Severity
  /// `file:line:column`, as far as known.
  public var location: String
  public var message: String

  public init(_ severity: Severity, _ location: String, _ message: String) {
    self.severity = severity
    self.location = location
    self.message = message
  }

  public var description: String { location.isEmpty ? message : "\(location): \(message)" }

  /// The file or folder concerned, without line and column.
  public var path: String { String(location.dropLast(place.utf8.count)) }

  /// `:line:column`, as far as known.
  public var place: String {
    let parts = location.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.dropFirst().suffix(2).reversed().prefix { Int($0) != nil }
    return numbers.reversed().map { ":\($0)" }.joined()
  }
}
