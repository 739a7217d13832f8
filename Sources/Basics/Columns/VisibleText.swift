/// Replaces characters that would control a terminal or be invisible, so that untrusted text reaches the terminal
/// neither raw nor hidden.
package enum VisibleText {
  /// `␛` for C0 controls and DEL; `<U+202E>` for C1 controls, bidi overrides, invisible and separator characters; `nil`
  /// if the scalar can be shown unchanged.
  package static func replacing(_ scalar: Unicode.Scalar) -> String? {
    let value = scalar.value
    if value < 0x20 { return picture(0x2400 + value) }
    if value < 0x7F { return nil }
    if value == 0x7F { return picture(0x2421) }
    if value < 0xA0 { return codePoint(value) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return codePoint(value)
    default: return scalar.properties.isDefaultIgnorableCodePoint ? codePoint(value) : nil
    }
  }

  /// The text with every such character replaced.
  // Not generic: a generic function of another module would look up how to read each byte.
  package static func of(_ text: String) -> String {
    text.utf8.allSatisfy(isPlain) ? text : replaced(Substring(text))
  }

  /// The text with every such character replaced.
  package static func of(_ text: Substring) -> String {
    text.utf8.allSatisfy(isPlain) ? String(text) : replaced(text)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7F }

  private static func replaced(_ text: Substring) -> String {
    var result = ""
    Glyph.forEach(in: text) { glyph in
      result += glyph.text
      return true
    }
    return result
  }

  /// The replacement on a terminal that has only ASCII: `^[` for C0 controls and DEL, the nearest ASCII character for
  /// characters that Apus draws with, `<U+00E9>` for everything else.
  package static func replacingInASCII(_ scalar: Unicode.Scalar) -> String? {
    let value = scalar.value
    if value < 0x20 || value == 0x7F { return Unicode.Scalar(value ^ 0x40).map { "^\($0)" } }
    if value < 0x7F { return nil }
    // Control pictures, which replace control characters on other terminals.
    if (0x2400...0x2421).contains(value) {
      return value == 0x2421 ? "^?" : replacingInASCII(Unicode.Scalar(UInt8(value - 0x2400)))
    }
    return ASCIISigns.nearest(scalar).map { String($0) } ?? codePoint(value)
  }

  private static func picture(_ value: UInt32) -> String? {
    Unicode.Scalar(value).map { String($0) }
  }

  private static func codePoint(_ value: UInt32) -> String {
    "<U+" + Hexadecimal.text(value, digits: 4, uppercase: true) + ">"
  }
}

/// ASCII substitutes for the characters Apus draws and writes with, for terminals that have only ASCII.
package enum ASCIISigns {
  package static func nearest(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "─", "━", "═": return "-"
    case "│", "┃", "║", "▏", "▎", "▍", "▌": return "|"
    case "…", "·", "•": return "."
    case "▾", "▼", "↓": return "v"
    case "▸", "▶", "→", "›": return ">"
    case "◂", "◀", "←", "‹": return "<"
    case "▴", "▲", "↑", "⇧": return "^"
    case "●", "☑", "✓", "✔": return "*"
    case "○", "☐": return "o"
    case "✗", "✘", "×", "⊘": return "x"
    case "█", "▉", "▊", "▋", "▇", "▆", "▅": return "="
    case "▁", "▂", "▃", "▄": return "_"
    case "⌥": return "M"
    case "\u{A0}", "\u{3000}": return " "
    default:
      // Corners, tees and crosses.
      return scalar.value >= 0x2500 && scalar.value <= 0x257F ? "+" : nil
    }
  }
}
