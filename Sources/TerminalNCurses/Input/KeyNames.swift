import Terminal

/// Maps the numbers and letters of escape sequences to keys (xterm's "PC-style" keys, VT220, Linux, kitty).
enum KeyNames {
  /// `ESC [ 1 ; modifiers X`.
  static func letter(_ final: UInt8) -> Key.Code? {
    switch final {
    case 0x41: return .up
    case 0x42: return .down
    case 0x43: return .right
    case 0x44: return .left
    case 0x46: return .end
    case 0x48: return .home
    case 0x50...0x53: return .function(Int(final) - 0x4F)
    default: return nil
    }
  }

  /// `ESC [ number ~`.
  static func tilde(_ number: Int) -> Key.Code? {
    switch number {
    case 1, 7: return .home
    case 2: return .insert
    case 3: return .delete
    case 4, 8: return .end
    case 5: return .pageUp
    case 6: return .pageDown
    case 11...15: return .function(number - 10)
    case 17...21: return .function(number - 11)
    case 23...26: return .function(number - 12)
    case 28, 29: return .function(number - 13)
    case 31...34: return .function(number - 14)
    default: return nil
    }
  }

  /// `ESC O X`.
  static func singleShift(_ final: UInt8) -> Key? {
    switch final {
    case 0x4D: return .enter
    case 0x61...0x64: return letter(final - 0x20).map { Key($0, .control) }
    // The keypad: * + , - . / and digits.
    case 0x6A...0x6F, 0x70...0x79: return .character(Character(Unicode.Scalar(final - 0x40)))
    default: return letter(final).map { Key($0) }
    }
  }

  /// A key by its code point, as `CSI u` and xterm's modifyOtherKeys send it.
  static func codePoint(_ number: Int, _ modifiers: Key.Modifiers) -> Key? {
    guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value), value > 0 else { return nil }
    if value == 0x1B { return Key(.escape, modifiers) }
    if value < 0x80, let key = ControlKeys.key(of: UInt8(value)) {
      return Key(key.code, key.modifiers.union(modifiers))
    }
    let character = Character(scalar)
    if modifiers.contains(.control) {
      return Key(.character(Character(character.lowercased())), modifiers)
    }
    // Shift is already applied to the character.
    guard modifiers.contains(.shift), character.isLowercase, let upper = character.uppercased().first else {
      return Key(.character(character), modifiers.subtracting(.shift))
    }
    return Key(.character(upper), modifiers.subtracting(.shift))
  }
}
