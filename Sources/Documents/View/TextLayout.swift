import Basics

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

/// Divides a text into lines; any part can be laid out without the preceding text.
protocol LineLayout {
  var lineCount: Int { get }
  /// Up to `count` visible lines starting with `line`, which must be visible.
  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead]
  /// Up to `count` visible lines before `line`, in screen order.
  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead]
  /// The visible line for `line`: itself, or the fold that hides it.
  func shownLine(for line: Int, folds: FoldSet) -> Int
  func line(at offset: Int) -> Int
  /// Prepares consecutive lines for drawing.
  func prepared(_ heads: [LineHead]) -> [LineHead]
  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer)
}

extension LineLayout {
  func prepared(_ heads: [LineHead]) -> [LineHead] { heads }
}

/// The lines of a text, separated by line feeds.
struct TextLayout: LineLayout {
  let text: UnsafeRawBufferPointer
  let index: TextIndex
  let language: TextLanguage

  var lineCount: Int { index.lineCount }

  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    var heads: [LineHead] = []
    var number = max(0, line)
    guard number < lineCount, count > 0 else { return [] }
    var start = index.offset(ofLine: number, in: text)
    while number < lineCount, heads.count < count {
      let end = lineEnd(from: start, line: number)
      heads.append(LineHead(number: number, content: .text(start..<end, isFault: false)))
      start = min(end + 1, index.limit)
      number += 1
    }
    return heads
  }

  /// Short lines are scanned; long ones use the index.
  func lineEnd(from start: Int, line: Int) -> Int {
    let near = min(start + 4096, index.limit)
    var i = start
    while i < near {
      if text[i] == 0x0A { return i }
      i += 1
    }
    return near == index.limit ? near : index.end(ofLineAt: start, line: line, in: text)
  }

  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    let end = max(0, min(line, lineCount))
    let first = max(0, end - max(0, count))
    return lines(from: first, count: end - first, folds: folds)
  }

  func shownLine(for line: Int, folds: FoldSet) -> Int { line }

  func line(at offset: Int) -> Int {
    min(index.line(at: offset, in: text), max(0, lineCount - 1))
  }

  func prepared(_ heads: [LineHead]) -> [LineHead] {
    guard language.hasState, let base = text.baseAddress, let first = heads.first else { return heads }
    var highlighter = TextHighlighter(language: language, base: base)
    highlighter.rewind(toLineAt: first.byteRange.lowerBound)
    var ready = heads
    for i in ready.indices {
      ready[i].state = highlighter.state
      let range = ready[i].byteRange
      if range.count <= LineComposer.longSource { highlighter.highlight(range) { _, _ in } }
    }
    return ready
  }

  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer) {
    guard case .text(let range, let isFault) = head.content else { return }
    if isFault { return composer.add(range, .fault) }
    let (content, lineEnd) = parts(of: range)
    compose(content, head.state, into: &composer)
    if let lineEnd { composer.add(lineEnd, .lineEnd) }
  }

  private func compose(_ range: Range<Int>, _ state: UInt8, into composer: inout LineComposer) {
    guard let base = text.baseAddress, range.count <= LineComposer.longSource, language != .plain else {
      return composer.add(range, .text)
    }
    var highlighter = TextHighlighter(language: language, base: base, state: state)
    highlighter.highlight(range) { piece, token in composer.add(piece, token) }
  }

  /// A line without the CR before its LF, and that CR.
  private func parts(of line: Range<Int>) -> (content: Range<Int>, lineEnd: Range<Int>?) {
    let last = line.upperBound - 1
    guard last >= line.lowerBound, line.upperBound < text.count, text[last] == 0x0D, text[last + 1] == 0x0A else {
      return (line, nil)
    }
    return (line.lowerBound..<last, last..<last + 1)
  }
}

/// Sixteen bytes per line: offset, bytes, and their ASCII characters.
struct HexLayout: LineLayout {
  static let bytesPerLine = 16
  let text: UnsafeRawBufferPointer

  var lineCount: Int { (text.count + Self.bytesPerLine - 1) / Self.bytesPerLine }

  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    let first = max(0, line)
    let end = min(lineCount, first + max(0, count))
    guard first < end else { return [] }
    return (first..<end).map { LineHead(number: $0, content: .hex($0 * Self.bytesPerLine)) }
  }

  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    let end = min(line, lineCount)
    return lines(from: max(0, end - count), count: min(count, end), folds: folds)
  }

  func shownLine(for line: Int, folds: FoldSet) -> Int { line }
  func line(at offset: Int) -> Int { max(0, min(offset, text.count - 1)) / Self.bytesPerLine }

  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer) {
    guard case .hex(let offset) = head.content else { return }
    composer.add(Hexadecimal.text(UInt(offset), digits: 8), .hexOffset)
    composer.add("  ", .text)
    let end = min(offset + Self.bytesPerLine, text.count)
    for i in offset..<offset + Self.bytesPerLine {
      if i < end {
        let byte = text[i]
        composer.add(byte: byte, at: i, Self.token(byte))
      } else {
        composer.add("  ", .text)
      }
      composer.add(i % 8 == 7 ? "  " : " ", .text)
    }
    for i in offset..<end {
      let byte = text[i]
      let isShown = byte >= 0x20 && byte < 0x7F
      composer.add(character: isShown ? byte : 0x2E, at: i, isShown ? .string : .punctuation)
    }
  }

  private static func token(_ byte: UInt8) -> TokenKind {
    switch byte {
    case 0: .punctuation
    case 0x20..<0x7F: .string
    case 0x80...: .number
    default: .hexByte
    }
  }
}

extension LineComposer {
  /// Adds two hexadecimal digits for the byte at `offset`.
  mutating func add(byte: UInt8, at offset: Int, _ token: TokenKind) {
    let text = Hexadecimal.text([byte])
    add(Array(text.utf8), standingFor: offset, token)
  }

  /// Adds one ASCII character for the byte at `offset`.
  mutating func add(character: UInt8, at offset: Int, _ token: TokenKind) {
    add([character], standingFor: offset, token)
  }
}
