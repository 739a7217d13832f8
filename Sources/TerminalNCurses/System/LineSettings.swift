#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sets the terminal's line discipline for the program: every key arrives immediately and unchanged, nothing is echoed,
/// and a line feed only moves down (termios(3)).
@MainActor enum LineSettings {
  /// - Parameter endsLines: whether a line feed still goes to the start of the next line, for a terminal that gets lines.
  static func take(endsLines: Bool = false) {
    var settings = SignalState.shared.pointee.settings
    settings.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
    settings.c_iflag &= ~tcflag_t(IXON | BRKINT | PARMRK | ICRNL | INLCR)
    if !endsLines { settings.c_oflag &= ~tcflag_t(ONLCR) }
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Restores the settings from before the program started.
  static func giveBack() {
    tcsetattr(STDIN_FILENO, TCSADRAIN, &SignalState.shared.pointee.settings)
  }
}
