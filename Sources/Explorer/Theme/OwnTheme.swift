import Basics
import Terminal
package import Workspaces

/// A theme of the user's own: a built-in one with some colours replaced. `OwnTheme+Reading` reads its file.
package struct OwnTheme: Hashable, Sendable {
  /// The name of its file without `.yml`.
  package let name: String
  /// The theme that has every colour not given here.
  var base = Theme.Name.dark
  /// The background: `.terminal` for the terminal's own, `nil` for the terminal's if the base is legible on it.
  var background: Color?
  var hues: [Hue: Color] = [:]
  /// Text colours of single tokens, which override the shared ones.
  var tokens: [Token: Color] = [:]
}

extension OwnTheme {
  /// The colours of a theme, reduced to the colours of a terminal.
  struct Twin: Hashable, Sendable {
    var hues: [Hue: Color] = [:]
    var texts: [Token: Color] = [:]
    /// The colours of cells that have none; `nil` to leave those of the terminal.
    var ground: Theme.Base?
    /// True if the file asks for the terminal's own background, even if its colours are hard to read there.
    var keepsBackground = false
  }

  /// - Parameter builtIn: the base, for the same number of colours.
  func twin(of builtIn: Theme) -> Twin {
    let colors = builtIn.colors
    guard colors >= 8 else { return Twin() }
    var twin = Twin()
    for (hue, color) in hues {
      // Sixteen colours have no slight tints, so only surfaces that the base fills are filled.
      let isShown = !hue.isSurface || colors >= 256 || hue.shade(in: base).few != nil
      twin.hues[hue] = isShown ? Self.shown(color, colors: colors, isBackground: hue.isSurface) : .terminal
    }
    if let row = twin.hues[.selection], hues[.cell] == nil, colors >= 256 {
      twin.hues[.cell] = Self.surface(brighterThan: row, colors: colors)
    }
    // The base has versions of these two for selected rows, which would not fit.
    if hues[.dimSelected] == nil { twin.hues[.dimSelected] = twin.hues[.dim] }
    if hues[.faintSelected] == nil { twin.hues[.faintSelected] = twin.hues[.faint] }
    twin.texts = tokens.compactMapValues { Self.shown($0, colors: colors) }
    let text = twin.hues[.text]
    if let text, twin.texts[.text] == nil { twin.texts[.text] = text }
    twin.keepsBackground = background == .terminal
    if let background, background != .terminal {
      let shown = Self.shown(background, colors: colors, isBackground: true)
      twin.ground = Theme.Base(text: text ?? builtIn.base.text, background: shown ?? builtIn.base.background)
    } else if let text {
      twin.ground = Theme.Base(text: text, background: .terminal)
    }
    return twin
  }

  /// The colour on a terminal; `nil` for the colour of the base. The nearest of sixteen colours is often a grey, so only
  /// those that the file chose from the sixteen are used there.
  private static func shown(_ color: Color, colors: Int, isBackground: Bool = false) -> Color? {
    if colors < 256 {
      switch color {
      case .rgb, .palette(16...): return nil
      case .palette, .terminal: break
      }
    }
    return color.quantized(to: colors, isBackground: isBackground)
  }

  /// The current cell's surface in a theme that gives only that of the row.
  private static func surface(brighterThan row: Color, colors: Int) -> Color {
    let ground = Palette.xterm.rgb(row, isBackground: true)
    let half = ground.mixed(with: RGB(255, 255, 255))
    let quarter = ground.mixed(with: half)
    let candidates = [ground.mixed(with: quarter), quarter, half]
      .map { Color.rgb($0).quantized(to: colors, isBackground: true) }
    return candidates.first { Palette.xterm.rgb($0).luminance > ground.luminance } ?? candidates[2]
  }
}

extension Hue {
  /// True if it is a background.
  var isSurface: Bool {
    switch self {
    case .base, .field, .selection, .cell, .shade, .okSurface, .infoSurface, .warnSurface, .errorSurface, .matchSurface,
      .currentSurface, .selectedSurface, .addedSurface, .removedSurface, .changedSurface:
      true
    default: false
    }
  }
}

/// A theme's file: `base: dark`, `background: painted`, and a colour for each name that differs from the base.
///
/// A name is a shared colour (`green`, `dim`, `field`) or a token with a single use (`methodGet`).
extension OwnTheme {
  /// - Throws: the first fault, with its line and column.
  package init(name: String, _ bytes: [UInt8]) throws(YAMLError) {
    self.init(name: name)
    var isPainted = false
    for entry in try PlacedValues(bytes).entries {
      guard let text = entry.text else { throw entry.valueFault("`\(entry.name)` takes one colour") }
      switch entry.name {
      case "base":
        guard let base = Self.bases.first(where: { $0.rawValue == text }) else {
          throw entry.valueFault("`base` is one of \(Self.bases.map(\.rawValue).joined(separator: ", "))")
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
    throw entry.valueFault("`\(shown)` is not a colour: \"#ff9e64\", 0 to 255, or a name such as red or brightRed")
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

extension OwnTheme {
  /// The texts that are hard to read on a surface, one line each: `dim on selection: 3.1:1, readable is 4.5:1`.
  /// Includes only colours changed by the file, and is only a warning.
  var faintTexts: [String] {
    let theme = Theme(self, colors: Capabilities.allColors)
    var palette = base == .light ? Palette.light : .dark
    let painted = background == .terminal ? nil : background
    palette.background = palette.rgb(painted ?? .rgb(RGB(hex: Hue.base.shade(in: base).full)), isBackground: true)
    palette.foreground = palette.rgb(theme.color(.text))
    let plain = Theme(base, colors: Capabilities.allColors)
    // Lines are not text.
    return Token.allCases.filter { $0 != .line }.flatMap { token in
      [nil, Token.field, .selection].compactMap { surface in
        let style = surface.map { theme.laid(theme[token], on: $0) } ?? theme[token]
        let usual = surface.map { plain.laid(plain[token], on: $0) } ?? plain[token]
        guard style != usual || painted != nil else { return nil }
        let (text, ground) = palette.colors(of: style)
        let needed = [.faint, .shade, .urlPunctuation].contains(token) ? 3 : 4.5
        let reached = text.contrast(with: ground)
        guard reached < needed else { return nil }
        let place = surface.map { " on \($0.rawValue)" } ?? ""
        return "\(token.rawValue)\(place): \(Self.ratio(reached)), needs \(Self.ratio(needed))"
      }
    }
  }

  /// Rounds down, so that an insufficient ratio never looks sufficient.
  private static func ratio(_ value: Double) -> String {
    let tenths = Int(value * 10)
    return tenths % 10 == 0 ? "\(tenths / 10):1" : "\(tenths / 10).\(tenths % 10):1"
  }
}
