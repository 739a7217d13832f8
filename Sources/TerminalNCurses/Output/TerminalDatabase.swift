import Basics
import CNCurses

/// Reads ncurses' terminal database for the terminal of standard output (terminfo(5)).
enum TerminalDatabase {
  /// Looks up the terminal that `TERM` names.
  static func open(term: String) throws(TerminalError) {
    guard !term.isEmpty, term != "dumb" else { throw .tooSimple(term: term) }
    var result: Int32 = 0
    guard setupterm(nil, 1, &result) == OK else {
      // 1 means a hardcopy terminal.
      throw result == 1 ? .tooSimple(term: term) : .unknownType(term: term)
    }
    guard !string("cup").isEmpty else { throw .tooSimple(term: term) }
  }

  /// Loads the terminal's entry, if there is one. Line devices draw nothing, so an unknown terminal is not an error.
  static func look() {
    var result: Int32 = 0
    _ = setupterm(nil, 1, &result)
  }

  /// Looks up a terminal by its name.
  /// - Returns: `false` if the database lacks it.
  static func look(for name: String) -> Bool {
    var result: Int32 = 0
    return setupterm(name, 1, &result) == OK
  }

  /// A string capability without padding; empty if the terminal lacks it.
  static func string(_ name: String) -> [UInt8] {
    guard let pointer = pointer(name) else { return [] }
    return unpadded(pointer)
  }

  /// A string capability with parameters filled in; empty if the terminal lacks it.
  static func string(_ name: String, _ first: Int, _ second: Int = 0) -> [UInt8] {
    guard let pointer = pointer(name), let filled = apus_terminfo_parameters(pointer, first, second) else { return [] }
    return unpadded(filled)
  }

  /// A numeric capability; `nil` if the terminal lacks it.
  static func number(_ name: String) -> Int? {
    let number = Int(apus_terminfo_number(name))
    return number >= 0 ? number : nil
  }

  static func flag(_ name: String) -> Bool { apus_terminfo_flag(name) > 0 }

  private static func pointer(_ name: String) -> UnsafePointer<CChar>? {
    guard let pointer = apus_terminfo_string(name), Int(bitPattern: pointer) != -1 else { return nil }
    return pointer
  }

  /// Removes padding (`$<50>`): no terminal in use needs delays.
  private static func unpadded(_ pointer: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = pointer
    while next.pointee != 0 {
      if next.pointee == 0x24, next.successor().pointee == 0x3C {
        while next.pointee != 0, next.pointee != 0x3E { next += 1 }
        if next.pointee == 0 { break }
      } else {
        bytes.append(UInt8(bitPattern: next.pointee))
      }
      next += 1
    }
    return bytes
  }
}

/// The modes that the program enables while it uses the terminal.
struct TerminalModes {
  /// Bracketed paste, focus reports, and mouse presses and drags in SGR form.
  let on: [UInt8]
  let off: [UInt8]

  init(mouse: Bool) {
    let modes = mouse ? [2004, 1004, 1000, 1002, 1006] : [2004, 1004]
    on = modes.flatMap { Array("\u{1B}[?\($0)h".utf8) }
    off = modes.reversed().flatMap { Array("\u{1B}[?\($0)l".utf8) }
  }

  /// Switches to the alternate screen, and to key sequences as in the terminal database.
  static var arrival: [UInt8] { ["smcup", "smkx"].flatMap { TerminalDatabase.string($0) } }

  /// OSC 11: asks for the background of the terminal.
  static var backgroundQuestion: [UInt8] { Array("\u{1B}]11;?\u{7}".utf8) }

  /// Frame markers (mode 2026): terminals that know them show the frame at once, others ignore them.
  static let frameStart = "\u{1B}[?2026h"
  static let frameEnd = "\u{1B}[?2026l"

  /// Restores the terminal, also from a signal handler. A terminal without an alternate screen is cleared; otherwise
  /// the shell's output would mix with the drawn screen.
  var restoring: [UInt8] {
    let left = TerminalDatabase.string("rmcup")
    return Array(TerminalModes.frameEnd.utf8) + off
      + ["sgr0", "op", "rmkx", "cnorm"].flatMap { TerminalDatabase.string($0) }
      + (left.isEmpty ? TerminalDatabase.string("clear") : left) + [0x0D]
  }
}

/// The features that a terminal type lacks, for `apus doctor`.
package struct TerminalAbilities: Equatable, Sendable {
  /// The missing features, in words; the screen works without them.
  package let missing: [String]

  /// - Throws: if the screen cannot be drawn on such a terminal.
  package init(term: String) throws(TerminalError) {
    try TerminalDatabase.open(term: term)
    let wanted = [
      ("kmous", "the mouse"), ("smcup", "a screen of its own"), ("dim", "dim text"), ("civis", "a hidden cursor"),
    ]
    missing = wanted.filter { TerminalDatabase.string($0.0).isEmpty }.map(\.1)
  }
}

/// The reason why there is no terminal to draw on. The message contains the fault and the fix.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is not set, or names a terminal without cursor movement.
  case tooSimple(term: String)
  /// The terminal database does not know the terminal that `TERM` names.
  case unknownType(term: String)

  package var description: String {
    switch self {
    case .notATerminal:
      return "Standard input and output are not a terminal; run this in one, or use the commands (`apus help`)."
    case .tooSimple(let term):
      let named = term.isEmpty ? "TERM is not set" : "TERM=\(term) cannot place its cursor"
      return "\(named), so nothing can be drawn; set TERM (often xterm-256color), or use the commands (`apus help`)."
    case .unknownType(let term):
      return "The terminal type TERM=\(term) is not in the terminal database; install it, or set TERM=xterm-256color."
    }
  }
}

/// Copies with OSC 52: the terminal puts the text on its own clipboard, even over SSH.
enum Clipboard {
  /// The bytes to send. Inside tmux, the sequence is also sent in a wrapped form; the configuration of tmux determines
  /// which one it passes on.
  static func sequence(for text: String, isInsideTmux: Bool) -> [UInt8] {
    let copy = "\u{1B}]52;c;" + Base64.encode(text.utf8) + "\u{7}"
    guard isInsideTmux else { return Array(copy.utf8) }
    return Array((copy + "\u{1B}Ptmux;\u{1B}" + copy + "\u{1B}\\").utf8)
  }
}
