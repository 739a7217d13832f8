import Terminal
import Testing

@testable import Explorer

@Suite("The themes")
struct ThemeTests {
  @Test("Without colours no token has one", arguments: Theme.Name.allCases)
  func noColor(name: Theme.Name) {
    let theme = Theme(name, colors: 0)
    for token in Token.allCases {
      #expect(theme[token].foreground == .terminal)
      #expect(theme[token].background == .terminal)
    }
  }

  @Test("With 16 colours only the first 16 are used, with 8 the first 8", arguments: Theme.Name.allCases)
  func fewColors(name: Theme.Name) {
    for (colors, most) in [(16, UInt8(15)), (8, 7)] {
      let theme = Theme(name, colors: colors)
      for token in Token.allCases {
        for color in [theme[token].foreground, theme[token].background] {
          if case .palette(let index) = color { #expect(index <= most, "\(token)") }
        }
      }
    }
  }

  @Test("Every pair of colours has a contrast of at least 4.5:1", arguments: Theme.Name.allCases)
  func contrast(name: Theme.Name) throws {
    let theme = Theme(name, colors: 256)
    // The terminal's own background, as it is where such a theme is used.
    let palette = name == .light ? Terminal.Palette.light : .dark
    for token in Token.allCases where theme[token].foreground != .terminal {
      let (front, back) = palette.colors(of: theme[token])
      #expect(front.contrast(with: back) >= 4.5, "\(token) in \(name.rawValue)")
    }
  }
}
