import Foundation
import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite struct OwnThemeTests {
  private func theme(_ text: String) throws -> OwnTheme { try OwnTheme(name: "mine", Array(text.utf8)) }

  private func fault(_ text: String) -> String {
    do {
      _ = try theme(text)
      return "none"
    } catch { return "\(error)" }
  }

  @Test func `A theme has its own colours and inherits the rest from its base.`() throws {
    let mine = Theme(
      try theme("base: light\naccent: \"#123456\"\ngreen: 29\nmethodGet: brightRed\n"), colors: Capabilities.allColors)
    let base = Theme(.light, colors: Capabilities.allColors)
    #expect(mine[.accent].foreground == .rgb(RGB(hex: 0x123456)))
    #expect(mine[.ok].foreground == .palette(29) && mine[.jsonString].foreground == .palette(29))
    #expect(mine[.methodGet].foreground == .palette(9))
    for token in Token.allCases where ![.accent, .accentInk, .methodGet].contains(token) {
      guard token.hues.text != .green else { continue }
      #expect(mine[token] == base[token], "\(token)")
    }
  }

  @Test func `An empty file is the dark theme, and every name of the base can be set.`() throws {
    #expect(Theme(try theme(""), colors: 256)[.accent] == Theme(.dark, colors: 256)[.accent])
    let all = OwnTheme.words.dropFirst(2).map { "\($0): 200\n" }.joined()
    let mine = Theme(try theme(all), colors: 256)
    #expect(Token.allCases.allSatisfy { mine[$0].foreground != .terminal })
  }

  private static let known = ": \"#ff9e64\", 0 to 255, or a name such as red or brightRed"

  @Test(arguments: [
    ("acent: red\n", "1:1: no theme has a `acent`; did you mean `accent`?"),
    ("base: dark\naccent: reddish\n", "2:9: `reddish` is not a colour\(OwnThemeTests.known)"),
    ("accent: #ff9e64\n", "1:1: `accent` has no value; a colour with # needs quotes: \"#ff9e64\""),
    ("accent: 256\n", "1:9: `256` is not a colour\(OwnThemeTests.known)"),
    ("base: blue\n", "1:7: `base` is one of dark, light, contrast"),
    ("accent: [1]\n", "1:9: `accent` takes one colour"), ("wholly: odd\n", "1:1: no theme has a `wholly`"),
  ])
  func `A broken file is reported with line, column and a suggested word.`(text: String, said: String) {
    #expect(fault(text) == said)
  }

  @Test func `Colours can be written in six ways.`() {
    #expect(Color(themeText: "#1a2B3c") == .rgb(RGB(hex: 0x1A2B3C)))
    #expect(Color(themeText: "#abc") == .rgb(RGB(hex: 0xAABBCC)))
    #expect(Color(themeText: "0") == .palette(0) && Color(themeText: "255") == .palette(255))
    #expect(Color(themeText: "cyan") == .palette(6) && Color(themeText: "terminal") == .terminal)
    for wrong in ["", "#", "#12345", "#1234567", "#12345g", "-1", "256", "Red", "1.5"] {
      #expect(Color(themeText: wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [256, 16, 8])
  func `With fewer colours no text vanishes in its surface.`(colors: Int) throws {
    let mine = Theme(
      try theme(
        "okInk: \"#101010\"\nokSurface: \"#0d0d0d\"\nselection: \"#202020\"\ntext: \"#1e1e1e\"\naccent: \"#ff5f00\"\n"),
      colors: colors)
    for token in Token.allCases {
      let style = mine[token]
      for color in [style.foreground, style.background] {
        guard case .palette(let index) = color else {
          #expect(color == .terminal)
          continue
        }
        #expect(Int(index) < colors)
      }
      #expect(style.background == .terminal || style.background != style.foreground, "\(token)")
    }
    if colors == 256 { #expect(mine[.accent].foreground == .palette(202)) }
  }

  @Test func `Sixteen colours show those that the file chose from them, and the base's instead of any other.`() throws {
    let mine = Theme(try theme("accent: \"#ff9e64\"\ngreen: brightRed\ntext: 149\n"), colors: 16)
    let base = Theme(.dark, colors: 16)
    #expect(mine[.accent] == base[.accent] && mine[.text] == base[.text])
    #expect(mine[.ok].foreground == .palette(9))
  }

  @Test(arguments: [256, Capabilities.allColors], ["#203040", "#0000ff", "#888888"])
  func `A theme that gives only the row under the cursor has a brighter current cell.`(colors: Int, row: String) throws
  {
    let mine = Theme(try theme("selection: \"\(row)\"\n"), colors: colors)
    let pair = DrawnPairs(mine, base: mine.base).row
    #expect(pair.cell > pair.plain)
  }

  @Test func `Without colours a theme has none.`() throws {
    let mine = Theme(try theme("accent: red\nbackground: \"#000000\"\n"), colors: 0)
    #expect(Token.allCases.allSatisfy { mine[$0].foreground == .terminal && mine[$0].background == .terminal })
    #expect(mine.ground == nil)
  }

  @Test func `A painted background fills all cells without one, and text has the theme's colour.`() throws {
    var journey = Journey(capabilities: Capabilities(colors: Capabilities.allColors))
    journey.state.chooseTheme(.own(try theme("background: painted\ntext: \"#eeeeee\"\n")))
    let (screen, size) = (journey.screen, journey.state.size)
    let cells = (0..<size.rows).flatMap { y in (0..<size.columns).map { screen[$0, y].style } }
    #expect(cells.allSatisfy { $0.background != .terminal && $0.foreground != .terminal })
    #expect(cells.contains { $0.background == .rgb(RGB(hex: Hue.base.shade(in: .dark).full)) })
    journey.state.chooseTheme(.own(try theme("background: terminal\n")))
    #expect(journey.screen[0, 0].style.background == .terminal)
  }

  @Test func `The terminal's background is used if requested, or if the base suits it.`() throws {
    let dark = Capabilities(colors: 256, isLight: false)
    func ground(_ text: String) throws -> Theme.Base? { Theme(try theme(text), colors: 256).fitted(to: dark).ground }
    #expect(try ground("base: light\n")?.background == .palette(231))
    #expect(try ground("base: light\ntext: 16\n") == Theme.Base(text: .palette(16), background: .palette(231)))
    #expect(try ground("base: light\nbackground: terminal\n") == nil)
    #expect(try ground("base: light\nbackground: 230\n")?.background == .palette(230))
    #expect(try ground("base: dark\n") == nil)
  }

  @Test func `Every hard to read text is reported, and the theme is still used.`() throws {
    #expect(try theme("accent: \"#ffffff\"\n").faintTexts.isEmpty)
    let faint = try theme("dim: \"#333333\"\n")
    #expect(faint.faintTexts.first?.hasPrefix("dim: 1.4:1, needs 4.5:1") == true, "\(faint.faintTexts)")
  }

  @Test func `The documentation has every name of a theme and a valid example.`() throws {
    let page = try String(contentsOf: Repository.root.appending(path: "Documentation/Themes.md"), encoding: .utf8)
    let table = try #require(page.range(of: "|---|---|")).upperBound
    let names = page[table...].matches(of: #/`([A-Za-z0-9]+)`/#).map { String($0.1) }
    #expect(names.sorted() == OwnTheme.words.dropFirst(2).sorted())
    let start = try #require(page.range(of: "```yaml\n")).upperBound
    let end = try #require(page.range(of: "```", range: start..<page.endIndex)).lowerBound
    #expect(try theme(String(page[start..<end])).background != nil)
  }
}
