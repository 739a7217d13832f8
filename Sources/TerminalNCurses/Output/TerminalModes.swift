import CNCurses

/// The modes beyond ncurses that are switched on while the program has the terminal.
struct TerminalModes {
  /// Paste in brackets, focus reports, and the mouse: presses, drags, SGR form.
  let on: [UInt8]
  let off: [UInt8]

  init(mouse: Bool) {
    let modes = mouse ? [2004, 1004, 1000, 1002, 1006] : [2004, 1004]
    on = modes.flatMap { Array("\u{1B}[?\($0)h".utf8) }
    off = modes.reversed().flatMap { Array("\u{1B}[?\($0)l".utf8) }
  }

  /// Marks around a frame (mode 2026): terminals that know them show it at once, others ignore them.
  static let frameStart = "\u{1B}[?2026h"
  static let frameEnd = "\u{1B}[?2026l"

  /// Everything that gives the terminal back without ncurses' help, for a signal handler.
  var restoring: [UInt8] {
    Array(TerminalModes.frameEnd.utf8) + off
      + ["sgr0", "op", "rmkx", "cnorm", "rmcup"].flatMap { TerminalModes.terminfo($0) } + [0x0D]
  }

  /// A string of the terminal database, without its padding marks; empty when there is none.
  static func terminfo(_ name: String) -> [UInt8] {
    guard let pointer = apus_terminfo_string(name), Int(bitPattern: pointer) != -1 else { return [] }
    var bytes: [UInt8] = []
    var isPadding = false
    for byte in String(cString: pointer).utf8 {
      if byte == 0x24 { isPadding = true }
      if !isPadding { bytes.append(byte) }
      if byte == 0x3E { isPadding = false }
    }
    return bytes
  }
}
