/// The colours that a theme is made of; several tokens share one.
enum Hue: CaseIterable {
  case base, field, selection, shade
  case text, dim, faint, line, accent, accentInk
  /// What is dim or faint elsewhere, on `selection`.
  case dimSelected, faintSelected
  case green, yellow, blue, magenta, red, cyan, teal
  case okSurface, okInk, infoSurface, infoInk, warnSurface, warnInk, errorSurface, errorInk
  case matchSurface, matchInk, currentSurface, currentInk, selectedSurface, selectedInk
  case addedSurface, removedSurface, changedSurface
}

/// A colour as terminals of each kind show it.
struct Shade {
  /// `0xRRGGBB`
  let full: UInt32
  /// Its twin among the 256.
  let rich: UInt8
  /// Its twin among the 16; `nil` is the terminal's own.
  let few: UInt8?

  init(_ full: UInt32, _ rich: UInt8, _ few: UInt8? = nil) {
    self.full = full
    self.rich = rich
    self.few = few
  }
}
