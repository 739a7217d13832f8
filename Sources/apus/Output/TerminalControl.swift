/// What the program itself tells a terminal. No other control sequence leaves the command line.
struct TerminalControl: Sendable {
  let bytes: [UInt8]

  private init(_ sequence: String) { bytes = Array(sequence.utf8) }

  /// Takes the line of the cursor away.
  static let clearLine = TerminalControl("\r\u{1b}[K")

  /// Takes so many lines away, the last of which the cursor stands on.
  static func clearLines(_ count: Int) -> TerminalControl {
    TerminalControl((count > 1 ? "\u{1b}[\(count - 1)A" : "") + "\r\u{1b}[J")
  }
}
