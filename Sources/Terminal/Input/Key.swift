/// A key press: which key, and which modifiers were held, spelled as in the key table (`^R`, `⇧Tab`).
public struct Key: Hashable, Sendable {
  public var code: Code
  public var modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  public enum Code: Hashable, Sendable {
    /// A printable character as typed; Shift is already applied to it.
    case character(Character)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let control = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let shift = Modifiers(rawValue: 4)
  }

  public static func character(_ character: Character) -> Key { Key(.character(character)) }
  /// Control and a letter; the letter is stored in lower case.
  public static func control(_ letter: Character) -> Key {
    Key(.character(Character(letter.lowercased())), .control)
  }
  public static func alt(_ letter: Character) -> Key { Key(.character(letter), .alt) }
  public static func function(_ number: Int) -> Key { Key(.function(number)) }
  public static let enter = Key(.enter)
  public static let tab = Key(.tab)
  public static let backTab = Key(.tab, .shift)
  public static let escape = Key(.escape)
  public static let backspace = Key(.backspace)
  public static let delete = Key(.delete)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let home = Key(.home)
  public static let end = Key(.end)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)
}
