/// Input and notifications from the terminal.
public enum Event: Hashable, Sendable {
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
public struct Mouse: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case press, release, drag
    case wheelUp, wheelDown
  }

  public var kind: Kind
  public var point: Point
  /// The number of presses in quick succession at this place: 1, 2 or 3.
  public var clicks: Int
  public var modifiers: Key.Modifiers

  public init(_ kind: Kind, at point: Point, clicks: Int = 1, modifiers: Key.Modifiers = []) {
    self.kind = kind
    self.point = point
    self.clicks = clicks
    self.modifiers = modifiers
  }
}
