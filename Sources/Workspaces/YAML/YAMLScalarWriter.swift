import Basics

/// Writes one text as a YAML scalar in the style of the format (opencollection.md, section 2).
struct YAMLScalarWriter {
  /// What follows the key or dash, and the lines below it, without their indentation.
  struct Written: Equatable {
    var inline: String
    var lines: [String] = []
    /// Whether the lines need an indentation indicator.
    var hasIndicator = false
  }

  /// Whether `|+` may be used: only if no blank line of the file follows, which would become text.
  var allowsKeep = true
  /// The indentation that an indicator names.
  var step = 2

  func write(_ scalar: YAMLScalar, like old: YAMLScalar.Style? = nil) -> Written {
    guard scalar.kind == .string else { return Written(inline: scalar.text.isEmpty ? "null" : scalar.text) }
    let text = scalar.text
    if needsEscapes(text) { return Written(inline: doubleQuoted(text)) }
    let isLong = text.utf8.contains(0x0A)
    switch old {
    case .literal where !text.isEmpty: if let literal = literal(text) { return literal }
    case .doubleQuoted where !isLong: return Written(inline: doubleQuoted(text))
    case .singleQuoted where !isLong: return Written(inline: singleQuoted(text))
    default: break
    }
    if isLong { return literal(text) ?? Written(inline: doubleQuoted(text)) }
    if isPlain(text) { return Written(inline: text) }
    let prefersSingle = text.contains("\"") && !text.contains("'")
    return Written(inline: prefersSingle ? singleQuoted(text) : doubleQuoted(text))
  }

  private func literal(_ text: String) -> Written? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(where: { !$0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else { return nil }
    var header = "|"
    let endings = lines.reversed().prefix { $0.isEmpty }.count
    let last = lines[lines.count - 1]
    if endings == 0 {
      if last.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      header += "-"
    } else {
      lines.removeLast()
      let before = lines.last ?? ""
      if endings > 1 {
        guard allowsKeep else { return nil }
        header += "+"
      } else if before.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        return nil
      }
    }
    let needsIndicator = lines[...first].contains { $0.hasPrefix(" ") }
    if needsIndicator { header = "|\(step)" + header.dropFirst() }
    return Written(inline: header, lines: lines, hasIndicator: needsIndicator)
  }

  /// Whether a single line can be written without quotes.
  private func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    if ",[]{}#&*!|>'\"%@`\t ".utf8.contains(first) { return false }
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "-") || first == UInt8(ascii: ":") {
      if bytes.count == 1 || bytes[1].isBlank { return false }
    }
    if last.isBlank || last == UInt8(ascii: ":") { return false }
    for index in bytes.indices.dropLast() {
      if bytes[index] == UInt8(ascii: ":"), bytes[index + 1].isBlank { return false }
      if bytes[index].isBlank, bytes[index + 1] == UInt8(ascii: "#") { return false }
    }
    if text.hasPrefix("---") || text.hasPrefix("...") { return false }
    return YAMLCoreSchema.kind(of: text) == .string
  }

  /// Control characters, and characters that libyaml's reader refuses.
  private func needsEscapes(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: true
      default: scalar.value & 0xFFFF >= 0xFFFE
      }
    }
  }

  func singleQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0x00..<0x20, 0x7F..<0xA0: result += "\\x" + Hexadecimal.text(scalar.value, digits: 2, uppercase: true)
      case 0xFEFF: result += "\\uFEFF"
      case let value where value & 0xFFFF >= 0xFFFE:
        result +=
          value > 0xFFFF
          ? "\\U" + Hexadecimal.text(value, digits: 8, uppercase: true)
          : "\\u" + Hexadecimal.text(value, digits: 4, uppercase: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
