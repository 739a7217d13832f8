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
