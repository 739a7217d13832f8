import Terminal

/// A theme of the user's own: a built-in one with some colours replaced. `OwnTheme+Reading` reads its file.
package struct OwnTheme: Hashable, Sendable {
  /// The name of its file without `.yml`.
  package let name: String
  /// The theme that has every colour not given here.
  var base = Theme.Name.dark
  /// What is painted behind everything: `.terminal` for the terminal's own background, `nil` for the terminal's as far
  /// as the base can be read on it.
  var background: Color?
  /// Colours that several tokens share.
  var hues: [Hue: Color] = [:]
  /// Text colours of single tokens, which win over the shared ones.
  var tokens: [Token: Color] = [:]

  init(name: String) { self.name = name }
}

extension OwnTheme {
  /// Its colours as a terminal with a certain number of colours shows them.
  struct Twin: Hashable, Sendable {
    var hues: [Hue: Color] = [:]
    var texts: [Token: Color] = [:]
    /// The colours of cells that have none; `nil` to leave those of the terminal.
    var ground: Theme.Base?
    /// Whether the file asks for the terminal's own background, on which its colours stand in any case.
    var keepsBackground = false
  }

  /// - Parameter builtIn: the base, for the same number of colours.
  func twin(of builtIn: Theme) -> Twin {
    let colors = builtIn.colors
    guard colors >= 8 else { return Twin() }
    var twin = Twin()
    for (hue, color) in hues {
      // Sixteen colours have no slight tints: only those surfaces are filled that the base fills, too.
      let isShown = !hue.isSurface || colors >= 256 || hue.shade(in: base).few != nil
      twin.hues[hue] = isShown ? color.quantized(to: colors, isBackground: hue.isSurface) : .terminal
    }
    // The base has versions of these two for selected rows, which would not fit.
    if hues[.dimSelected] == nil { twin.hues[.dimSelected] = twin.hues[.dim] }
    if hues[.faintSelected] == nil { twin.hues[.faintSelected] = twin.hues[.faint] }
    twin.texts = tokens.mapValues { $0.quantized(to: colors) }
    let text = twin.hues[.text]
    if let text, twin.texts[.text] == nil { twin.texts[.text] = text }
    twin.keepsBackground = background == .terminal
    if let background, background != .terminal {
      twin.ground = Theme.Base(
        text: text ?? builtIn.base.text, background: background.quantized(to: colors, isBackground: true))
    } else if let text {
      twin.ground = Theme.Base(text: text, background: .terminal)
    }
    return twin
  }
}

extension Hue {
  /// Whether it is a background.
  var isSurface: Bool {
    switch self {
    case .base, .field, .selection, .shade, .okSurface, .infoSurface, .warnSurface, .errorSurface, .matchSurface,
      .currentSurface, .selectedSurface, .addedSurface, .removedSurface, .changedSurface:
      true
    default: false
    }
  }

  /// The colour in a built-in theme.
  func shade(in name: Theme.Name) -> Shade {
    switch name {
    case .dark, .terminal: dark
    case .light: light
    case .contrast: contrast
    }
  }
}
