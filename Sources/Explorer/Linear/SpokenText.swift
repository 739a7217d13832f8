import Basics

/// Converts drawn text to words to speak: without lines, bars and arrows, and with columns as a comma-separated list.
enum SpokenText {
  /// The words of a drawn text. Two or more blanks separate columns.
  static func of(drawn text: String) -> String {
    var parts: [String] = []
    var part = ""
    var blanks = 0
    for character in text {
      let shown = signs[character] ?? (isDrawing(character) ? " " : String(character))
      guard shown == " " else {
        if blanks > 1, !part.isEmpty {
          parts.append(part)
          part = ""
        } else if blanks == 1, !part.isEmpty {
          part += " "
        }
        part += shown
        blanks = 0
        continue
      }
      blanks += 1
    }
    return (parts + (part.isEmpty ? [] : [part])).joined(separator: ", ")
  }

  /// `Ctrl+R` for `^R`.
  static func key(_ name: String) -> String {
    var spoken = ""
    var isControl = false
    for character in name.replacing("Alt-", with: "⌥") {
      switch character {
      case "^" where name.count > 1: isControl = true
      default:
        if isControl { spoken += "Ctrl+" }
        isControl = false
        spoken += keys[character] ?? String(character)
      }
    }
    return spoken
  }

  static func keys(_ keys: [(key: String, label: String)]) -> String {
    keys.map { "\(key($0.key)) \($0.label)" }.joined(separator: ", ")
  }

  /// The parts that are not empty, separated by commas.
  static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The name of a single character, such as a blank, which would be silent.
  static func character(_ character: Character) -> String {
    switch character {
    case " ": "blank"
    case "\t": "tab"
    default: String(character)
    }
  }

  /// The start of a text to speak at once. The user can request the rest.
  static func limited(_ text: String, to count: Int = 2_000) -> String {
    let head = text.prefix(count)
    guard head.endIndex < text.endIndex else { return text }
    return "\(head), and \(Quantity.bytes(text[head.endIndex...].utf8.count)) more"
  }

  private static let signs: [Character: String] = [
    "◉": "on", "○": "off", "✓": "passed", "✗": "failed", "▸": " ", "▾": " ", "›": " ", "‹": " ", "◆": "marked",
    "◌": "running", "↵": "Enter", "·": " ", "…": "...",
  ]

  private static let keys: [Character: String] = [
    "⌥": "Alt+", "⇧": "Shift+", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "…": "to",
  ]

  /// Returns true for box drawing, blocks, and the Braille dots of pictures.
  private static func isDrawing(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x2500...0x259F).contains(scalar.value) || (0x2800...0x28FF).contains(scalar.value)
  }
}
