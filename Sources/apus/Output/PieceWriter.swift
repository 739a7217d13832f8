/// Writes bytes that arrive in pieces: unchanged to a file or a pipe, with visible control characters to a terminal.
struct PieceWriter {
  private let output: Output
  private var filter: TerminalText?

  init(_ output: Output, as style: TerminalText.Style = .text) {
    self.output = output
    filter = output.filter(style)
  }

  /// True if the terminal output differs from the input.
  var hasReplaced: Bool { filter?.hasReplaced ?? false }

  /// - Throws: as `Output.write(raw:)`; `Failure.interrupted` once the task is cancelled, because a response may be
  ///   endless.
  mutating func write(_ piece: UnsafeRawBufferPointer) throws(Failure) {
    try Interruption.check()
    if let shown = filter?.shown(piece) { try output.write(raw: shown) } else { try output.write(raw: piece) }
  }

  mutating func write(_ piece: [UInt8]) throws(Failure) {
    try Interruption.check()
    try output.write(raw: filter?.shown(piece) ?? piece)
  }

  /// Call this after the last piece.
  mutating func finish() throws(Failure) {
    if let rest = filter?.rest() { try output.write(raw: rest) }
  }
}
