import Terminal

/// A parsed control sequence (ECMA-48: CSI): `ESC [ parameters final`.
struct ControlSequence {
  var final: UInt8
  /// `<`, `?`, `=` or `>` before the parameters.
  private var mark: UInt8?
  private var numbers: [Int]
  /// The part after the colon in the second parameter: 3 is a key release (kitty).
  private var eventType = 1

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    var parameters = parameters
    if let first = parameters.first, first >= 0x3C && first <= 0x3F {
      mark = first
      parameters = parameters.dropFirst()
    }
    let fields = parameters.split(separator: 0x3B, omittingEmptySubsequences: false)
    numbers = fields.map { ControlSequence.number($0.prefix { $0 != 0x3A }) ?? 0 }
    if fields.count > 1, let colon = fields[1].firstIndex(of: 0x3A) {
      eventType = ControlSequence.number(fields[1][(colon + 1)...]) ?? 1
    }
  }

  var isPasteStart: Bool { final == 0x7E && mark == nil && number(0) == 200 }

  /// The key, mouse or focus event; `nil` for anything else.
  var event: Event? {
    switch (mark, final) {
    case (0x3C, 0x4D), (0x3C, 0x6D): return MouseReport(numbers, isRelease: final == 0x6D).event
    case (nil, 0x49) where numbers.isEmpty || numbers == [0]: return .focusGained
    case (nil, 0x4F) where numbers.isEmpty || numbers == [0]: return .focusLost
    case (nil, _): return eventType == 3 ? nil : key.map(Event.key)
    default: return nil
    }
  }

  private var key: Key? {
    switch final {
    case 0x5A: return Key(.tab, modifiers.union(.shift))
    // rxvt: a lower-case letter or `$` means Shift, `^` Control, `@` both.
    case 0x61...0x64: return KeyNames.letter(final - 0x20).map { Key($0, .shift) }
    case 0x7E where number(0) == 27: return KeyNames.codePoint(number(2), modifiers)
    case 0x7E: return KeyNames.tilde(number(0)).map { Key($0, modifiers) }
    case 0x24: return KeyNames.tilde(number(0)).map { Key($0, .shift) }
    case 0x5E: return KeyNames.tilde(number(0)).map { Key($0, .control) }
    case 0x40: return KeyNames.tilde(number(0)).map { Key($0, [.control, .shift]) }
    case 0x75: return KeyNames.codePoint(number(0), modifiers)
    default: return KeyNames.letter(final).map { Key($0, modifiers) }
    }
  }

  /// xterm's second parameter: 1 plus the sum of 1 for Shift, 2 for Alt, 4 for Control, 8 for Meta.
  private var modifiers: Key.Modifiers {
    let bits = max(0, number(1) - 1)
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 10 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty && digits.count <= 9 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30 && digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }
}
