import Basics
import Explorer

/// Formats a difference between two exchanges.
enum ComparisonText {
  static func lines(_ change: ExchangeComparison.Change) -> String {
    var lines: [String] = ["\(change.part.rawValue): \(change.name)"]
    if let old = change.old { lines.append("  - \(old)") }
    if let new = change.new { lines.append("  + \(new)") }
    return lines.map { TerminalText.line($0) + "\n" }.joined()
  }

  static func json(_ change: ExchangeComparison.Change) -> JSONValue {
    let (old, new) = (change.old.map(JSONValue.string), change.new.map(JSONValue.string))
    return .object([
      JSONValue.Member("place", .string("\(change.part.rawValue): \(change.name)")),
      JSONValue.Member("old", old ?? .null), JSONValue.Member("new", new ?? .null),
    ])
  }
}
