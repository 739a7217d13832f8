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
