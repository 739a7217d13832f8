/// Input and notifications from the terminal.
package enum Event: Hashable, Sendable {
  case key(Key)
  /// A bracketed paste as one text with LF line ends. Never interpreted as keys.
  case paste(String)
  case mouse(Mouse)
  case resized(Size)
  case focusGained
  case focusLost
  /// The terminal's answer to what background it has.
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
