/// A line of a layout, before it is drawn.
struct LineHead: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case json(JSONLine)
    /// A container whose content is hidden, up to the closing bracket (or the end of the text) and its comma.
    case folded(JSONLine, close: Int?, hasComma: Bool)
    /// Text of the document, without its line feed. `isFault` for text after a fault.
    case text(Range<Int>, isFault: Bool)
    case hex(Int)
  }

  var number: Int
  var content: Content
  /// The highlighter's state from the lines before: 0, or inside a comment and similar.
  var state: UInt8 = 0

  var byteRange: Range<Int> {
    switch content {
    case .json(let line): line.start..<max(line.start, line.value.upperBound)
    case .folded(let line, let close, _): line.start..<max(line.value.upperBound, (close ?? 0) + 1)
    case .text(let range, _): range
    case .hex(let offset): offset..<offset + HexLayout.bytesPerLine
    }
  }

  var depth: Int {
    switch content {
    case .json(let line), .folded(let line, _, _): line.depth
    case .text, .hex: 0
    }
  }
}

/// Divides a text into lines; any part can be laid out without what precedes it.
protocol LineLayout {
  var lineCount: Int { get }
  /// Up to `count` shown lines starting with `line`, which must be a shown one.
  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead]
  /// Up to `count` shown lines before `line`, in screen order.
  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead]
  /// The shown line for `line`: itself, or the fold that hides it.
  func shownLine(for line: Int, folds: FoldSet) -> Int
  func line(at offset: Int) -> Int
  /// Consecutive lines, ready to be drawn.
  func prepared(_ heads: [LineHead]) -> [LineHead]
  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer)
}

extension LineLayout {
  func prepared(_ heads: [LineHead]) -> [LineHead] { heads }
}
