#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How the terminal's line works while the program has it: every key comes at once and as it is, nothing is echoed, and
/// a line end moves down only (termios(3)).
@MainActor enum LineSettings {
  static func take() {
    var settings = SignalState.shared.pointee.settings
    settings.c_lflag &= ~tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHONL)
    settings.c_iflag &= ~tcflag_t(IXON | BRKINT | PARMRK | ICRNL | INLCR)
    settings.c_oflag &= ~tcflag_t(ONLCR)
    withUnsafeMutableBytes(of: &settings.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// As they were before the program came.
  static func giveBack() {
    tcsetattr(STDIN_FILENO, TCSADRAIN, &SignalState.shared.pointee.settings)
  }
}
