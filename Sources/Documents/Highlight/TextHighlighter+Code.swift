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
      let piece: Piece
      switch state {
      case Markup.comment: piece = leave(find("-->", i, end), end, .comment)
      case Markup.data: piece = leave(find("]]>", i, end), end, .string)
      case Markup.declaration: piece = leave(find(">", i, end), end, .keyword)
      case Markup.double, Markup.single:
        let close = find(state == Markup.double ? "\"" : "'", i, end)
        if close != nil { state = Markup.tag }
        piece = (close ?? end, .string)
      case Markup.tag: piece = insideTag(i, end)
      default:
        i = markupText(i, end, emit)
        continue
      }
      emit(i..<piece.end, piece.token)
      i = piece.end
    }
  }

  private mutating func leave(_ found: Int?, _ end: Int, _ token: TokenKind) -> Piece {
    if found != nil { state = Markup.text }
    return (found ?? end, token)
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

  private mutating func insideTag(_ start: Int, _ end: Int) -> Piece {
    switch byte(start) {
    case 0x3E:
      state = Markup.text
      return (start + 1, .punctuation)
    case 0x22, 0x27:
      state = byte(start) == 0x22 ? Markup.double : Markup.single
      return (start + 1, .string)
    case let c where Self.isWord(c):
      return (wordEnd(start, end) { $0 == 0x2D || $0 == 0x3A || $0 == 0x2E }, .attribute)
    default: return (start + 1, .punctuation)
    }
  }

  private static let keywords: Set<String> = [
    "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
    "export", "extends", "finally", "for", "from", "function", "if", "import", "in", "instanceof", "let", "new", "of",
    "return", "static", "super", "switch", "this", "throw", "try", "typeof", "var", "void", "while", "yield",
  ]

  /// JavaScript: state 1 is a block comment, 2 a template string.
  mutating func script(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    Self.split(line, emit) { start in
      if state == 0, matches("/*", at: start, end) { state = 1 }
      if state == 1 { return leave(find("*/", start, end), end, .comment) }
      if state == 2 { return leave(find("`", start, end), end, .string) }
      if matches("//", at: start, end) { return (end, .comment) }
      guard byte(start) == 0x60 else { return scriptToken(start, end) }
      state = 2
      return (start + 1, .string)
    }
  }

  private func scriptToken(_ start: Int, _ end: Int) -> Piece {
    let c = byte(start)
    if c == 0x22 || c == 0x27 { return (stringEnd(start, end), .string) }
    guard Self.isWord(c) || c == 0x24 else { return (start + 1, c == 0x20 || c == 0x09 ? .text : .punctuation) }
    let stop = wordEnd(start, end) { $0 == 0x24 || (Self.isDigit(c) && $0 == 0x2E) }
    if Self.isDigit(c) { return (stop, .number) }
    let word = word(start..<stop)
    if ["true", "false", "null", "undefined", "NaN", "Infinity"].contains(word) { return (stop, .literal) }
    return (stop, Self.keywords.contains(word) ? .keyword : .text)
  }

  /// CSS: state 1 is a comment.
  mutating func css(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    Self.split(line, emit) { start in
      if matches("/*", at: start, end) { state = 1 }
      if state == 1 { return leave(find("*/", start, end), end, .comment) }
      let c = byte(start)
      if c == 0x22 || c == 0x27 { return (stringEnd(start, end), .string) }
      if Self.isDigit(c) { return (wordEnd(start, end) { $0 == 0x2E || $0 == 0x25 }, .number) }
      guard Self.isWord(c) || c == 0x2D || c == 0x40 else {
        return (start + 1, c == 0x20 || c == 0x09 ? .text : .punctuation)
      }
      let stop = wordEnd(start + 1, end) { $0 == 0x2D }
      if c == 0x40 { return (stop, .keyword) }
      let next = skipSpace(stop, end)
      return (stop, next < end && byte(next) == 0x3A ? .key : .text)
    }
  }
}
