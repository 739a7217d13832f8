/// Highlights the lines of a text in their order, such as one that arrives in pieces.
package struct StreamHighlighter: Sendable {
  private let language: TextLanguage
  /// The construct that is open at the end of the last line.
  private var state: UInt8 = 0

  package init(_ language: TextLanguage) { self.language = language }

  /// Reports the pieces of the next line in order, without gaps.
  /// - Parameter line: the line, without its line feed.
  package mutating func highlight(_ line: UnsafeRawBufferPointer, _ emit: (Range<Int>, TokenKind) -> Void) {
    guard let base = line.baseAddress, !line.isEmpty else { return }
    var highlighter = TextHighlighter(language: language, base: base, state: state)
    highlighter.highlight(0..<line.count) { range, token in
      if !range.isEmpty { emit(range, token) }
    }
    state = highlighter.state
  }
}
