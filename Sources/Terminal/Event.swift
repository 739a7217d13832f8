import Basics

/// Input and notifications from the terminal.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// A bracketed paste as one text with LF line ends. Never interpreted as keys.
  case paste(String)
  case mouse(Mouse)
  case resized(Size)
  case focusGained
  case focusLost
  /// The terminal's answer about its background.
  case background(isLight: Bool)
  /// The system asks the program to end (SIGTERM, SIGHUP).
  case terminationRequested
}

/// One mouse event at a cell.
package struct Mouse: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag
    case wheelUp, wheelDown
  }

  package enum Button: Hashable, Sendable {
    case left, right
  }

  package var kind: Kind
  /// The button that is pressed, released or held; left for the wheel.
  package var button: Button
  package var point: Point
  /// The number of presses in quick succession at this place: 1, 2 or 3.
  package var clicks: Int
  package var modifiers: Key.Modifiers

  package init(
    _ kind: Kind, at point: Point, button: Button = .left, clicks: Int = 1, modifiers: Key.Modifiers = []
  ) {
    self.kind = kind
    self.button = button
    self.point = point
    self.clicks = clicks
    self.modifiers = modifiers
  }
}

/// A key press with its modifiers, spelled as in the key table (`^R`, `⇧Tab`).
package struct Key: Hashable, Sendable {
  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  package enum Code: Hashable, Sendable {
    /// A printable character as typed; Shift is already applied to it.
    case character(Character)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Control and a letter; the letter is stored in lower case.
  package static func control(_ letter: Character) -> Key {
    Key(.character(Character(letter.lowercased())), .control)
  }
  package static func alt(_ letter: Character) -> Key { Key(.character(letter), .alt) }
  package static func function(_ number: Int) -> Key { Key(.function(number)) }
  package static let enter = Key(.enter)
  package static let tab = Key(.tab)
  package static let backTab = Key(.tab, .shift)
  package static let escape = Key(.escape)
  package static let backspace = Key(.backspace)
  package static let delete = Key(.delete)
  package static let up = Key(.up)
  package static let down = Key(.down)
  package static let left = Key(.left)
  package static let right = Key(.right)
  package static let home = Key(.home)
  package static let end = Key(.end)
  package static let pageUp = Key(.pageUp)
  package static let pageDown = Key(.pageDown)
}

// The spelling of keys: `^R`, `⌥x`, `⇧Tab`, `F5`, `Space`. Footer, help and rebinding share it.

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
    if modifiers.contains(.alt) { text += altSign }
    if modifiers.contains(.shift) { text += "⇧" }
    return text
  }

  /// The label of the key on the keyboards of the system.
  private static var altSign: String {
    #if os(macOS)
    "⌥"
    #else
    "Alt-"
    #endif
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
