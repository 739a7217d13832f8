package import Terminal

/// Switches the terminal from one style to another.
struct StyleWriter {
  /// A style in terms of this terminal.
  private struct CellStyle: Equatable {
    /// Palette entries, or `allColors` plus `0xRRGGBB`; -1 for the terminal's own colour.
    var foreground = -1
    var background = -1
    var attributes = Style.Attributes()
  }

  /// `Capabilities.allColors`, 256, 16, 8, or 0.
  let colors: Int
  /// True if the terminal expects RGB values (`0xRRGGBB`) instead of palette entries, except for the first eight.
  private let isDirect: Bool
  /// Attributes the terminal cannot combine with colours.
  private let notWithColors: Style.Attributes
  private let reset: [UInt8]
  private var attributeStrings: [(Style.Attributes, [UInt8])] = []
  /// The commands for colours used before, by number.
  private var foregrounds: [[UInt8]]
  private var backgrounds: [[UInt8]]
  private var current = CellStyle()
  /// The last requested style and its look; adjacent cells usually have the same style.
  private var last: (style: Style, look: CellStyle) = (.plain, CellStyle())

  /// - Parameters:
  ///   - isRefused: true if the user disabled colours (https://no-color.org).
  ///   - isTrueColor: true if the terminal claims RGB support, which few terminfo descriptions mention.
  init(isRefused: Bool, isTrueColor: Bool = false) {
    let hasColors = !isRefused && !TerminalDatabase.string("setaf").isEmpty && !TerminalDatabase.string("setab").isEmpty
    let offered = hasColors ? TerminalDatabase.number("colors") ?? 0 : 0
    isDirect = offered >= Capabilities.allColors
    let known = [Capabilities.allColors, 256, 16, 8].first { $0 <= offered } ?? 0
    colors = isTrueColor && known >= 256 ? Capabilities.allColors : known
    foregrounds = Array(repeating: [], count: min(256, colors))
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

  /// Terminals announce true colour in `COLORTERM`. GNU screen passes the variable on but does not support the colours.
  static func isTrueColor(_ variable: (String) -> String?, isInsideTmux: Bool) -> Bool {
    guard let term = variable("COLORTERM"), term == "truecolor" || term == "24bit" else { return false }
    return isInsideTmux || !(variable("TERM") ?? "").hasPrefix("screen")
  }

  /// Makes the terminal write in this style from now on.
  mutating func set(_ style: Style, to output: inout [UInt8]) {
    let look = look(of: style)
    guard look != current else { return }
    if look.attributes != current.attributes || isLost(current.foreground, look.foreground)
      || isLost(current.background, look.background)
    {
      if current != CellStyle() { output.append(contentsOf: reset) }
      current = CellStyle()
      for (attribute, string) in strings(of: look.attributes) where look.attributes.contains(attribute) {
        output.append(contentsOf: string)
      }
    }
    if look.foreground != current.foreground, look.foreground >= Capabilities.allColors {
      append(look.foreground, "setaf", 38, to: &output)
    } else if look.foreground != current.foreground, foregrounds.indices.contains(look.foreground) {
      foregrounds[look.foreground] = command("setaf", look.foreground, foregrounds)
      output.append(contentsOf: foregrounds[look.foreground])
    }
    if look.background != current.background, look.background >= Capabilities.allColors {
      append(look.background, "setab", 48, to: &output)
    } else if look.background != current.background, backgrounds.indices.contains(look.background) {
      backgrounds[look.background] = command("setab", look.background, backgrounds)
      output.append(contentsOf: backgrounds[look.background])
    }
    current = look
  }

  /// Resets the terminal to the plain style, from any current style.
  mutating func forget(to output: inout [UInt8]) {
    output.append(contentsOf: reset)
    current = CellStyle()
  }

  /// True if the new colour is the terminal's own, which only a reset restores.
  private func isLost(_ old: Int, _ new: Int) -> Bool { new < 0 && old >= 0 }

  private mutating func look(of style: Style) -> CellStyle {
    if last.style == style { return last.look }
    var look = CellStyle(
      foreground: index(style.foreground), background: index(style.background, isBackground: true),
      attributes: style.attributes)
    if look.foreground >= 0 || look.background >= 0 { look.attributes.subtract(notWithColors) }
    last = (style, look)
    return look
  }

  private func index(_ color: Color, isBackground: Bool = false) -> Int {
    guard colors > 0 else { return -1 }
    switch color.quantized(to: colors, isBackground: isBackground) {
    case .terminal: return -1
    case .palette(let index): return Int(index) < colors ? Int(index) : -1
    case .rgb(let light): return Capabilities.allColors + Int(light.hex)
    }
  }

  /// Sets an RGB colour: as in ISO 8613-6, or with the terminfo command of a direct-colour terminal.
  private func append(_ color: Int, _ name: String, _ selector: Int, to output: inout [UInt8]) {
    let light = RGB(hex: UInt32(truncatingIfNeeded: color - Capabilities.allColors))
    // The first eight numbers are palette entries.
    if isDirect { return output.append(contentsOf: TerminalDatabase.string(name, max(8, Int(light.hex)))) }
    let text = "\u{1B}[\(selector);2;\(light.red);\(light.green);\(light.blue)m"
    output.append(contentsOf: text.utf8)
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

  /// The number of a palette entry in the terminal's commands.
  private func code(_ index: Int) -> Int {
    guard isDirect, index >= 8, let entry = UInt8(exactly: index) else { return index }
    let light = Palette.xterm[entry]
    return Int(light.red) << 16 | Int(light.green) << 8 | Int(light.blue)
  }
}

/// Writes styles and single rows of cells in a scrolling terminal, for commands that print colours.
package struct StyledLine: Sendable {
  private var styles: StyleWriter
  package let capabilities: Capabilities

  /// - Parameters:
  ///   - variable: returns an environment variable.
  ///   - isForced: true for colours even if the user disabled them or the terminal is not known.
  /// - Throws: if the terminal is not known.
  package init(isForced: Bool = false, variable: (String) -> String?) throws(TerminalError) {
    let isInsideTmux = variable("TMUX").map { !$0.isEmpty } ?? false
    let isTrueColor = StyleWriter.isTrueColor(variable, isInsideTmux: isInsideTmux)
    let isRefused = !isForced && variable("NO_COLOR").map { !$0.isEmpty } ?? false
    do throws(TerminalError) {
      try TerminalDatabase.open(term: variable("TERM") ?? "")
      styles = StyleWriter(isRefused: isRefused, isTrueColor: isTrueColor)
    } catch {
      guard isForced, TerminalDatabase.look(for: "xterm-256color") else { throw error }
      styles = StyleWriter(isRefused: false, isTrueColor: isTrueColor)
    }
    capabilities = Capabilities(
      colors: styles.colors, unicode: LocaleName.isUTF8(variable), mouse: false,
      isLight: variable("COLORFGBG").flatMap { BackgroundColor.isLight(colorFGBG: $0) })
  }

  /// Appends the sequence that makes the terminal write in this style from now on.
  package mutating func set(_ style: Style, to bytes: inout [UInt8]) { styles.set(style, to: &bytes) }

  /// The bytes of a row, with the terminal's own colours at its end.
  package mutating func bytes(ofRow row: Int, in screen: Screen) -> [UInt8] {
    var bytes: [UInt8] = []
    for column in 0..<screen.size.columns {
      let cell = screen[column, row]
      styles.set(cell.style, to: &bytes)
      bytes += cell.text.utf8
    }
    styles.set(.plain, to: &bytes)
    return bytes
  }
}
