import Terminal

/// Switches the terminal from one style to another.
struct StyleWriter {
  /// A style as this terminal shows it.
  private struct Look: Equatable {
    /// Palette entries; -1 for the terminal's own colour.
    var foreground = -1
    var background = -1
    var attributes: Style.Attributes = []
  }

  /// 256, 16, 8, or 0.
  let colors: Int
  /// Whether the terminal takes RGB values (`0xRRGGBB`) instead of palette entries, except for the first eight.
  private let isDirect: Bool
  /// Attributes the terminal cannot combine with colours.
  private let notWithColors: Style.Attributes
  private let reset: [UInt8]
  private var attributeStrings: [(Style.Attributes, [UInt8])] = []
  /// The commands for colours used before, by number.
  private var foregrounds: [[UInt8]]
  private var backgrounds: [[UInt8]]
  private var current = Look()
  /// The last requested style and its look: adjacent cells usually share one.
  private var last: (style: Style, look: Look) = (.plain, Look())

  /// - Parameter isRefused: whether the user wants no colours (https://no-color.org).
  init(isRefused: Bool) {
    let hasColors = !isRefused && !TerminalDatabase.string("setaf").isEmpty && !TerminalDatabase.string("setab").isEmpty
    let offered = hasColors ? TerminalDatabase.number("colors") ?? 0 : 0
    colors = [256, 16, 8].first { $0 <= offered } ?? 0
    isDirect = offered >= 1 << 24
    foregrounds = Array(repeating: [], count: colors)
    backgrounds = foregrounds
    // The bits of ncv, as terminfo(5) numbers them: underline 2, reverse 4, dim 16, bold 32, italic 32768.
    let excluded = colors > 0 ? TerminalDatabase.number("ncv") ?? 0 : 0
    let bits: [(Int, Style.Attributes)] = [
      (2, .underline), (4, .reverse), (16, .dim), (32, .bold), (32_768, .italic),
    ]
    notWithColors = bits.reduce(into: []) { if excluded & $1.0 != 0 { $0.formUnion($1.1) } }
    // If the command that ends all attributes is not from ECMA-48, it may leave colours on.
    let end = TerminalDatabase.string("sgr0")
    reset = end.contains(0x5B) ? end : end + TerminalDatabase.string("op")
  }

  /// Makes the terminal write in this style from here on.
  mutating func set(_ style: Style, to output: inout [UInt8]) {
    let look = look(of: style)
    guard look != current else { return }
    if look.attributes != current.attributes || isLost(current.foreground, look.foreground)
      || isLost(current.background, look.background)
    {
      if current != Look() { output.append(contentsOf: reset) }
      current = Look()
      for (attribute, string) in strings(of: look.attributes) where look.attributes.contains(attribute) {
        output.append(contentsOf: string)
      }
    }
    if look.foreground != current.foreground, foregrounds.indices.contains(look.foreground) {
      foregrounds[look.foreground] = command("setaf", look.foreground, foregrounds)
      output.append(contentsOf: foregrounds[look.foreground])
    }
    if look.background != current.background, backgrounds.indices.contains(look.background) {
      backgrounds[look.background] = command("setab", look.background, backgrounds)
      output.append(contentsOf: backgrounds[look.background])
    }
    current = look
  }

  /// Resets the terminal to the plain style, whatever the current one.
  mutating func forget(to output: inout [UInt8]) {
    output.append(contentsOf: reset)
    current = Look()
  }

  /// Whether the new colour is the terminal's own, which only a reset restores.
  private func isLost(_ old: Int, _ new: Int) -> Bool { new < 0 && old >= 0 }

  private mutating func look(of style: Style) -> Look {
    if last.style == style { return last.look }
    var look = Look(
      foreground: index(style.foreground), background: index(style.background, isBackground: true),
      attributes: style.attributes)
    if look.foreground >= 0 || look.background >= 0 { look.attributes.subtract(notWithColors) }
    last = (style, look)
    return look
  }

  private func index(_ color: Color, isBackground: Bool = false) -> Int {
    guard colors > 0, case .palette(let index) = color.quantized(to: colors, isBackground: isBackground) else {
      return -1
    }
    return Int(index) < colors ? Int(index) : -1
  }

  /// Read from the database when the first style with attributes is used.
  private mutating func strings(of attributes: Style.Attributes) -> [(Style.Attributes, [UInt8])] {
    guard !attributes.isEmpty, attributeStrings.isEmpty else { return attributes.isEmpty ? [] : attributeStrings }
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "smul"), (.reverse, "rev"), (.italic, "sitm"),
    ]
    attributeStrings = names.map { ($0.0, TerminalDatabase.string($0.1)) }
    return attributeStrings
  }

  private func command(_ name: String, _ index: Int, _ known: [[UInt8]]) -> [UInt8] {
    known[index].isEmpty ? TerminalDatabase.string(name, code(index)) : known[index]
  }

  /// The number for a palette entry in the terminal's commands.
  private func code(_ index: Int) -> Int {
    guard isDirect, index >= 8, let entry = UInt8(exactly: index) else { return index }
    let light = Palette.xterm[entry]
    return Int(light.red) << 16 | Int(light.green) << 8 | Int(light.blue)
  }
}
