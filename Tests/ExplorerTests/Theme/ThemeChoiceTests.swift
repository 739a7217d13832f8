import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct ThemeChoiceTests {
  private let tree = WorkspaceTree(name: "W", path: "/w")

  private func state(isLight: Bool? = nil) -> AppState {
    AppState(size: Size(columns: 100, rows: 30), capabilities: Capabilities(isLight: isLight), workspace: tree)
  }

  @Test func `A theme that nobody chose follows the terminal, at the start and when the answer comes.`() {
    #expect(state().theme.name == .dark)
    var light = state(isLight: true)
    #expect(light.theme.name == .light)
    light.restore(Preferences())
    #expect(light.theme.name == .light && light.preferences.theme == nil)
    _ = light.apply(.terminal(.background(isLight: false)))
    #expect(light.theme.name == .dark)
  }

  @Test func `A chosen theme stays, whatever the terminal answers, until auto is chosen.`() {
    var state = state()
    state.restore(Preferences(theme: "high contrast"))
    _ = state.apply(.terminal(.background(isLight: true)))
    #expect(state.theme.name == .contrast && state.preferences.theme == "high contrast")
    _ = state.picked(.theme, "auto")
    #expect(state.theme.name == .light && state.preferences.theme == nil)
    _ = state.picked(.theme, "terminal")
    #expect(state.theme.name == .terminal && state.preferences.theme == "terminal")
  }
}
