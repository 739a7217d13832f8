/// The control sequences that the command line sends to a terminal; it sends no others.
struct TerminalControl: Sendable {
  let bytes: [UInt8]

  private init(_ sequence: String) { bytes = Array(sequence.utf8) }

  /// Clears the cursor's line.
  static let clearLine = TerminalControl("\r\u{1b}[K")

  /// Clears `count` lines, the last of which contains the cursor.
  static func clearLines(_ count: Int) -> TerminalControl {
    TerminalControl((count > 1 ? "\u{1b}[\(count - 1)A" : "") + "\r\u{1b}[J")
  }
}
