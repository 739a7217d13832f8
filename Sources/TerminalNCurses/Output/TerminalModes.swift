/// The modes that are switched on while the program has the terminal.
struct TerminalModes {
  /// Paste in brackets, focus reports, and the mouse: presses, drags, SGR form.
  let on: [UInt8]
  let off: [UInt8]

  init(mouse: Bool) {
    let modes = mouse ? [2004, 1004, 1000, 1002, 1006] : [2004, 1004]
    on = modes.flatMap { Array("\u{1B}[?\($0)h".utf8) }
    off = modes.reversed().flatMap { Array("\u{1B}[?\($0)l".utf8) }
  }

  /// The program's own screen, and keys that send what the terminal database says.
  static var arrival: [UInt8] { ["smcup", "smkx"].flatMap { TerminalDatabase.string($0) } }

  /// Marks around a frame (mode 2026): terminals that know them show it at once, others ignore them.
  static let frameStart = "\u{1B}[?2026h"
  static let frameEnd = "\u{1B}[?2026l"

  /// Everything that gives the terminal back, for a signal handler too. Where there is but one screen it is left empty:
  /// what the shell says would stand among what was drawn.
  var restoring: [UInt8] {
    let left = TerminalDatabase.string("rmcup")
    return Array(TerminalModes.frameEnd.utf8) + off
      + ["sgr0", "op", "rmkx", "cnorm"].flatMap { TerminalDatabase.string($0) }
      + (left.isEmpty ? TerminalDatabase.string("clear") : left) + [0x0D]
  }
}
