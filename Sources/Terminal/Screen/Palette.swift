/// A terminal's colours: its text, its background and the first sixteen. The other 240 are the same in all terminals.
package struct Palette: Hashable, Sendable {
  package var foreground: RGB
  package var background: RGB
  package var sixteen: [RGB]

  /// Light text on a dark background, in calm colours.
  package static let dark = Palette(
    foreground: RGB(hex: 0xD0D4DC), background: RGB(hex: 0x16181D),
    sixteen: [
      0x1C1C1C, 0xE06C75, 0x98C379, 0xE5C07B, 0x61AFEF, 0xC678DD, 0x56B6C2, 0xDCDFE4,
      0x7F848E, 0xFF7B86, 0xB5E890, 0xFFD68A, 0x8CC8FF, 0xDD9CF0, 0x7FDBE6, 0xFFFFFF,
    ].map(RGB.init(hex:)))

  package static let light = Palette(
    foreground: RGB(hex: 0x24292F), background: RGB(hex: 0xFFFFFF),
    sixteen: [
      0x24292F, 0xB4232C, 0x116329, 0x7D4E00, 0x0550AE, 0x7B3FBF, 0x17646E, 0x6E7781,
      0x57606A, 0xA40E26, 0x1A7F37, 0x633C01, 0x0969DA, 0x8250DF, 0x1B7C83, 0x8C959F,
    ].map(RGB.init(hex:)))

  package static let xterm = Palette(
    foreground: RGB(hex: 0xE5E5E5), background: RGB(hex: 0x000000),
    sixteen: [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ].map(RGB.init(hex:)))

  /// The colour of a palette entry: the first sixteen, the 6×6×6 cube, the 24 greys.
  package subscript(index: UInt8) -> RGB {
    switch index {
    case 0..<16: return Int(index) < sixteen.count ? sixteen[Int(index)] : foreground
    case 16..<232:
      let cube = index - 16
      func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
      return RGB(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = 8 + 10 * (index - 232)
      return RGB(grey, grey, grey)
    }
  }

  /// The colour as the text or background of a cell.
  package func rgb(_ color: Color, isBackground: Bool = false) -> RGB {
    switch color {
    case .terminal: return isBackground ? background : foreground
    case .palette(let index): return self[index]
    case .rgb(let light): return light
    }
  }

  /// The colours that a style results in: dim mixes the text with the background, reverse swaps the two.
  package func colors(of style: Style) -> (text: RGB, ground: RGB) {
    var text = rgb(style.foreground)
    let ground = rgb(style.background, isBackground: true)
    if style.attributes.contains(.dim) { text = text.mixed(with: ground) }
    return style.attributes.contains(.reverse) ? (ground, text) : (text, ground)
  }
}

extension Color {
  /// The nearest of the first `count` palette entries (256, 16 or 8); the terminal's own colour if `count` is 0. A grey
  /// remains a grey. Text becomes black only if it is nearly black, because black is invisible on a dark background.
  package func quantized(to count: Int, isBackground: Bool = false) -> Color {
    let wanted: RGB
    switch self {
    case .palette(let index) where Int(index) >= count: wanted = Palette.xterm[index]
    case .rgb(let light) where count <= 256: wanted = light
    case .terminal, .palette, .rgb: return self
    }
    guard count > 0 else { return .terminal }
    let isBlack = wanted.distance(to: Palette.xterm[0]) < 9 * 32 * 32
    // The first sixteen of 256 are user-defined, so their actual colours are unknown.
    let candidates = ((count >= 256 ? 16 : 0)...UInt8(clamping: count - 1)).filter {
      ($0 > 0 || isBackground || isBlack) && (!wanted.isGrey || Palette.xterm[$0].isGrey)
    }
    let nearest = candidates.min {
      Palette.xterm[$0].distance(to: wanted) < Palette.xterm[$1].distance(to: wanted)
    }
    return nearest.map(Color.palette) ?? .terminal
  }
}
