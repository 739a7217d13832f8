/// What a type of terminal lacks of what the screen can use, for `apus doctor`.
package struct TerminalAbilities: Equatable, Sendable {
  /// In words; the screen works without them.
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
