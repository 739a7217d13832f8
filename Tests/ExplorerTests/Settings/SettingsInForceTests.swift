import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The settings on the screen") struct SettingsInForceTests {
  private func settings(_ text: String, _ origin: ConfigurationOrigin = .user) -> UserSettings {
    UserSettings(ReadConfiguration(Array(text.utf8), origin))
  }

  @Test("The settings determine borders and layout until the user chooses others on the screen")
  func layout() {
    var journey = Journey(columns: 170, rows: 40)
    #expect(journey.state.layout.arrangement == .columns && journey.text.contains("╭"))
    journey.apply(.settingsRead(settings("layout: { split: stacked, tree: 50, borders: square }\n")))
    #expect(journey.state.layout.arrangement == .stacked && journey.state.layout.panes[.tree]?.maxX == 51)
    #expect(journey.text.contains("┌") && !journey.text.contains("╭"))
    journey.apply(.settingsRead(settings("layout: { borders: ascii }\n")))
    #expect(journey.text.contains("+--") && journey.text.contains("*Collections"))
    journey.press(.character("v"))
    let chosen = journey.state.layout.arrangement
    journey.apply(.settingsRead(settings("layout: { split: columns }\n")))
    #expect(journey.state.layout.arrangement == chosen && chosen != .columns)
    // Only choices on the screen are remembered.
    #expect(journey.state.preferences.treeWidth == nil)
  }

  @Test("A narrow window still gets the layout that fits")
  func narrow() {
    var journey = Journey(columns: 40, rows: 12)
    journey.apply(.settingsRead(settings("layout: { split: columns, tree: 200 }\n")))
    #expect(journey.state.layout.arrangement == .single)
  }

  @Test("The mouse can be left to the terminal and taken back")
  func mouse() {
    var journey = Journey()
    journey.apply(.settingsRead(settings("layout: { mouse: false }\n")))
    #expect(journey.effects.contains(.system(.takeMouse(false))) && !journey.state.takesMouse)
    journey.forget()
    journey.apply(.settingsRead(settings("layout: { mouse: false }\ntheme: dark\n")))
    #expect(!journey.effects.contains(.system(.takeMouse(false))))
    journey.apply(.settingsRead(settings("")))
    #expect(journey.effects.contains(.system(.takeMouse(true))))
  }

  @Test("A change of the files keeps the chosen theme")
  func change() {
    var journey = Journey()
    _ = journey.state.picked(.theme, "light")
    journey.apply(.settingsChanged)
    #expect(journey.effects.contains(.system(.readSettings(theme: "light"))))
    journey.apply(.settingsRead(settings("theme: contrast\n")))
    #expect(journey.state.theme.name == .light)
    _ = journey.state.picked(.theme, "auto")
    #expect(journey.state.theme.name == .contrast)
  }

  @Test("A problem is reported when it appears and removed when it is fixed")
  func fault() {
    var journey = Journey()
    journey.apply(.settingsRead(settings("them: dark\n")))
    #expect(journey.footer.contains("did you mean `theme`?"))
    journey.apply(.settingsRead(settings("theme: dark\n")))
    #expect(journey.state.message == nil)
  }

  @Test("The settings determine the retention until it is set on the screen")
  func history() {
    var journey = Journey()
    journey.apply(.settingsRead(settings("history: { keep: 7, days: 3 }\n")))
    #expect(journey.state.retentionInForce.entries == 7 && journey.state.retentionInForce.days == 3)
    journey.state.history.retention = HistoryRetention(entries: 9)
    #expect(journey.state.retentionInForce == HistoryRetention(entries: 9))
  }

  @Test("Options shows the values of the settings and their file")
  func options() {
    var definition = Samples.getUser
    definition.settings.timeout = nil
    let configuration = ReadConfiguration(Array("send: { timeout: 1500, httpVersion: 2 }\n".utf8), .user).configuration
    let lines = definition.optionLines(configuration)
    let timeout = lines.first { $0.id == "timeout" }
    #expect(timeout?.placeholder == "1500" && timeout?.note == "from config.yml" && timeout?.value == "")
    #expect(lines.first { $0.id == "httpVersion" }?.note == "from config.yml")
    definition.settings.timeout = 20
    #expect(definition.optionLines(configuration).first { $0.id == "timeout" }?.note == "")
    #expect(definition.optionLines().allSatisfy { $0.id != "httpVersion" })
  }

  @Test("The settings can turn animations off")
  func motion() {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.settingsRead(settings("layout: { motion: false }\n")))
    #expect(!journey.state.capabilities.motion)
  }
}
