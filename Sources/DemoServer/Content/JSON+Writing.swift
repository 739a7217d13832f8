extension JSON {
  /// The value as text (RFC 8259), by default with two blanks a level and without a newline at the end.
  /// - Parameter indent: blanks a level; `nil` writes it on one line without blanks.
  func written(indent: Int? = 2) -> String {
    var output = ""
    write(to: &output, indent: indent, level: 0)
    return output
  }

  private func write(to output: inout String, indent: Int?, level: Int) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .numeral(let text): output += text
    case .string(let text): Self.write(text, to: &output)
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &output, indent: indent, level: level) { element, output in
        element.write(to: &output, indent: indent, level: level + 1)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &output, indent: indent, level: level) { member, output in
        Self.write(member.name, to: &output)
        output += indent == nil ? ":" : ": "
        member.value.write(to: &output, indent: indent, level: level + 1)
      }
    }
  }

  private static func write<T>(
    _ items: [T], between brackets: (String, String), to output: inout String, indent: Int?, level: Int,
    item: (T, inout String) -> Void
  ) {
    output += brackets.0
    for (index, element) in items.enumerated() {
      if index > 0 { output += "," }
      breakLine(&output, indent: indent, level: level + 1)
      item(element, &output)
    }
    if !items.isEmpty { breakLine(&output, indent: indent, level: level) }
    output += brackets.1
  }

  private static func breakLine(_ output: inout String, indent: Int?, level: Int) {
    guard let indent else { return }
    output += "\n" + String(repeating: " ", count: indent * level)
  }

  private static func write(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..."\u{1f}", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
