/// Markup and code.
extension TextHighlighter {
  private enum Markup {
    static let text: UInt8 = 0, tag: UInt8 = 1, comment: UInt8 = 2, data: UInt8 = 3
    static let double: UInt8 = 4, single: UInt8 = 5, declaration: UInt8 = 6
  }

  mutating func markup(_ line: Range<Int>, _ emit: Emit) {
    var i = line.lowerBound
    let end = line.upperBound
    while i < end {
      let start = i
      switch state {
      case Markup.comment: i = leave(find("-->", i, end), end, emit, start, .comment)
      case Markup.data: i = leave(find("]]>", i, end), end, emit, start, .string)
      case Markup.declaration: i = leave(find(">", i, end), end, emit, start, .keyword)
      case Markup.double, Markup.single:
        let close = find(state == Markup.double ? "\"" : "'", i, end)
        i = close ?? end
        if close != nil { state = Markup.tag }
        emit(start..<i, .string)
      case Markup.tag: i = insideTag(i, end, emit)
      default: i = markupText(i, end, emit)
      }
    }
  }

  private mutating func leave(_ found: Int?, _ end: Int, _ emit: Emit, _ start: Int, _ token: TokenKind) -> Int {
    if found != nil { state = Markup.text }
    let stop = found ?? end
    emit(start..<stop, token)
    return stop
  }

  private mutating func markupText(_ start: Int, _ end: Int, _ emit: Emit) -> Int {
    var i = start
    while i < end, byte(i) != 0x3C { i += 1 }
    if i > start { emit(start..<i, .text) }
    guard i < end else { return end }
    if matches("<!--", at: i, end) {
      state = Markup.comment
    } else if matches("<![CDATA[", at: i, end) {
      state = Markup.data
    } else if matches("<!", at: i, end) || matches("<?", at: i, end) {
      state = Markup.declaration
    } else {
      var stop = i + 1
      if stop < end, byte(stop) == 0x2F { stop += 1 }
      emit(i..<stop, .punctuation)
      let name = wordEnd(stop, end) { $0 == 0x2D || $0 == 0x3A || $0 == 0x2E }
      emit(stop..<name, .tag)
      state = Markup.tag
      return name
    }
    return i
  }

  private mutating func insideTag(_ start: Int, _ end: Int, _ emit: Emit) -> Int {
    switch byte(start) {
    case 0x3E:
      state = Markup.text
      emit(start..<start + 1, .punctuation)
      return start + 1
    case 0x22, 0x27:
      state = byte(start) == 0x22 ? Markup.double : Markup.single
      emit(start..<start + 1, .string)
      return start + 1
    case let c where Self.isWord(c):
      let stop = wordEnd(start, end) { $0 == 0x2D || $0 == 0x3A || $0 == 0x2E }
      emit(start..<stop, .attribute)
      return stop
    default:
      emit(start..<start + 1, .punctuation)
      return start + 1
    }
  }

  private static let keywords: Set<String> = [
    "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
    "export", "extends", "finally", "for", "from", "function", "if", "import", "in", "instanceof", "let", "new", "of",
    "return", "static", "super", "switch", "this", "throw", "try", "typeof", "var", "void", "while", "yield",
  ]

  /// JavaScript: state 1 is a block comment, 2 a template string.
  mutating func script(_ line: Range<Int>, _ emit: Emit) {
    var i = line.lowerBound
    let end = line.upperBound
    while i < end {
      let start = i
      if state == 1 {
        i = leave(find("*/", i, end), end, emit, start, .comment)
      } else if state == 2 {
        i = leave(find("`", i, end), end, emit, start, .string)
      } else if matches("//", at: i, end) {
        emit(start..<end, .comment)
        return
      } else if matches("/*", at: i, end) {
        state = 1
      } else if byte(i) == 0x60 {
        state = 2
        i += 1
        emit(start..<i, .string)
      } else {
        i = scriptToken(i, end, emit)
      }
    }
  }

  private func scriptToken(_ start: Int, _ end: Int, _ emit: Emit) -> Int {
    let c = byte(start)
    if c == 0x22 || c == 0x27 {
      let stop = stringEnd(start, end)
      emit(start..<stop, .string)
      return stop
    }
    guard Self.isWord(c) || c == 0x24 else {
      emit(start..<start + 1, c == 0x20 || c == 0x09 ? .text : .punctuation)
      return start + 1
    }
    let stop = wordEnd(start, end) { $0 == 0x24 || (Self.isDigit(c) && $0 == 0x2E) }
    let word = String(
      decoding: UnsafeRawBufferPointer(start: base + start, count: min(stop - start, 16)), as: UTF8.self)
    if Self.isDigit(c) {
      emit(start..<stop, .number)
    } else if ["true", "false", "null", "undefined", "NaN", "Infinity"].contains(word) {
      emit(start..<stop, .literal)
    } else {
      emit(start..<stop, Self.keywords.contains(word) ? .keyword : .text)
    }
    return stop
  }

  /// CSS: state 1 is a comment.
  mutating func css(_ line: Range<Int>, _ emit: Emit) {
    var i = line.lowerBound
    let end = line.upperBound
    while i < end {
      let start = i
      let c = byte(i)
      if state == 1 {
        i = leave(find("*/", i, end), end, emit, start, .comment)
      } else if matches("/*", at: i, end) {
        state = 1
      } else if c == 0x22 || c == 0x27 {
        i = stringEnd(i, end)
        emit(start..<i, .string)
      } else if Self.isDigit(c) {
        i = wordEnd(i, end) { $0 == 0x2E || $0 == 0x25 }
        emit(start..<i, .number)
      } else if Self.isWord(c) || c == 0x2D || c == 0x40 {
        i = wordEnd(i + 1, end) { $0 == 0x2D }
        let next = skipSpace(i, end)
        let isProperty = next < end && byte(next) == 0x3A && c != 0x40
        emit(start..<i, c == 0x40 ? .keyword : isProperty ? .key : .text)
      } else {
        i += 1
        emit(start..<i, c == 0x20 || c == 0x09 ? .text : .punctuation)
      }
    }
  }
}
