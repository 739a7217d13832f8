import Basics

/// A terminal: shows screens and delivers events. The live device uses ncurses' terminal database; the one for tests
/// works in memory.
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
  /// Makes the terminal show the screen; only changes are sent.
  func show(_ screen: Screen)
  /// Releases the terminal to another program (an editor, job control) and takes it back afterwards.
  func suspended(_ body: () -> Void)
  /// Releases the terminal and stops the process, as ^Z does in a shell; returns when the process is continued.
  func stop()
  /// Copies text to the clipboard with OSC 52, if the terminal allows it.
  func copyToClipboard(_ text: String)
  /// True if the terminal supports it.
  var hasClipboard: Bool { get }
  /// Takes the mouse for the program, or leaves it to the terminal, which then selects text.
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

/// A terminal that only gets lines, one below the other: for screen readers, and for terminals that cannot draw.
@MainActor package protocol LineDevice: Device {
  func append(_ piece: LinePiece)
}

/// A piece appended to the lines of a terminal.
package enum LinePiece: Hashable, Sendable {
  case line(String)
  /// Follows the previous piece on the same line, if that was typed, too.
  case typed(String)
}

extension LineDevice {
  /// Draws nothing.
  package func show(_ screen: Screen) {}
  package func copyToClipboard(_ text: String) {}
  package var hasClipboard: Bool { false }
}

/// The capabilities of a terminal, restricted by the user's settings.
package struct Capabilities: Hashable, Sendable {
  /// The characters for the lines around panes.
  package enum Lines: String, Hashable, Sendable {
    case round, square, ascii
  }

  /// `allColors`, 256, 16, 8, or 0 for none (`NO_COLOR`, a dumb terminal).
  package var colors: Int
  package var unicode: Bool
  package var mouse: Bool
  /// True if its background is light; `nil` until the terminal has answered.
  package var isLight: Bool?
  package var lines = Lines.round
  /// True if spinners and endless progress bars move.
  package var motion = true
  /// True if nothing is drawn: changes are announced in lines.
  package var isLinear = false

  /// The terminal shows any red, green and blue.
  package static let allColors = 1 << 24

  package init(colors: Int = 256, unicode: Bool = true, mouse: Bool = true, isLight: Bool? = nil) {
    self.colors = colors
    self.unicode = unicode
    self.mouse = mouse
    self.isLight = isLight
  }

  package var border: Border {
    guard unicode else { return .ascii }
    return switch lines {
    case .round: .round
    case .square: .light
    case .ascii: .ascii
    }
  }
}

/// Reads the terminal's character set from the environment.
package enum LocaleName {
  /// True if the terminal uses UTF-8. The first non-empty variable of `LC_ALL`, `LC_CTYPE` and `LANG` decides
  /// (POSIX.1-2017, section 8.2). Only the name counts, because after `ssh` this machine often lacks the locale.
  /// - Parameter variable: returns a variable of the environment.
  package static func isUTF8(_ variable: (String) -> String?) -> Bool {
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
      guard let value = variable(name), !value.isEmpty else { continue }
      return namesUTF8(value)
    }
    return false
  }

  /// True if the name contains `UTF-8` or `utf8`. Compares bytes, because a string search would make the runtime scan
  /// all types of the program at every start.
  private static func namesUTF8(_ value: String) -> Bool {
    let wanted: [UInt8] = [0x75, 0x74, 0x66, 0x38]
    var found = 0
    for byte in value.utf8 where byte != 0x2D {
      let folded = byte.asciiLowercased
      if folded == wanted[found] { found += 1 } else { found = folded == wanted[0] ? 1 : 0 }
      if found == wanted.count { return true }
    }
    return false
  }
}
