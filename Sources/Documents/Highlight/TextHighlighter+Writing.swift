/// Formats for people's own texts: GraphQL and Markdown.
extension TextHighlighter {
  private static let operations: Set<String> = [
    "query", "mutation", "subscription", "fragment", "on", "true", "false", "null",
  ]

  func graphql(_ line: Range<Int>, _ emit: Emit) {
    var i = line.lowerBound
    let end = line.upperBound
    while i < end {
      let start = i
      let c = byte(i)
      switch c {
      case 0x23:
        emit(start..<end, .comment)
        return
      case 0x22:
        i = stringEnd(i, end)
        emit(start..<i, .string)
      case 0x24, 0x40:
        i = nameEnd(i + 1, end)
        emit(start..<i, .attribute)
      case 0x30...0x39:
        i = nameEnd(i, end)
        emit(start..<i, .number)
      case 0x20, 0x09:
        i = skipSpace(i, end)
        emit(start..<i, .text)
      default:
        guard Self.isWord(c) else {
          i += 1
          emit(start..<i, .punctuation)
          continue
        }
        i = nameEnd(i, end)
        let name = String(
          decoding: UnsafeRawBufferPointer(start: base + start, count: min(i - start, 16)), as: UTF8.self)
        emit(start..<i, Self.operations.contains(name) ? .keyword : .key)
      }
    }
  }

  private func nameEnd(_ start: Int, _ end: Int) -> Int {
    wordEnd(start, end) { $0 == 0x2E || $0 == 0x2D }
  }

  /// Headings and list markers are emphasized, quotes and code subdued.
  func markdown(_ line: Range<Int>, _ emit: Emit) {
    let (start, end) = (line.lowerBound, line.upperBound)
    guard start < end else { return }
    if byte(start) == 0x23 { return emit(line, .heading) }
    if byte(start) == 0x3E || matches("    ", at: start, end) || matches("```", at: start, end) {
      return emit(line, .comment)
    }
    var i = start
    while i < end, byte(i) == 0x20 { i += 1 }
    if i + 1 < end, [0x2D, 0x2A, 0x2B].contains(byte(i)), byte(i + 1) == 0x20 {
      if i > start { emit(start..<i, .text) }
      emit(i..<i + 1, .heading)
      i += 1
    } else {
      i = start
    }
    emit(i..<end, .text)
  }
}
