/// The colours of a theme; several tokens share one.
enum Hue: String, CaseIterable, Hashable, Sendable {
  case base, field, selection, shade
  case text, dim, faint, line, accent, accentInk
  /// The versions of dim and faint on `selection`.
  case dimSelected, faintSelected
  /// The current cell of a table, brighter than `selection`. Sixteen colours have no brighter version of a text, so they
  /// have an ink for it.
  case cell, cellInk
  case green, yellow, blue, magenta, red, cyan, teal
  case okSurface, okInk, infoSurface, infoInk, warnSurface, warnInk, errorSurface, errorInk
  case matchSurface, matchInk, currentSurface, currentInk, selectedSurface, selectedInk
  case addedSurface, removedSurface, changedSurface
}

/// A colour for each kind of terminal.
struct Shade {
  /// `0xRRGGBB`
  let full: UInt32
  let rich: UInt8
  /// The nearest of the 16 colours; `nil` for the terminal's default.
  let few: UInt8?

  init(_ full: UInt32, _ rich: UInt8, _ few: UInt8? = nil) {
    self.full = full
    self.rich = rich
    self.few = few
  }
}

extension Hue {
  /// In the dark and the light theme, and for a black background with maximum contrast.
  private var shades: (dark: Shade, light: Shade, contrast: Shade) {
    switch self {
    case .base: (Shade(0x12141A, 233), Shade(0xFBFAF7, 231), Shade(0x000000, 16))
    case .field: (Shade(0x1F2430, 235), Shade(0xEFEEE9, 255), Shade(0x262626, 235))
    case .selection: (Shade(0x2A3140, 237, 4), Shade(0xE6E2D8, 254, 4), Shade(0x00408A, 18, 4))
    case .shade: (Shade(0x0C0E12, 233), Shade(0xECEBE6, 255), Shade(0x000000, 16))
    case .text: (Shade(0xD7DAE0, 253, 15), Shade(0x23262E, 235, 15), Shade(0xFFFFFF, 231, 15))
    case .dim: (Shade(0x868B9C, 246, 7), Shade(0x646B7A, 241, 8), Shade(0xD0D0D0, 252, 7))
    case .faint: (Shade(0x6A6F80, 243, 8), Shade(0x828691, 243, 8), Shade(0xA8A8A8, 248, 7))
    case .line: (Shade(0x3A4252, 238, 8), Shade(0xD0D3DA, 252, 8), Shade(0xC0C0C0, 250, 7))
    case .accent: (Shade(0xFF9E64, 215, 14), Shade(0xAB4309, 94, 6), Shade(0xFFD200, 220, 11))
    case .accentInk: (Shade(0x1A1208, 16, 0), Shade(0xFFFAF5, 231, 15), Shade(0x000000, 16, 0))
    case .dimSelected: (Shade(0x9499AA, 248, 7), Shade(0x5E6574, 240, 7), Shade(0xE4E4E4, 254, 7))
    case .faintSelected: (Shade(0x767B89, 245, 7), Shade(0x7C7F88, 242, 7), Shade(0xC6C6C6, 251, 7))
    case .cell: (Shade(0x3F4A60, 239, 7), Shade(0xFFFFFF, 231, 15), Shade(0x0060C0, 25, 7))
    case .cellInk: (Shade(0xD7DAE0, 253, 0), Shade(0x23262E, 235, 0), Shade(0xFFFFFF, 231, 0))
    case .green: (Shade(0x9ECE6A, 149, 10), Shade(0x347116, 22, 2), Shade(0x5FFF5F, 83, 10))
    case .yellow: (Shade(0xE0AF68, 179, 11), Shade(0x845D00, 58, 3), Shade(0xFFFF5F, 227, 11))
    case .blue: (Shade(0x7AA2F7, 111, 12), Shade(0x1E5DCC, 25, 4), Shade(0x87D7FF, 117, 12))
    case .magenta: (Shade(0xBB9AF7, 183, 13), Shade(0x7A3FC4, 91, 5), Shade(0xFFAFFF, 219, 13))
    case .red: (Shade(0xF7768E, 210, 9), Shade(0xB3243F, 124, 1), Shade(0xFFAFAF, 217, 9))
    case .cyan: (Shade(0x7DCFFF, 117, 14), Shade(0x006B93, 24, 6), Shade(0x5FFFFF, 87, 14))
    case .teal: (Shade(0x73DACA, 79, 14), Shade(0x007063, 23, 6), Shade(0x5FFFD7, 86, 14))
    case .okSurface: (Shade(0x274B2F, 22, 2), Shade(0xD3ECC6, 194, 2), Shade(0x005F00, 22, 2))
    case .okInk: (Shade(0xC3F0A8, 157, 0), Shade(0x1E5208, 22, 0), Shade(0xFFFFFF, 231, 0))
    case .infoSurface: (Shade(0x263C66, 24, 4), Shade(0xD4E2FB, 189, 4), Shade(0x00408A, 18, 4))
    case .infoInk: (Shade(0xBDD4FF, 195, 15), Shade(0x123F8F, 18, 15), Shade(0xFFFFFF, 231, 15))
    case .warnSurface: (Shade(0x4F3B18, 58, 3), Shade(0xF7E6BF, 230, 3), Shade(0xFFD75F, 221, 3))
    case .warnInk: (Shade(0xFFE0A3, 229, 0), Shade(0x5E4300, 58, 0), Shade(0x000000, 16, 0))
    case .errorSurface: (Shade(0x5A2433, 88, 1), Shade(0xF6D3D9, 224, 1), Shade(0x9F0000, 88, 1))
    case .errorInk: (Shade(0xFFC2CD, 224, 15), Shade(0x7D1028, 88, 15), Shade(0xFFFFFF, 231, 15))
    case .matchSurface: (Shade(0x4D3F1C, 58, 3), Shade(0xF7E3A1, 229, 3), Shade(0x5F5F00, 58, 3))
    case .matchInk: (Shade(0xF3DFB2, 230, 0), Shade(0x3A2C00, 16, 0), Shade(0xFFFFFF, 231, 0))
    case .currentSurface: (Shade(0xFFC777, 214, 11), Shade(0xAB4309, 130, 11), Shade(0xFFD700, 220, 11))
    case .currentInk: (Shade(0x1A1208, 16, 0), Shade(0xFFFAF5, 231, 0), Shade(0x000000, 16, 0))
    case .selectedSurface: (Shade(0x35508F, 24, 4), Shade(0xC5D7F5, 153, 4), Shade(0xFFFFFF, 231, 7))
    case .selectedInk: (Shade(0xFFFFFF, 231, 15), Shade(0x101828, 16, 15), Shade(0x000000, 16, 0))
    case .addedSurface: (Shade(0x1D2B20, 22), Shade(0xE3F2DB, 194), Shade(0x003000, 22))
    case .removedSurface: (Shade(0x31202A, 52), Shade(0xF8E0E4, 224), Shade(0x4A0000, 52))
    case .changedSurface: (Shade(0x2D2720, 236), Shade(0xF6ECD0, 230), Shade(0x3A3A00, 58))
    }
  }

  /// The colour in a built-in theme.
  func shade(in name: Theme.Name) -> Shade {
    switch name {
    case .dark, .terminal: shades.dark
    case .light: shades.light
    case .contrast: shades.contrast
    }
  }
}
