import Basics

/// What a request asks of its answer, in the field `Prefer` (RFC 7240) or in its query:
///
/// ```
/// Prefer: example="Not found", code=404, delay=2s, fault=cut          ?__example=Not%20found&__code=404
/// ```
package struct ServePreference: Hashable, Sendable {
  /// The name of an example.
  package var example: String?
  package var code: Int?
  package var delay: Duration?
  package var fault: ServeFault?
  /// What was asked for and cannot be done, in words.
  package var problem: String?

  package init() {}

  /// - Parameter fields: the values of all fields `Prefer`.
  package init(fields: [String], query: [RequestTarget.Pair]) {
    for field in fields {
      for (name, value) in Self.pairs(in: field) { take(name, value) }
    }
    for pair in query where pair.name.hasPrefix("__") { take(String(pair.name.dropFirst(2)), pair.value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name.lowercased() {
    case "example": example = value
    case "code", "status":
      guard let number = Int(value), (200...599).contains(number) else { return refuse("code", value, "200 to 599") }
      code = number
    case "delay":
      guard let time = ServeTerms.delay(value)?.lowerBound else {
        return refuse("delay", value, "a time such as 200ms")
      }
      delay = time
    case "fault":
      guard let known = ServeFault(rawValue: value.lowercased()) else {
        return refuse("fault", value, "one of \(ServeFault.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      fault = known
    // Preferences that a server does not know are ignored (RFC 7240, section 2).
    default: break
    }
  }

  private mutating func refuse(_ name: String, _ value: String, _ wanted: String) {
    problem = problem ?? "\(name) is \"\(value.prefix(100))\"; give \(wanted)"
  }

  /// `name=value` pairs at commas and semicolons outside quotes.
  private static func pairs(in field: String) -> [(String, String)] {
    var pairs: [(String, String)] = []
    var isQuoted = false
    let pieces = field.split(omittingEmptySubsequences: true) { letter in
      if letter == "\"" { isQuoted.toggle() }
      return !isQuoted && (letter == "," || letter == ";")
    }
    for piece in pieces {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      var value = String(piece[piece.index(after: equals)...]).trimmed
      if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") { value = String(value.dropFirst().dropLast()) }
      pairs.append((String(piece[..<equals]).trimmed, value))
    }
    return pairs
  }
}
