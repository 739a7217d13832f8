/// Why a row cannot be sent: the cell, and what to change.
struct RowProblem: Equatable {
  var column: Int
  var reason: String

  /// The first problem of a row; `nil` for a valid row, and for one that is switched off.
  static func of(_ row: TableRow, in kind: TableKind) -> RowProblem? {
    guard row.isEnabled, kind == .headers, !row.isBlank(in: kind) else { return nil }
    if row[0].isEmpty { return RowProblem(column: 0, reason: "The header has no name: name it or switch the row off") }
    if let wrong = firstWrong(inName: row[0]) {
      return RowProblem(column: 0, reason: "A header name cannot contain \(wrong): use A-Z 0-9 - _ .")
    }
    if let wrong = row[1].unicodeScalars.first(where: { $0 == "\r" || $0 == "\n" || $0.value == 0 }) {
      let name = wrong.value == 0 ? "NUL" : "a line break"
      return RowProblem(column: 1, reason: "A header value cannot contain \(name): remove it")
    }
    return nil
  }

  /// Checks for a token of RFC 9110, section 5.6.2; variables count as tokens.
  private static func firstWrong(inName name: String) -> String? {
    let variables = VariableSpan.ranges(in: name)
    var offset = 0
    for scalar in name.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      if variables.contains(where: { $0.contains(offset) }) || isToken(scalar) { continue }
      switch scalar {
      case " ": return "a space"
      case "\t": return "a tab"
      case "\r", "\n": return "a line break"
      case ":": return "a colon"
      default: return "'\(Character(scalar))'"
      }
    }
    return nil
  }

  private static func isToken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
    default: false
    }
  }
}
