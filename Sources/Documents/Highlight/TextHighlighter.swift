import Basics

/// Splits lines of text into highlighted pieces. Tolerates any input: a wrong guess costs a colour, never a byte.
package struct TextHighlighter {
  typealias Emit = (Range<Int>, TokenKind) -> Void

  let language: TextLanguage
  let base: UnsafeRawPointer
  /// What is still open at the end of the last line; 0 for nothing.
  var state: UInt8 = 0
  /// How far back, in bytes, to search for an open comment or tag.
  private static let rewind = 16 << 10

  /// The pieces of a single line, such as one being typed, as offsets of its UTF-8.
  package static func pieces(
    of line: String, as language: TextLanguage
  ) -> [(range: Range<Int>, token: TokenKind)] {
    var pieces: [(range: Range<Int>, token: TokenKind)] = []
    Array(line.utf8).withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
      var highlighter = TextHighlighter(language: language, base: base)
      highlighter.highlight(0..<bytes.count) { range, token in
        if !range.isEmpty { pieces.append((range, token)) }
      }
    }
    return pieces
  }

  /// Scans the lines before `start` so that `state` is correct there.
  mutating func rewind(toLineAt start: Int) {
    state = 0
    guard language.hasState, start > 0 else { return }
    var from = max(0, start - Self.rewind)
    while from > 0, from < start, byte(from - 1) != 0x0A { from += 1 }
    while from < start {
      var end = from
      while end < start, byte(end) != 0x0A { end += 1 }
      highlight(from..<end) { _, _ in }
      from = end + 1
    }
  }

  /// Reports the pieces of one line in order, without gaps.
  mutating func highlight(_ line: Range<Int>, _ emit: Emit) {
    switch language {
    case .plain: emit(line, .text)
    case .json: json(line, emit)
    case .markup: markup(line, emit)
    case .yaml: yaml(line, emit)
    case .javaScript: script(line, emit)
    case .css: css(line, emit)
    case .graphql: graphql(line, emit)
    case .markdown: markdown(line, emit)
    case .csv(let separator): csv(line, separator: separator, emit)
    case .form: form(line, emit)
    case .events: events(line, emit)
    case .table: table(line, emit)
    case .rows: rows(line, emit)
    }
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  /// The offset after the string that opens at `start`, or the end of the line.
  func stringEnd(_ start: Int, _ end: Int) -> Int {
    let quote = byte(start)
    var i = start + 1
    while i < end {
      let c = byte(i)
      if c == quote { return i + 1 }
      i += c == 0x5C ? 2 : 1
    }
    return end
  }

  /// The offset after a word that may start at `start`.
  func wordEnd(_ start: Int, _ end: Int, also extra: (UInt8) -> Bool = { _ in false }) -> Int {
    var i = start
    while i < end, Self.isWord(byte(i)) || extra(byte(i)) { i += 1 }
    return i
  }

  func matches(_ text: StaticString, at offset: Int, _ end: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= end else { return false }
    for k in 0..<text.utf8CodeUnitCount where byte(offset + k) != text.utf8Start[k] { return false }
    return true
  }

  /// The offset after `text`, or `nil` if the line does not contain it.
  func find(_ text: StaticString, _ start: Int, _ end: Int) -> Int? {
    var i = start
    while i < end {
      if matches(text, at: i, end) { return i + text.utf8CodeUnitCount }
      i += 1
    }
    return nil
  }

  func skipSpace(_ start: Int, _ end: Int) -> Int {
    var i = start
    while i < end, byte(i) == 0x20 || byte(i) == 0x09 || byte(i) == 0x0D { i += 1 }
    return i
  }

  static func isWord(_ c: UInt8) -> Bool { c.isASCIIAlphanumeric || c == 0x5F || c >= 0x80 }
  static func isDigit(_ c: UInt8) -> Bool { c.isASCIIDigit }
}
