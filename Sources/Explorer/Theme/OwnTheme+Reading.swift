import Basics
import Terminal
package import Workspaces

/// A theme's file: `base: dark`, `background: painted`, and a colour for each name that differs from the base.
///
/// A name is that of a shared colour (`green`, `dim`, `field`) or of a token that has only one use (`methodGet`).
extension OwnTheme {
  /// - Throws: the first fault, with its line and column.
  package init(name: String, _ bytes: [UInt8]) throws(YAMLError) {
    self.init(name: name)
    var isPainted = false
    for entry in try PlacedValues(bytes).entries {
      guard let text = entry.text else { throw entry.valueFault("`\(entry.name)` takes one colour") }
      switch entry.name {
      case "base":
        guard let base = Self.bases.first(where: { $0.word == text }) else {
          throw entry.valueFault("`base` is one of \(Self.bases.map(\.word).joined(separator: ", "))")
        }
        self.base = base
      case "background":
        isPainted = text == "painted"
        if !isPainted { background = try Self.color(of: entry, text) }
      default: try set(entry, text)
      }
    }
    if isPainted { background = .rgb(RGB(hex: Hue.base.shade(in: base).full)) }
  }

  private mutating func set(_ entry: PlacedValues.Entry, _ text: String) throws(YAMLError) {
    if let hue = Hue(rawValue: entry.name), hue != .base {
      hues[hue] = try Self.color(of: entry, text)
    } else if let token = Token(rawValue: entry.name) {
      tokens[token] = try Self.color(of: entry, text)
    } else {
      let meant = NearestWord.of(entry.name, in: Self.words).map { "; did you mean `\($0)`?" } ?? ""
      throw entry.nameFault("no theme has a `\(entry.name)`\(meant)")
    }
  }

  private static let bases = Theme.Name.allCases.filter { $0 != .terminal }

  /// The names that a file may have, in the order in which they are documented.
  package static let words: [String] = {
    let hues = Hue.allCases.filter { $0 != .base }.map(\.rawValue)
    return ["base", "background"] + hues + Token.allCases.map(\.rawValue).filter { !hues.contains($0) }
  }()

  private static func color(of entry: PlacedValues.Entry, _ text: String) throws(YAMLError) -> Color {
    if let color = Color(themeText: text) { return color }
    if text.isEmpty {
      throw entry.nameFault("`\(entry.name)` has no value; a colour with # needs quotes: \"#ff9e64\"")
    }
    let shown = VisibleText.of(String(text.prefix(30)))
    throw entry.valueFault("`\(shown)` is no colour: \"#ff9e64\", 0 to 255, or a name such as red or brightRed")
  }
}

extension Color {
  /// `#rrggbb`, `#rgb`, an entry of the palette, or the name of one of the terminal's sixteen; `terminal` for its own.
  init?(themeText text: String) {
    if text == "terminal" {
      self = .terminal
    } else if let index = UInt8(text) {
      self = .palette(index)
    } else if let index = Self.names.firstIndex(of: text) {
      self = .palette(UInt8(index))
    } else if text.hasPrefix("#"), text.utf8.dropFirst().allSatisfy(\.isHexDigit) {
      let digits = text.dropFirst()
      let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
      guard full.utf8.count == 6, let hex = UInt32(full, radix: 16) else { return nil }
      self = .rgb(RGB(hex: hex))
    } else {
      return nil
    }
  }

  private static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "grey", "brightRed", "brightGreen",
    "brightYellow", "brightBlue", "brightMagenta", "brightCyan", "brightWhite",
  ]
}

extension Theme.Name {
  /// The name in files of themes and settings.
  var word: String { self == .contrast ? "contrast" : rawValue }
}
