/// The modes that are on while the program uses the terminal.
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

  /// OSC 11: which background the terminal has.
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
