/// The pretty view of a JSON text, formatted from the original bytes on demand.
struct JSONLayout: LineLayout {
  let text: UnsafeRawBufferPointer
  let index: JSONIndex
  /// The raw lines, for the text after a fault.
  let lines: TextIndex
  let hasFault: Bool

  var lineCount: Int { index.lineCount + tailCount }

  func line(at offset: Int) -> Int {
    if hasFault, offset >= index.limit {
      let tail = lines.line(at: offset, in: text) - lines.line(at: index.limit, in: text)
      return index.lineCount + min(tail, max(0, tailCount - 1))
    }
    return index.line(at: offset, in: text)?.number ?? 0
  }

  func shownLine(for line: Int, folds: FoldSet) -> Int {
    guard !folds.isEmpty, line < index.lineCount, let found = index.line(line, in: text) else { return line }
    guard let hidden = outermostFold(around: found.start, folds: folds) else { return line }
    return index.line(at: hidden.open, in: text)?.number ?? line
  }

  func outermostFold(around offset: Int, folds: FoldSet) -> JSONAncestor? {
    index.ancestors(at: offset, limit: Self.deepestFoldSearch, in: text)
      .last { folds.isFolded(at: $0.open, depth: $0.depth) }
  }

  func lines(from line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    var heads: [LineHead] = []
    if line < index.lineCount, count > 0, var walker = index.walker(text, atBlock: index.block(ofLine: line)) {
      while heads.count < count, let next = walker.next() {
        guard next.number >= line else { continue }
        heads.append(head(for: next, &walker, folds))
      }
    }
    return heads + tail(after: heads.last, from: line, count: count - heads.count)
  }

  private func head(for line: JSONLine, _ walker: inout JSONWalker, _ folds: FoldSet) -> LineHead {
    guard line.kind == .open, !folds.isEmpty, folds.isFolded(at: line.value.lowerBound, depth: line.depth) else {
      return LineHead(number: line.number, content: .json(line))
    }
    let close = index.close(ofOpenAt: line.value.lowerBound, in: text)
    let last = walker.skip(toCloseAt: close, index: index, text: text)
    return LineHead(
      number: line.number, content: .folded(line, close: close, hasComma: last?.hasComma ?? false))
  }

  func lines(before line: Int, count: Int, folds: FoldSet) -> [LineHead] {
    guard count > 0, line > 0 else { return [] }
    var heads: [LineHead] = []
    var step = 1
    var block = index.block(ofLine: min(line, index.lineCount) - 1)
    while true {
      let start = shownLine(for: index.blocks[max(0, block)].line, folds: folds)
      heads = lines(from: start, before: line, folds: folds)
      if heads.count >= count || start <= 0 || block <= 0 { break }
      block = max(0, min(index.block(ofLine: start), block) - step)
      step *= 2
    }
    return Array(heads.suffix(count))
  }

  /// The visible lines of a range that is known to be short.
  private func lines(from start: Int, before end: Int, folds: FoldSet) -> [LineHead] {
    var heads: [LineHead] = []
    if start < index.lineCount, var walker = index.walker(text, atBlock: index.block(ofLine: start)) {
      while let next = walker.next(), next.number < end {
        if next.number >= start { heads.append(head(for: next, &walker, folds)) }
      }
    }
    let first = max(start, index.lineCount)
    return end > first ? heads + tail(after: heads.last, from: first, count: end - first) : heads
  }

  func compose(_ head: LineHead, indent: Int, into composer: inout LineComposer) {
    switch head.content {
    case .json(let line): compose(line, indent, into: &composer)
    case .folded(let line, let close, let hasComma):
      compose(line, indent, into: &composer)
      preview(of: line, close: close)?.compose(into: &composer)
      if let close { composer.add(close..<close + 1, .punctuation) }
      if hasComma { composer.add(",", .punctuation) }
    case .text(let range, _): composer.add(range, .fault)
    case .hex: break
    }
  }

  private func compose(_ line: JSONLine, _ indent: Int, into composer: inout LineComposer) {
    composer.addSpaces(min(line.depth * indent, JSONWriter.widestIndent))
    if let key = line.key {
      composer.add(key, .key, decodesEscapes: true)
      composer.add(": ", .punctuation)
    }
    if line.kind == .empty {
      // White space between the brackets is not shown.
      composer.add(line.value.prefix(1), .punctuation)
      composer.add(line.value.suffix(1), .punctuation)
    } else {
      let token = token(of: line)
      composer.add(line.value, token, decodesEscapes: token == .string)
    }
    if line.hasComma { composer.add(",", .punctuation) }
  }

  private func token(of line: JSONLine) -> TokenKind {
    guard line.kind == .scalar, !line.value.isEmpty else { return .punctuation }
    return .ofJSON(startingWith: text[line.value.lowerBound])
  }

  private func preview(of line: JSONLine, close: Int?) -> FoldPreview? {
    let open = line.value.lowerBound
    let count = close.map { index.childIndex(at: $0, inContainerAt: open, depth: line.depth, in: text) + 1 }
    return JSONCursor(text, index: index).map { FoldPreview(cursor: $0, open: open, count: count) }
  }

  static let deepestFoldSearch = 1 << 20
}

extension JSONLayout {
  /// The number of raw lines from the fault to the end, the first one starting at the fault. At least one, even if
  /// nothing follows.
  private var tailCount: Int {
    guard hasFault else { return 0 }
    let first = lines.line(at: index.limit, in: text)
    return max(1, lines.lineCount - first)
  }

  private func tail(after last: LineHead?, from line: Int, count: Int) -> [LineHead] {
    guard hasFault, count > 0 else { return [] }
    // A fold that never closes hides everything but the fault itself.
    let skip = max(0, max(line, index.lineCount) - index.lineCount)
    guard skip < tailCount else { return [] }
    let raw = TextLayout(text: text, index: lines, language: .plain)
    let first = lines.line(at: index.limit, in: text)
    let heads = raw.lines(from: first + skip, count: min(count, tailCount - skip), folds: FoldSet())
    guard !heads.isEmpty else {
      return [LineHead(number: index.lineCount, content: .text(index.limit..<index.limit, isFault: true))]
    }
    return heads.enumerated().map { position, head in
      let range = head.byteRange
      let start = min(max(range.lowerBound, index.limit), range.upperBound)
      return LineHead(
        number: index.lineCount + skip + position, content: .text(start..<range.upperBound, isFault: true))
    }
  }
}

extension JSONWalker {
  /// Continues after the bracket at `close`, and returns its line; at the end if there is none.
  mutating func skip(toCloseAt close: Int?, index: JSONIndex, text: UnsafeRawBufferPointer) -> JSONLine? {
    guard let close else {
      offset = self.text.limit
      return nil
    }
    let block = index.block(at: close)
    if index.blocks[block].offset > offset, let nearer = index.walker(text, atBlock: block) { self = nearer }
    while let line = next() {
      if line.kind == .close, line.value.lowerBound == close { return line }
    }
    return nil
  }
}
