import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Key bindings in the settings") struct KeyBindingsTests {
  private func settings(_ text: String, keys: String? = nil) -> UserSettings {
    var settings = UserSettings(ReadConfiguration(Array(text.utf8), .user))
    settings.keys = keys.map { KeysFile(name: "mine", .success(Array($0.utf8))) }
    return settings
  }

  private func bound(_ text: String, keys: String? = nil) -> (table: CommandTable, faults: [String]) {
    CommandTable.bound(by: settings(text, keys: keys))
  }

  @Test("The default table applies without settings")
  func usual() {
    #expect(bound("theme: dark").table == CommandTable())
    #expect(bound("keys: default").table.records.map(\.keys) == CommandTable().records.map(\.keys))
  }

  @Test("No preset binds a key to two commands in one context", arguments: KeyPreset.allCases)
  func presets(_ preset: KeyPreset) {
    let (table, faults) = bound("keys: \(preset.rawValue)")
    #expect(faults == [])
    for change in preset.changes { #expect(table.command(named: change.command) != nil, "\(change.command)") }
    for context in Context.allCases where context != .overlay {
      var owners: [Key: String] = [:]
      for record in table.records where record.contexts.contains(context) {
        for key in record.keys {
          #expect(owners[key] == nil, "\(preset) \(context): \(key.name) is \(owners[key] ?? "") and \(record.name)")
          owners[key] = record.name
        }
      }
    }
    #expect(table.records.first { $0.name == "quit" }?.keys.isEmpty == false)
  }

  @Test("A binding replaces the keys of its command, and a hidden command is reported with the location")
  func shadow() {
    let (table, faults) = bound("bindings: { send: [ctrl+x, f], jump: [] }\n")
    #expect(table.command(named: "send")?.keys == [.control("x"), .character("f")])
    #expect(table.command(for: .character("f"), in: .tree)?.name == "send")
    #expect(table.command(for: .control("r"), in: .tree) == nil && table.command(for: .control("g"), in: .tree) == nil)
    #expect(table.command(for: .character("f"), in: .run)?.name == "runFailedOnly")
    #expect(faults == ["config.yml:1:28: f runs `send`, no longer `zoom` (Zoom the pane)"])
  }

  @Test("Two bindings of one key are reported, and the first applies")
  func rivals() {
    let (table, faults) = bound("bindings:\n  zoom: B\n  send: B\n")
    #expect(table.command(for: .character("B"), in: .tree)?.name == "zoom")
    #expect(faults == ["config.yml:3:9: B runs `zoom`, no longer `send` (Send the request)"])
    // Both commands keep the key if their contexts differ.
    #expect(bound("bindings: { newRequest: b, addRow: b }\n").faults == [])
  }

  @Test(
    "An unknown command or key is reported with its location, and the rest applies",
    arguments: [
      ("bindings: { sned: x, quit: q }", "config.yml:1:13: there is no command `sned`; did you mean `send`?"),
      (
        "bindings: { nonsense: x }",
        "config.yml:1:13: there is no command `nonsense`; `apus config --commands` lists them"
      ),
      (
        "bindings: { send: ctlr+r }",
        "config.yml:1:19: `ctlr+r` is not a key: write x, ctrl+x, alt+x, shift+tab, f5, enter, space"
      ),
      (
        "keys: vmi",
        "config.yml:1:7: there is no file keys/vmi.yml: `keys` is default, vim, emacs, or a file in keys/. The default keys are used"
      ),
    ])
  func faults(_ text: String, _ fault: String) {
    var settings = settings(text)
    if text.hasPrefix("keys") { settings.keys = KeysFile(name: "vmi", .failure(.notThere)) }
    let (table, faults) = CommandTable.bound(by: settings)
    #expect(faults == [fault])
    #expect(table.command(for: .control("r"), in: .tree)?.name == "send")
  }

  @Test("A file of keys has a base, and single bindings take precedence")
  func file() {
    let file = "base: vim\nzoom: w\nquit: [f10]\n"
    let (table, _) = bound("keys: mine\nbindings: { quit: f9 }\n", keys: file)
    #expect(table.command(for: .control("r"), in: .tree)?.name == "redo")
    #expect(table.command(for: .character("w"), in: .tree)?.name == "zoom")
    #expect(table.command(named: "quit")?.keys == [.function(9)])
    let broken = bound("keys: mine\n", keys: "base: vi\nzom: w\n").faults
    #expect(
      broken == [
        "keys/mine.yml:1:7: `base` is one of default, vim, emacs",
        "keys/mine.yml:2:1: there is no command `zom`; did you mean `zoom`?",
      ])
  }

  @Test("Footer, help, palette and the button show the effective keys")
  func shown() {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.settingsRead(settings("bindings: { send: f8, help: f2, zoom: e }\n")))
    journey.open()
    #expect(journey.text.contains("Send F8") && !journey.text.contains("^R"), "\(journey.text)")
    #expect(journey.footer.contains("F2 help"))
    // `e` zooms now.
    let shown = Footer(state: journey.state).items.first { $0.key == "e" }
    #expect(shown?.label != "env")
    journey.press(.function(2))
    #expect(journey.text.contains("F8") && !journey.text.contains("^R F5"))
    journey.press(.escape)
    journey.type(":send the request")
    #expect(journey.text.contains("F8"))
  }

  @Test("The effective keys act")
  func acting() {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.settingsRead(settings("bindings: { zoom: x }\n")))
    journey.press(.character("f"))
    #expect(journey.state.layoutChoice.zoomed == nil)
    journey.press(.character("x"))
    #expect(journey.state.layoutChoice.zoomed != nil)
    journey.apply(.settingsRead(settings("")))
    journey.press(.character("f"))
    #expect(journey.state.layoutChoice.zoomed == nil)
  }

  @Test("A report has the bytes, the key and its commands by context")
  func report() {
    let report = KeyReport(CommandTable())
    #expect(
      report.lines(bytes: [0x1B, 0x5B, 0x31, 0x35, 0x7E], events: [.key(.function(5))]) == [
        "F5  sent as Esc [ 1 5 ~ (1b 5b 31 35 7e)", "    send: Send the request (everywhere)",
      ])
    let d = report.lines(bytes: [0x64], events: [.key(.character("d"))])
    #expect(d.contains("    duplicate: Duplicate (in the tree, in a table of rows)"))
    #expect(d.last == "    typed in texts")
    #expect(report.lines(bytes: [0x1B, 0x5B, 0x7A], events: [])[0].hasPrefix("unknown key  sent as Esc [ z"))
  }
}
