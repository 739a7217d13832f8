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
    case (0x3C, 0x4D), (0x3C, 0x6D): return MouseReport(numbers: numbers, isRelease: final == 0x6D).event
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

/// Decodes keys that are sent as a single control byte.
enum ControlKeys {
  /// `nil` if the byte is text, or an escape that begins a sequence.
  static func key(of byte: UInt8) -> Key? {
    switch byte {
    case 0x00: return .control(" ")
    case 0x09: return .tab
    // Some terminals and scripts send LF for Enter; ^J and ^H cannot be distinguished from Enter and Backspace.
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x1C...0x1F: return .control(Character(Unicode.Scalar(byte + 0x40)))
    default: return nil
    }
  }
}

/// A mouse report in SGR form (xterm mode 1006), which has no limit on columns and distinguishes press and release.
struct MouseReport {
  let numbers: [Int]
  let isRelease: Bool

  /// The event of the left or right button or the wheel; `nil` for other buttons and for moves without a button.
  var event: Event? {
    guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
    let point = Point(x: numbers[1] - 1, y: numbers[2] - 1)
    return kind.map { .mouse(Mouse($0, at: point, button: button, modifiers: modifiers)) }
  }

  private var kind: Mouse.Kind? {
    switch numbers[0] & ~0x1C {
    case 0, 2: return isRelease ? .release : .press
    case 32, 34: return .drag
    case 64: return .wheelUp
    case 65: return .wheelDown
    default: return nil
    }
  }

  private var button: Mouse.Button { numbers[0] & ~0x3C == 2 ? .right : .left }

  private var modifiers: Key.Modifiers {
    var modifiers: Key.Modifiers = []
    if numbers[0] & 4 != 0 { modifiers.insert(.shift) }
    if numbers[0] & 8 != 0 { modifiers.insert(.alt) }
    if numbers[0] & 16 != 0 { modifiers.insert(.control) }
    return modifiers
  }
}

/// Counts presses in quick succession at one place: 1, 2, 3, and 1 again.
struct ClickCounter {
  /// In nanoseconds.
  private static let interval: UInt64 = 400_000_000

  private var last: Point?
  private var button = Mouse.Button.left
  private var time: UInt64 = 0
  private var count = 0

  /// The event with its number of clicks; `now` is in nanoseconds of a monotonic clock.
  mutating func counted(_ event: Event, at now: UInt64) -> Event {
    guard case .mouse(var mouse) = event else { return event }
    switch mouse.kind {
    case .press:
      let isQuick = last == mouse.point && button == mouse.button && now >= time && now - time <= ClickCounter.interval
      count = isQuick ? count % 3 + 1 : 1
      (last, button, time) = (mouse.point, mouse.button, now)
    case .wheelUp, .wheelDown: return event
    case .release, .drag: break
    }
    mouse.clicks = max(1, count)
    return .mouse(mouse)
  }
}
