/// The colours of a theme; several tokens share one.
enum Hue: String, CaseIterable, Hashable, Sendable {
  case base, field, selection, shade
  case text, dim, faint, line, accent, accentInk
  /// The versions of dim and faint on `selection`.
  case dimSelected, faintSelected
  case green, yellow, blue, magenta, red, cyan, teal
  case okSurface, okInk, infoSurface, infoInk, warnSurface, warnInk, errorSurface, errorInk
  case matchSurface, matchInk, currentSurface, currentInk, selectedSurface, selectedInk
  case addedSurface, removedSurface, changedSurface
}

/// A colour for each kind of terminal.
struct Shade {
  /// `0xRRGGBB`
  let full: UInt32
  /// The nearest of the 256 colours.
  let rich: UInt8
  /// The nearest of the 16 colours; `nil` for the terminal's default.
  let few: UInt8?

  init(_ full: UInt32, _ rich: UInt8, _ few: UInt8? = nil) {
    self.full = full
    self.rich = rich
    self.few = few
  }
}
