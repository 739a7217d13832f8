import Basics

/// Formats that hold data: JSON, YAML, CSV, forms, event streams.
extension TextHighlighter {
  func json(_ line: Range<Int>, _ emit: Emit) {
    var tokens = JSONTokens(UnsafeRawBufferPointer(start: base, count: line.upperBound)[line])
    var end = line.lowerBound
    var next = tokens.next()
    while let token = next {
      next = tokens.next()
      let start = token.range.lowerBound
      if end < start { emit(end..<start, .text) }
      end = token.range.upperBound
      let kind: TokenKind =
        switch token.kind {
        case .open, .close, .comma, .colon: .punctuation
        case .string, .unfinishedString: next?.kind == .colon ? .key : .string
        case .word: byte(start).isASCIIDigit || byte(start) == 0x2D ? .number : .literal
        case .other: .text
        }
      emit(token.range, kind)
    }
    if end < line.upperBound { emit(end..<line.upperBound, .text) }
  }

  func yaml(_ line: Range<Int>, _ emit: Emit) {
    var i = skipSpace(line.lowerBound, line.upperBound)
    let end = line.upperBound
    emit(line.lowerBound..<i, .text)
    if matches("---", at: i, end) || matches("...", at: i, end) {
      emit(i..<i + 3, .punctuation)
      i += 3
    }
    while i + 1 < end, byte(i) == 0x2D || byte(i) == 0x3F, byte(i + 1) == 0x20 {
      let next = skipSpace(i + 1, end)
      emit(i..<next, .punctuation)
      i = next
    }
    if let colon = yamlKeyEnd(i, end) {
      emit(i..<colon, .key)
      emit(colon..<colon + 1, .punctuation)
      i = colon + 1
    }
    yamlValue(i..<end, emit)
  }

  private func yamlKeyEnd(_ start: Int, _ end: Int) -> Int? {
    guard start < end, byte(start) != 0x23 else { return nil }
    var i = byte(start) == 0x22 || byte(start) == 0x27 ? stringEnd(start, end) : start
    while i < end {
      let c = byte(i)
      if c == 0x3A, i + 1 == end || byte(i + 1) == 0x20 || byte(i + 1) == 0x0D { return i }
      if c == 0x23, i > start, byte(i - 1) == 0x20 { return nil }
      i += 1
    }
    return nil
  }

  private func yamlValue(_ range: Range<Int>, _ emit: Emit) {
    let end = range.upperBound
    let start = skipSpace(range.lowerBound, end)
    emit(range.lowerBound..<start, .text)
    guard start < end else { return }
    switch byte(start) {
    case 0x23: emit(start..<end, .comment)
    case 0x22, 0x27:
      let stop = stringEnd(start, end)
      emit(start..<stop, .string)
      yamlValue(stop..<end, emit)
    case 0x26, 0x2A, 0x21:
      let stop = wordEnd(start + 1, end) { $0 != 0x20 }
      emit(start..<stop, .tag)
      yamlValue(stop..<end, emit)
    case 0x5B, 0x5D, 0x7B, 0x7D, 0x2C, 0x7C, 0x3E:
      emit(start..<start + 1, .punctuation)
      yamlValue(start + 1..<end, emit)
    default:
      var stop = start
      while stop < end, !(byte(stop) == 0x23 && byte(stop - 1) == 0x20) { stop += 1 }
      emit(start..<stop, plainToken(start..<stop))
      if stop < end { emit(stop..<end, .comment) }
    }
  }

  func plainToken(_ range: Range<Int>) -> TokenKind {
    var end = range.upperBound
    while end > range.lowerBound, byte(end - 1) == 0x20 || byte(end - 1) == 0x0D { end -= 1 }
    guard range.lowerBound < end else { return .text }
    let words: [StaticString] = ["true", "false", "null", "yes", "no", "~"]
    for word in words where word.utf8CodeUnitCount == end - range.lowerBound && matches(word, at: range.lowerBound, end)
    {
      return .literal
    }
    let isNumber = (range.lowerBound..<end).allSatisfy {
      Self.isDigit(byte($0)) || [0x2D, 0x2B, 0x2E, 0x65, 0x45].contains(byte($0))
    }
    return isNumber && (range.lowerBound..<end).contains { Self.isDigit(byte($0)) } ? .number : .string
  }

  func csv(_ line: Range<Int>, separator: UInt8, _ emit: Emit) {
    let end = line.upperBound
    Self.split(line, emit) { start in
      if byte(start) == separator { return (start + 1, .punctuation) }
      var stop = byte(start) == 0x22 ? stringEnd(start, end) : start
      while stop < end, byte(stop) != separator { stop += 1 }
      return (stop, plainToken(start..<stop) == .number ? .number : .text)
    }
  }

  func form(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    var isKey = true
    Self.split(line, emit) { start in
      let c = byte(start)
      if c == 0x26 || (c == 0x3D && isKey) {
        isKey = c == 0x26
        return (start + 1, .punctuation)
      }
      var stop = start
      while stop < end, byte(stop) != 0x26, !(isKey && byte(stop) == 0x3D) { stop += 1 }
      return (stop, isKey ? .key : .string)
    }
  }

  /// Cells separated by vertical bars.
  func table(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    if matches("\u{2500}", at: line.lowerBound, end) { return emit(line, .punctuation) }
    var start = line.lowerBound
    var i = start
    while i <= end {
      let isBar = i < end && matches("\u{2502}", at: i, end)
      guard isBar || i == end else {
        i += 1
        continue
      }
      if start < i { emit(start..<i, plainToken(skipSpace(start, i)..<i) == .number ? .number : .text) }
      if isBar { emit(i..<i + 3, .punctuation) }
      i += isBar ? 3 : 1
      start = i
    }
  }

  func rows(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    guard let equals = find(" = ", line.lowerBound, end) else { return emit(line, .key) }
    emit(line.lowerBound..<equals - 3, .key)
    emit(equals - 3..<equals, .punctuation)
    if equals < end { emit(equals..<end, .string) }
  }

  func events(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    let first = skipSpace(line.lowerBound, end)
    if first < end, [0x22, 0x7B, 0x7D, 0x5B, 0x5D].contains(byte(first)) || first > line.lowerBound {
      return json(line, emit)
    }
    guard let colon = (line.lowerBound..<end).first(where: { byte($0) == 0x3A }) else { return emit(line, .key) }
    if colon == line.lowerBound { return emit(line, .comment) }
    emit(line.lowerBound..<colon, .key)
    emit(colon..<colon + 1, .punctuation)
    let start = skipSpace(colon + 1, end)
    emit(colon + 1..<start, .text)
    if start < end, byte(start) == 0x7B || byte(start) == 0x5B {
      json(start..<end, emit)
    } else {
      emit(start..<end, .string)
    }
  }
}
