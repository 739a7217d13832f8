/// A terminal: shows screens and delivers events. The live one uses ncurses' terminal database; the one for tests works
/// in memory.
@MainActor package protocol Device: AnyObject {
  var size: Size { get }
  var capabilities: Capabilities { get }
  /// Every event in order, until the device is closed. Only one consumer may read it.
  var events: AsyncStream<Event> { get }
  /// Yields once when the system asks the program to end, apart from `events`, so that it does not wait behind queued
  /// keys.
  var terminations: AsyncStream<Void> { get }
  /// Becomes readable when the system asks the program to end, for code that blocks; negative if there is none.
  var terminationDescriptor: Int32 { get }
  /// Makes the terminal show the screen; only what changed is sent.
  func show(_ screen: Screen)
  /// Releases the terminal to another program (an editor, job control) and takes it back afterwards.
  func suspended(_ body: () -> Void)
  /// Releases the terminal and stops the process, as ^Z does in a shell; returns when the process is continued.
  func stop()
  /// Copies text to the clipboard with OSC 52, if the terminal allows it.
  func copyToClipboard(_ text: String)
  /// Whether it can be asked for that.
  var hasClipboard: Bool { get }
  /// Whether the program gets the mouse, or the terminal keeps it to select text.
  func takeMouse(_ isTaken: Bool)
  func beep()
  /// Restores the terminal. Safe to call more than once.
  func close()
}

extension Device {
  /// A device that is not a terminal receives no signals.
  package var terminations: AsyncStream<Void> { AsyncStream { $0.finish() } }
  package var terminationDescriptor: Int32 { -1 }

  package var hasClipboard: Bool { true }

  /// A device that is not a terminal has no mouse.
  package func takeMouse(_ isTaken: Bool) {}

  /// A device that is not a terminal cannot be stopped.
  package func stop() {}
}

/// A terminal that only gets lines, one below the other: for screen readers, and where nothing can be drawn.
@MainActor package protocol LineDevice: Device {
  func append(_ piece: LinePiece)
}

/// What is appended to the lines of a terminal.
package enum LinePiece: Hashable, Sendable {
  case line(String)
  /// Stands behind the piece before it, if that was typed, too.
  case typed(String)
}

extension LineDevice {
  /// Nothing is drawn.
  package func show(_ screen: Screen) {}
  package func copyToClipboard(_ text: String) {}
  package var hasClipboard: Bool { false }
}

/// What a terminal can show, and what of it the user wants.
package struct Capabilities: Hashable, Sendable {
  /// The lines around panes.
  package enum Lines: String, Hashable, Sendable {
    case round, square, ascii
  }

  /// `allColors`, 256, 16, 8, or 0 for none (`NO_COLOR`, a dumb terminal).
  package var colors: Int
  package var unicode: Bool
  package var mouse: Bool
  /// Whether its background is light; `nil` as long as it has not said so.
  package var isLight: Bool?
  package var lines = Lines.round
  /// Whether what runs moves: spinners and bars without an end.
  package var motion = true
  /// Whether nothing is drawn: what changes is said in lines.
  package var isLinear = false

  /// The terminal shows any red, green and blue.
  package static let allColors = 1 << 24

  package init(colors: Int = 256, unicode: Bool = true, mouse: Bool = true, isLight: Bool? = nil) {
    self.colors = colors
    self.unicode = unicode
    self.mouse = mouse
    self.isLight = isLight
  }

  /// The lines that are drawn.
  package var border: Border {
    guard unicode else { return .ascii }
    return switch lines {
    case .round: .round
    case .square: .light
    case .ascii: .ascii
    }
  }
}
