/// Writes one JSON document (RFC 8259) for scripts: keys in the order given, two blanks a level.
indirect enum JSONText: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case decimal(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])
  /// A document that is text already, one line, put in as it is.
  case raw(String)

  static func == (left: JSONText, right: JSONText) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  var text: String {
    var output = ""
    write(to: &output, level: 0)
    return output
  }

  private func write(to output: inout String, level: Int) {
    let inner = "\n" + String(repeating: "  ", count: level + 1)
    let outer = "\n" + String(repeating: "  ", count: level)
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .integer(let value): output += String(value)
    case .decimal(let value): output += value.isFinite ? Figures.fixed(value, 3) : "null"
    case .string(let value): Self.quote(value, to: &output)
    case .raw(let value): output += value
    case .array(let values) where values.isEmpty: output += "[]"
    case .object(let members) where members.isEmpty: output += "{}"
    case .array(let values):
      for (index, value) in values.enumerated() {
        output += (index == 0 ? "[" : ",") + inner
        value.write(to: &output, level: level + 1)
      }
      output += outer + "]"
    case .object(let members):
      for (index, member) in members.enumerated() {
        output += (index == 0 ? "{" : ",") + inner
        Self.quote(member.0, to: &output)
        output += ": "
        member.1.write(to: &output, level: level + 1)
      }
      output += outer + "}"
    }
  }

  private static func quote(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}":
        let digits = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
