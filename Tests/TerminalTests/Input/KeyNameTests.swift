import Terminal
import Testing

@Suite struct KeyNameTests {
  @Test(
    "A key is written as the footer shows it, and read back",
    arguments: [
      (Key.control("r"), "^R"), (.backTab, "⇧Tab"), (.function(5), "F5"), (.enter, "Enter"), (.escape, "Esc"),
      (.character("q"), "q"), (.character("Q"), "Q"), (.character(" "), "Space"), (.control(" "), "^Space"),
      (.alt("x"), "⌥x"), (Key(.left, [.control, .shift]), "^⇧←"), (.pageDown, "PgDn"), (.character("^"), "^"),
      (.character("日"), "日"), (.delete, "Del"), (Key(.character("s"), [.control, .alt]), "⌥^S"),
    ])
  func names(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test(
    "Names as people type them are understood",
    arguments: [
      ("ctrl-R", Key.control("r")), ("C-r", .control("r")), ("alt+x", .alt("x")), ("shift-tab", .backTab),
      ("f12", .function(12)), ("escape", .escape), ("pagedown", .pageDown), ("space", .character(" ")),
      ("-", .character("-")),
    ])
  func typed(name: String, key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test("What names no key gives none", arguments: ["", "f0", "f99", "nope", "ctrl-nope", "\u{1B}"])
  func none(name: String) {
    #expect(Key(name: name) == nil)
  }
}
