/// A key press: which key, and which modifiers were held, spelled as in the key table (`^R`, `⇧Tab`).
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
