import CNCurses
import Terminal

/// What a cell's text becomes on this terminal: groups of wide characters, each of one base and its marks, that take
/// exactly the columns of the cell, as the system counts them (`wcwidth`). The last guard before the terminal: nothing
/// that is no printable character passes.
struct CellText {
  /// ncurses holds a base and four marks in a cell.
  private static let mostMarks = 4

  /// Whether the terminal's character set has more than ASCII.
  var isUnicode: Bool

  /// The one character of a cell that has no more, as nearly all have: what `groups` gives, without the arrays.
  func only(_ text: String, columns: Int) -> wchar_t? {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next(), scalars.next() == nil else { return nil }
    if columns == 1, first.value >= 0x20, first.value < 0x7F { return CellText.wide(first) }
    // Signs of no width are for `groups`, joiners among them.
    return isUnicode && CellText.width(first) == columns && columns > 0 ? CellText.wide(first) : nil
  }

  /// One group for each column, or one group for two.
  func groups(_ text: String, columns: Int) -> [[wchar_t]] {
    guard isUnicode else { return ascii(text, columns: columns) }
    var groups: [[wchar_t]] = []
    var used = 0
    for scalar in text.unicodeScalars {
      let width = CellText.width(scalar)
      if width == 0, let last = groups.indices.last {
        if groups[last].count <= CellText.mostMarks { groups[last].append(CellText.wide(scalar)) }
      } else if width > 0 {
        used += width
        groups.append([CellText.wide(scalar)])
      } else {
        return replacement(columns)
      }
    }
    if used == columns { return groups.map(CellText.withoutJoiners) }
    // A picture of several characters (skin tones, families, text shown as emoji) is shown by its first.
    guard let first = text.unicodeScalars.first, !groups.isEmpty else { return replacement(columns) }
    let width = CellText.width(first)
    guard width > 0 && width <= columns else { return replacement(columns) }
    return [[CellText.wide(first)]] + CellText.blanks(columns - width)
  }

  /// Joiners and variation signs would let the terminal draw another picture, of another width.
  private static func withoutJoiners(_ group: [wchar_t]) -> [wchar_t] {
    group.filter { $0 != 0x200D && !(0xFE00...0xFE0F).contains($0) && !(0xE0000...0xE0FFF).contains($0) }
  }

  private func replacement(_ columns: Int) -> [[wchar_t]] {
    [[isUnicode ? 0xFFFD : 0x3F]] + CellText.blanks(columns - 1)
  }

  /// The nearest sign in ASCII, or `?`.
  private func ascii(_ text: String, columns: Int) -> [[wchar_t]] {
    guard let first = text.unicodeScalars.first else { return CellText.blanks(columns) }
    if first.value >= 0x20 && first.value < 0x7F { return [[CellText.wide(first)]] + CellText.blanks(columns - 1) }
    let sign = ASCIISigns.nearest(first) ?? "?"
    return [[CellText.wide(sign)]] + CellText.blanks(columns - 1)
  }

  private static func blanks(_ count: Int) -> [[wchar_t]] {
    Array(repeating: [0x20], count: max(0, count))
  }

  private static func wide(_ scalar: Unicode.Scalar) -> wchar_t { wchar_t(scalar.value) }

  /// The system's own count, which ncurses goes by; -1 for what cannot be printed.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x20 || value >= 0x7F && value < 0xA0 { return -1 }
    return value < 0x7F ? 1 : Int(apus_width(wide(scalar)))
  }
}

/// What stands for the signs that views draw with, where there is only ASCII.
enum ASCIISigns {
  static func nearest(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
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
    case "✗", "✘", "×": return "x"
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
