import Documents

/// Writes bytes that arrive in pieces: unchanged to a file or a pipe, with visible control characters to a terminal, and
/// in the colours of their language if there are any.
struct PieceWriter {
  private let output: Output
  private var filter: TerminalText?
  private var painter: SyntaxPainter?
  private(set) var last: UInt8?

  /// - Parameter colors: `nil` for text without colours, as that of a plain language.
  init(
    _ output: Output, as style: TerminalText.Style = .text, _ language: TextLanguage = .plain,
    in colors: OutputColors? = nil
  ) {
    self.output = output
    painter = language == .plain ? nil : colors.map { SyntaxPainter(language, $0) }
    // The colours are meant for a terminal, so the text must be safe for one.
    filter = colors == nil ? output.filter(style) : TerminalText(style, isUnicode: Locale.isUTF8)
  }

  /// True if the terminal output differs from the input.
  var hasReplaced: Bool { filter?.hasReplaced ?? false }

  /// - Throws: as `Output.write(raw:)`; `Failure.interrupted` once the task is cancelled, because a response may be
  ///   endless.
  mutating func write(_ piece: UnsafeRawBufferPointer) throws(Failure) {
    try Interruption.check()
    last = piece.last ?? last
    if let shown = filter?.shown(piece) { try put(shown) } else { try output.write(raw: piece) }
  }

  mutating func write(_ piece: [UInt8]) throws(Failure) {
    try Interruption.check()
    last = piece.last ?? last
    try put(filter?.shown(piece) ?? piece)
  }

  /// Call this after the last piece.
  mutating func finish() throws(Failure) {
    if let rest = filter?.rest() { try put(rest) }
    if let rest = painter?.rest() { try output.write(raw: rest) }
  }

  private mutating func put(_ bytes: [UInt8]) throws(Failure) {
    try output.write(raw: painter?.painted(bytes) ?? bytes)
  }
}
