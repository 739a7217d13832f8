import Basics

/// Text as a string literal in double quotes. Python, JavaScript and Go read the same escapes, but for characters beyond
/// U+FFFF.
struct CodeText {
  /// How a character beyond U+FFFF is escaped.
  enum Wide {
    /// `\U0001F600`
    case eightDigits
    /// `\u{1F600}`
    case braces
  }

  let wide: Wide

  /// One literal.
  func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars { made += escaped(scalar) }
    return made + "\""
  }

  /// A literal for each line, so that a body reads as it is sent.
  func lines(_ text: String) -> [String] {
    var rest = Substring(text)
    var made: [String] = []
    while let end = rest.utf8.firstIndex(of: 0x0A) {
      made.append(quoted(String(rest[...end])))
      rest = rest[rest.utf8.index(after: end)...]
    }
    return rest.isEmpty && !made.isEmpty ? made : made + [quoted(String(rest))]
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return isPlain(scalar) ? String(scalar) : code(scalar)
    }
  }

  /// What is invisible, or changes the order of the text around it, is written by its number.
  private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return false
    default: return true
    }
  }

  private func code(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    func padded(_ count: Int) -> String { String(repeating: "0", count: max(0, count - digits.count)) + digits }
    if scalar.value <= 0xFFFF { return "\\u" + padded(4) }
    return wide == .braces ? "\\u{\(digits)}" : "\\U" + padded(8)
  }
}
