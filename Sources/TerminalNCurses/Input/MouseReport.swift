import Terminal

/// A mouse report in SGR form (xterm mode 1006), which has no limit on columns and distinguishes press and release.
struct MouseReport {
  private var numbers: [Int]
  private var isRelease: Bool

  init(_ numbers: [Int], isRelease: Bool) {
    self.numbers = numbers
    self.isRelease = isRelease
  }

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
