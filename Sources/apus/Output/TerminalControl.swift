/// The control sequences that the program sends to a terminal. The command line emits no others.
struct TerminalControl: Sendable {
  let bytes: [UInt8]

  private init(_ sequence: String) { bytes = Array(sequence.utf8) }

  /// Clears the line of the cursor.
  static let clearLine = TerminalControl("\r\u{1b}[K")

  /// Clears `count` lines, the last of which contains the cursor.
  static func clearLines(_ count: Int) -> TerminalControl {
    TerminalControl((count > 1 ? "\u{1b}[\(count - 1)A" : "") + "\r\u{1b}[J")
  }
}
