/// A colour in a terminal's terms. Themes choose it; the device maps it to a colour that the terminal can show.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// An entry of the 256-colour palette (0–15 the terminal's own, 16–231 the cube, 232–255 greys).
  case palette(UInt8)
  /// Any RGB colour, for terminals that can show it.
  case rgb(RGB)
}

extension Color {
  /// 25 bits: 0 for the terminal's own colour, the palette entry plus one, or RGB with the highest bit set.
  var bits: UInt64 {
    switch self {
    case .terminal: 0
    case .palette(let index): UInt64(index) + 1
    case .rgb(let light): 1 << 24 | UInt64(light.hex)
    }
  }

  init(bits: UInt64) {
    if bits & 1 << 24 != 0 {
      self = .rgb(RGB(hex: UInt32(truncatingIfNeeded: bits) & 0xFF_FFFF))
    } else {
      self = bits == 0 ? .terminal : .palette(UInt8(truncatingIfNeeded: bits &- 1))
    }
  }
}
