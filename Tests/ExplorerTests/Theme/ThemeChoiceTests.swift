import Interchange
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct ThemeChoiceTests {
  private let tree = WorkspaceTree(name: "W", path: "/w")

  private func state(isLight: Bool? = nil) -> AppState {
    AppState(
      size: Size(columns: 100, rows: 30), capabilities: Capabilities(isLight: isLight), workspace: tree, formats: .all)
  }

  @Test func `An automatic theme follows the terminal at the start and when the terminal answers.`() {
    #expect(state().theme.name == .dark)
    var light = state(isLight: true)
    #expect(light.theme.name == .light)
    light.restore(Preferences())
    #expect(light.theme.name == .light && light.preferences.theme == nil)
    _ = light.apply(.terminal(.background(isLight: false)))
    #expect(light.theme.name == .dark)
  }

  @Test func `A chosen theme stays until auto is chosen, regardless of the terminal.`() {
    var state = state()
    state.restore(Preferences(theme: "contrast"))
    _ = state.apply(.terminal(.background(isLight: true)))
    #expect(state.theme.name == .contrast && state.preferences.theme == "contrast")
    _ = state.picked(.theme, "auto")
    #expect(state.theme.name == .light && state.preferences.theme == nil)
    _ = state.picked(.theme, "terminal")
    #expect(state.theme.name == .terminal && state.preferences.theme == "terminal")
  }

  @Test func `The background is painted while the chosen theme does not suit the terminal.`() {
    var journey = Journey(capabilities: Capabilities(colors: 256, isLight: false))
    #expect(journey.screen[50, 20].style.background == .terminal)
    _ = journey.state.picked(.theme, "light")
    let (screen, size) = (journey.screen, journey.state.size)
    let cells = (0..<size.rows).flatMap { y in (0..<size.columns).map { screen[$0, y].style } }
    #expect(cells.allSatisfy { $0.background != .terminal && $0.foreground != .terminal })
    journey.apply(.terminal(.background(isLight: true)))
    #expect(journey.screen[50, 20].style.background == .terminal)
  }

  @Test func `While picking a theme, the panes around the list preview it.`() {
    var journey = Journey(columns: 120, rows: 40, capabilities: Capabilities(colors: 256))
    let before = journey.screen
    journey.type(":choose the theme")
    journey.press(.enter)
    let during = journey.screen
    #expect(during[4, 3].style == before[4, 3].style && during[0, 30].style == before[0, 30].style)
    journey.press(.down, .down)
    #expect(journey.state.theme.name == .light && journey.screen[0, 30].style.background == .palette(231))
    journey.press(.escape)
    #expect(journey.screen == before)
  }

  private func files(_ texts: [String: String]) -> [ThemeFile] {
    texts.sorted { $0.key < $1.key }.map { ThemeFile(name: $0.key, Array($0.value.utf8)) }
  }

  private func settings(_ config: String, _ texts: [String: String] = [:]) -> UserSettings {
    var settings = UserSettings(ReadConfiguration(Array(config.utf8), .user))
    settings.themes = files(texts)
    return settings
  }

  @Test func `The theme in the settings applies to workspaces without a picked one.`() {
    var state = state()
    state.restore(Preferences(), settings("theme: light\n"))
    #expect(state.theme.name == .light && state.preferences.theme == nil && state.message == nil)
    state.restore(Preferences(theme: "dark"), settings("theme: contrast\n"))
    #expect(state.theme.name == .dark)
    _ = state.picked(.theme, "auto")
    #expect(state.theme.name == .contrast)
    state.restore(Preferences(), settings("theme: auto\n"))
    #expect(state.theme.name == .dark)
  }

  @Test func `A theme file is used by name, from the settings or the preferences.`() {
    let mine = ["mine": "base: light\n"]
    var state = state()
    state.restore(Preferences(), settings("theme: mine\n", mine))
    #expect(state.theme.name == .light)
    state.restore(Preferences(theme: "mine"), settings("", mine))
    #expect(state.theme.name == .light && state.preferences.theme == "mine")
  }

  @Test func `A broken theme is reported with its position, a built-in one is used, and the choice stays.`() {
    var state = state()
    state.restore(Preferences(theme: "mine"), settings("", ["mine": "base: dark\naccnt: red\n"]))
    #expect(
      state.message?.text
        == "themes/mine.yml:2:1: no theme has a `accnt`; did you mean `accent`? The dark theme is used")
    #expect(state.theme == Theme(.dark, colors: state.capabilities.colors) && state.preferences.theme == "mine")
    state.restore(Preferences(theme: "gone"), settings(""))
    #expect(state.message?.text == "There is no theme gone. The dark theme is used")
    #expect(state.preferences.theme == "gone")
  }

  @Test func `A missing theme is reported with its position in the settings unless it was picked.`() {
    var state = state()
    state.restore(Preferences(), settings("theme: 7\n"))
    #expect(
      state.message?.text
        == "config.yml:1:8: there is no theme `7`; `apus themes` lists them. The dark theme is used")
    state.restore(Preferences(theme: "gone"), settings("theme: 7\n"))
    #expect(state.message?.text == "There is no theme gone. The dark theme is used")
  }

  @Test func `A broken theme hidden by another note is reported once after that note.`() {
    var journey = Journey()
    journey.state.restore(Preferences(), settings("theme: mine\n", ["mine": "accnt: red\n"]))
    journey.apply(.notified(.warning, "shop/a.yml:1:1: broken"))
    #expect(!journey.footer.contains("accnt"))
    journey.press(.down)
    #expect(journey.footer.contains("themes/mine.yml:1:1: no theme has a `accnt`"))
    journey.press(.down)
    #expect(journey.state.message == nil)
  }

  @Test func `A fault in the settings is reported with position and suggestion, and the rest applies.`() {
    var state = state()
    state.restore(Preferences(), settings("themes: dark\ntheme: light\n"))
    #expect(state.theme.name == .light)
    #expect(state.message?.text == "config.yml:1:1: there is no setting `themes`; did you mean `theme`?")
    state.restore(Preferences(), settings("theme: [\n"))
    #expect(state.message?.text.hasPrefix("config.yml:2:1: ") == true)
  }

  @Test func `The list previews the theme under the cursor, and Esc restores the former one.`() {
    var journey = Journey(capabilities: Capabilities(colors: 256))
    journey.press(.character(":"))
    journey.type("choose the theme")
    journey.press(.enter)
    #expect(journey.effects.contains(.system(.readThemes)))
    journey.apply(.themesRead(files(["mine": "base: light\n", "odd": "acent: 1\n"])))
    journey.type("mine")
    #expect(journey.state.theme.name == .light)
    journey.press(.escape)
    #expect(journey.state.theme.name == .dark && journey.state.preferences.theme == nil)
    journey.press(.character(":"))
    journey.type("choose the theme")
    journey.press(.enter)
    journey.type("odd")
    #expect(journey.text.contains("themes/odd.yml:1:1") || journey.text.contains("did you mean `accent`?"))
    journey.press(.enter)
    #expect(journey.state.theme.name == .dark && journey.footer.contains("did you mean `accent`?"))
    journey.press(.character(":"))
    journey.type("choose the theme")
    journey.press(.enter)
    journey.type("mine")
    journey.press(.enter)
    #expect(journey.state.theme.name == .light && journey.state.preferences.theme == "mine")
  }

  @Test func `A picked theme with hard to read text is used, and a note names the text.`() {
    var state = state()
    _ = state.apply(.themesRead(files(["mine": "dim: \"#333333\"\n"])))
    _ = state.picked(.theme, "mine")
    #expect(state.preferences.theme == "mine")
    #expect(state.message?.text.hasPrefix("Hard to read in mine: dim: 1.4:1, needs 4.5:1, and ") == true)
  }

  @Test func `A file with the name of a built-in theme is refused.`() {
    #expect(files(["contrast": ""])[0].fault?.hasPrefix("themes/contrast.yml:1:1: ") == true)
    #expect(files(["auto": ""])[0].theme == nil)
  }
}
