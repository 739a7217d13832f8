import Foundation
import Terminal
import TestSupport
import Testing
import Workspaces

@testable import Explorer

@Suite("Key names in texts") struct KeyNamesTests {
  private func journey(_ settings: String) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.state.commands =
      CommandTable.bound(
        by: UserSettings(ReadConfiguration(Array(settings.utf8), .user))
      ).table
    return journey
  }

  @Test(arguments: [
    ("keys: default", "No response yet. ^R sends this request."),
    ("keys: vim", "No response yet. F5 sends this request."),
    ("bindings: {send: [ctrl+x, f5]}", "No response yet. ^X sends this request."),
    ("bindings: {send: []}", "No response yet. “Send the request” in the palette sends this request."),
  ])
  func `A pane names the current key.`(settings: String, words: String) {
    var journey = journey(settings)
    journey.open()
    #expect(journey.text.contains(words), "\(journey.text)")
  }

  @Test func `Notes, buttons, menus and questions name the current key.`() {
    var journey = journey("keys: emacs\nbindings: {send: [ctrl+x], undo: [f12]}")
    journey.open()
    _ = journey.state.say(.warning, "Not saved: \(key: "save") asks again, \(key: "undo") goes back")
    #expect(journey.state.message?.text == "Not saved: Alt-s asks again, F12 goes back")
    #expect(journey.text.contains("Send ^X"), "\(journey.text)")
    journey.state.message = nil
    journey.apply(
      .overlay(.show(.question(Question("A", "B", [.init("r", "do it (\(key: "undo") undoes it)", nil)])))))
    #expect(journey.text.contains("do it (F12 undoes it)"), "\(journey.text)")
  }

  @Test func `A key used by another command in this context is not named.`() {
    var journey = journey("bindings: {zoom: [ctrl+s]}")
    journey.open()
    _ = journey.state.say(.information, "\(key: "save") saves it")
    #expect(journey.state.message?.text == "“Save the request” in the palette saves it")
  }

  @Test func `External text can show a key and nothing else.`() {
    let keys = KeyNames { $0 == "save" ? KeyNames.Name(key: "^S", title: "Save") : nil }
    #expect(keys.filled("a \u{10FF00}save\u{10FF01} b \u{10FF00}x\u{10FF01}") == "a ^S b x")
    #expect(keys.filled("\u{10FF00}save") == "\u{10FF00}save")
    #expect(keys.filled("\u{10FF01}\u{10FF00}") == "\u{10FF01}\u{10FF00}")
  }

  @Test func `Every command named in a text exists.`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources").standardized
    let paths = FileManager.default.enumerator(atPath: sources.path)?.allObjects.compactMap { $0 as? String } ?? []
    var names: Set<String> = []
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for match in text.matches(of: #/\\\(key: "([A-Za-z0-9]+)"\)/#) { names.insert(String(match.1)) }
    }
    let known = Set(CommandTable.standard.map(\.name))
    #expect(names.count > 30)
    #expect(names.subtracting(known) == [])
  }
}
