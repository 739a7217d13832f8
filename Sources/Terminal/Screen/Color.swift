/// A colour as terminals name it. Themes choose it; the device maps it to what the terminal can show.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case terminal
  /// An entry of the 256-colour palette (0–15 the terminal's own, 16–231 the cube, 232–255 greys).
  case palette(UInt8)
}

extension Color {
  /// Nine bits: 0 for the terminal's own colour, else the palette entry plus one.
  var bits: UInt32 {
    switch self {
    case .terminal: 0
    case .palette(let index): UInt32(index) + 1
    }
  }

  init(bits: UInt32) {
    self = bits == 0 ? .terminal : .palette(UInt8(truncatingIfNeeded: bits &- 1))
  }
}
