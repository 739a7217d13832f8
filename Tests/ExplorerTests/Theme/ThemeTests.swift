import Terminal
import Testing

@testable import Explorer

@Suite("Built-in themes")
struct ThemeTests {
  @Test("Without colours no token has a colour", arguments: Theme.Name.allCases)
  func noColor(name: Theme.Name) {
    let theme = Theme(name, colors: 0)
    for token in Token.allCases {
      #expect(theme[token].foreground == .terminal)
      #expect(theme[token].background == .terminal)
    }
  }

  @Test("With 16 colours only the first 16 are used, and with 8 the first 8", arguments: Theme.Name.allCases)
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

  @Test("The terminal theme uses only the sixteen colours of the terminal")
  func ownColors() {
    let theme = Theme(.terminal, colors: Capabilities.allColors)
    for token in Token.allCases {
      for color in [theme[token].foreground, theme[token].background] {
        switch color {
        case .terminal: break
        case .palette(let index): #expect(index < 16, "\(token)")
        case .rgb: Issue.record("\(token) has a colour of its own")
        }
      }
    }
  }

  private static let painted = [Theme.Name.dark, .light, .contrast]

  @Test(
    "Text has a contrast of 4.5:1 on every surface, faint text 3:1", arguments: painted,
    [256, Capabilities.allColors])
  func contrast(name: Theme.Name, colors: Int) {
    let theme = Theme(name, colors: colors)
    #expect(DrawnPairs(theme, base: theme.base).tooFaint.isEmpty)
  }

  @Test(arguments: painted, [8, 16, 256, Capabilities.allColors])
  func `The current cell of a table is brighter than its row.`(name: Theme.Name, colors: Int) {
    let theme = Theme(name, colors: colors)
    let row = DrawnPairs(theme, base: theme.base).row
    #expect(row.cell > row.plain)
  }

  @Test func `In the colours of a dark terminal, the current cell of a table is brighter than its row.`() {
    let theme = Theme(.terminal, colors: 16)
    let row = DrawnPairs(theme, base: Theme.Base(text: .terminal, background: .terminal)).row
    #expect(row.cell > row.plain)
  }

  @Test func `Without colours the current cell of a table stands out of its reversed row.`() {
    let theme = Theme(.dark, colors: 0)
    let row = theme.laid(theme[.text], on: .selection)
    #expect(row.attributes.contains(.reverse) && !theme.lit(row).attributes.contains(.reverse))
  }

  private static let depths = [8, 16, 256, Capabilities.allColors]

  @Test("On a terminal of the other kind a theme paints its background and is equally legible", arguments: depths)
  func foreign(colors: Int) throws {
    for name in Self.painted {
      let terminal = name == .light ? Palette.dark : .light
      let theme = Theme(name, colors: colors).fitted(to: Capabilities(colors: colors, isLight: name != .light))
      let ground = try #require(theme.ground)
      for token in Token.allCases where token != .line {
        for surface in [nil, Token.field, .selection] {
          var style = surface.map { theme.laid(theme[token], on: $0) } ?? theme[token]
          if style.foreground == .terminal { style.foreground = ground.text }
          if style.background == .terminal { style.background = ground.background }
          let (front, back) = terminal.colors(of: style)
          // The user configures the terminal's sixteen colours, so only plain text is certain.
          guard colors >= 256 || style.foreground == ground.text && style.background == ground.background else {
            continue
          }
          // The white of eight colours is a light grey.
          let needed = colors == 8 || [.faint, .shade, .urlPunctuation].contains(token) ? 3 : 4.5
          let reached = front.contrast(with: back)
          #expect(reached >= needed, "\(name) \(token) on \(surface?.rawValue ?? "its own") reaches \(reached)")
        }
      }
    }
  }

  @Test("On a suitable terminal a theme leaves the background unchanged", arguments: depths)
  func suited(colors: Int) {
    func ground(_ name: Theme.Name, _ isLight: Bool?) -> Theme.Base? {
      Theme(name, colors: colors).fitted(to: Capabilities(colors: colors, isLight: isLight)).ground
    }
    #expect(ground(.light, true) == nil && ground(.dark, false) == nil && ground(.contrast, false) == nil)
    // A terminal that does not answer counts as dark.
    #expect(ground(.dark, nil) == nil && ground(.light, nil) != nil)
    for isLight in [true, false, nil] { #expect(ground(.terminal, isLight) == nil) }
  }

  @Test("Surfaces differ from the background and from each other", arguments: painted, [256, Capabilities.allColors])
  func surfaces(name: Theme.Name, colors: Int) {
    let theme = Theme(name, colors: colors)
    let grounds = [Token.field, .selection].map { theme[$0].background }
    #expect(Set(grounds).count == 2 && !grounds.contains(.terminal))
  }

  @Test("Without colours the row under the cursor and the badges are reversed, and nothing is underlined")
  func reversed() {
    let theme = Theme(.dark, colors: 0)
    #expect(theme.laid(theme[.dim], on: .selection).attributes == .reverse)
    for token in [Token.okInk, .warnInk, .errorInk, .accentInk] {
      #expect(theme[token].attributes.contains(.reverse), "\(token)")
    }
    #expect(Token.allCases.allSatisfy { !theme[$0].attributes.contains(.underline) })
  }

  @Test func `With eight colours, dim text on light uses the attribute unless the background is painted.`() {
    let light = Theme(.light, colors: 8)
    for token in [Token.dim, .faint, .line] {
      #expect(light[token].attributes.contains(.dim), "\(token)")
      #expect(!Theme(.light, colors: 16)[token].attributes.contains(.dim), "\(token)")
    }
    var dark = Capabilities()
    dark.isLight = false
    #expect(!light.fitted(to: dark)[.dim].attributes.contains(.dim))
  }

  @Test("With eight colours, which have no grey, dim text uses the attribute")
  func dim() {
    let (few, more) = (Theme(.dark, colors: 8), Theme(.dark, colors: 16))
    for token in [Token.dim, .faint, .line, .shade, .comment] {
      #expect(few[token].attributes.contains(.dim) && !more[token].attributes.contains(.dim), "\(token)")
    }
    #expect(!few[.text].attributes.contains(.dim))
    #expect(!few.laid(few[.dim], on: .selection).attributes.contains(.dim))
  }

  @Test(
    "No badge is bold black, which many few-colour terminals show as grey", arguments: [8, 16], Theme.Name.allCases)
  func badges(colors: Int, name: Theme.Name) {
    for state in [ScreenState.answer, .failure, .results] {
      var journey = state.journey(columns: 120, rows: 40, theme: name, isLight: name == .light)
      journey.state.capabilities.colors = colors
      journey.state.chooseTheme(.builtIn(name))
      let bad = journey.screen.cells.filter {
        $0.style.foreground == .palette(0) && $0.style.background != .terminal && $0.style.attributes.contains(.bold)
      }
      #expect(journey.state.theme.colors == colors && bad.isEmpty, "\(state)")
    }
  }
}
