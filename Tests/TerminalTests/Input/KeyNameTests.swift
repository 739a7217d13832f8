import Terminal
import Testing

@Suite struct KeyNameTests {
  @Test(
    "The name of a key is the one in the footer, and is parsed back",
    arguments: [
      (Key.control("r"), "^R"), (.backTab, "⇧Tab"), (.function(5), "F5"), (.enter, "Enter"), (.escape, "Esc"),
      (.character("q"), "q"), (.character("Q"), "Q"), (.character(" "), "Space"), (.control(" "), "^Space"),
      (.alt("x"), "Alt-x"), (Key(.left, [.control, .shift]), "^⇧←"), (.pageDown, "PgDn"), (.character("^"), "^"),
      (.character("日"), "日"), (.delete, "Del"), (Key(.character("s"), [.control, .alt]), "Alt-^S"),
    ])
  func names(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test(
    "Common spellings of key names are parsed",
    arguments: [
      ("ctrl-R", Key.control("r")), ("C-r", .control("r")), ("alt+x", .alt("x")), ("shift-tab", .backTab),
      ("f12", .function(12)), ("escape", .escape), ("pagedown", .pageDown), ("space", .character(" ")),
      ("-", .character("-")),
    ])
  func typed(name: String, key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test("Invalid key names are rejected", arguments: ["", "f0", "f99", "nope", "ctrl-nope", "\u{1B}"])
  func none(name: String) {
    #expect(Key(name: name) == nil)
  }
}
