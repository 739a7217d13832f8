import Basics

// How a key is written: `^R`, `⌥x`, `⇧Tab`, `F5`, `Space`. Footer, help and rebinding share one spelling.

extension Key {
  /// The key as shown in the footer and the help.
  package var name: String {
    var name = ""
    var shown = modifiers
    if case .character(let character) = code {
      if modifiers.contains(.control) { name += "^" }
      shown.remove(.control)
      name = Key.prefix(shown) + name
      if character == " " { return name + "Space" }
      return name + (modifiers.contains(.control) ? character.uppercased() : VisibleText.of(String(character)))
    }
    return Key.prefix(shown) + Key.name(of: code)
  }

  /// Parses a key name, written as in `name` or as people type it (`ctrl-r`, `C-r`, `alt+x`, `M-x`, `shift-tab`, `f5`,
  /// `esc`). `nil` if it is not a key name.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (modifier, after) = Key.leadingModifier(rest) {
      modifiers.insert(modifier)
      rest = after
    }
    if let code = Key.code(named: rest.lowercased()) {
      self.init(code, modifiers)
    } else if rest.count == 1, let character = rest.first, character != "\u{1B}" {
      let letter = modifiers.contains(.control) ? Character(character.lowercased()) : character
      self.init(.character(letter), modifiers)
    } else {
      return nil
    }
  }

  private static func prefix(_ modifiers: Modifiers) -> String {
    var text = ""
    if modifiers.contains(.control) { text += "^" }
    if modifiers.contains(.alt) { text += "⌥" }
    if modifiers.contains(.shift) { text += "⇧" }
    return text
  }

  private static let modifierNames: [(String, Modifiers)] = [
    ("^", .control), ("⌥", .alt), ("⇧", .shift), ("ctrl-", .control), ("ctrl+", .control), ("control-", .control),
    ("c-", .control), ("alt-", .alt), ("alt+", .alt), ("m-", .alt), ("shift-", .shift), ("shift+", .shift),
    ("s-", .shift),
  ]

  /// The leading modifier of a name and the rest; `nil` if nothing would remain.
  private static func leadingModifier(_ name: Substring) -> (Modifiers, Substring)? {
    let lower = name.lowercased()
    for (prefix, modifier) in modifierNames where lower.hasPrefix(prefix) && name.count > prefix.count {
      return (modifier, name.dropFirst(prefix.count))
    }
    return nil
  }

  private static let names: [(Code, [String])] = [
    (.enter, ["Enter", "return"]), (.tab, ["Tab"]), (.escape, ["Esc", "escape"]),
    (.backspace, ["⌫", "backspace"]), (.delete, ["Del", "delete"]), (.insert, ["Ins", "insert"]),
    (.up, ["↑", "up"]), (.down, ["↓", "down"]), (.left, ["←", "left"]), (.right, ["→", "right"]),
    (.home, ["Home"]), (.end, ["End"]), (.pageUp, ["PgUp", "pageup"]), (.pageDown, ["PgDn", "pagedown"]),
    (.character(" "), ["Space"]),
  ]

  private static func name(of code: Code) -> String {
    if case .function(let number) = code { return "F\(number)" }
    return names.first { $0.0 == code }?.1.first ?? ""
  }

  private static func code(named name: String) -> Code? {
    if let found = names.first(where: { $0.1.contains { $0.lowercased() == name } }) { return found.0 }
    guard name.hasPrefix("f"), let number = Int(name.dropFirst()), (1...63).contains(number) else { return nil }
    return .function(number)
  }
}
