import Basics

/// Splits lines of text into highlighted pieces. Tolerates any input: a wrong guess costs a colour, never a byte.
package struct TextHighlighter {
  typealias Emit = (Range<Int>, TokenKind) -> Void
  typealias Piece = (end: Int, token: TokenKind)

  let language: TextLanguage
  let base: UnsafeRawPointer
  /// The construct that is open at the end of the last line; 0 for none.
  var state: UInt8 = 0
  /// The maximum distance to search back for an open comment or tag, in bytes.
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

  /// Reports the pieces of a line one after another, each as `piece` reads it at its start.
  static func split(_ line: Range<Int>, _ emit: Emit, _ piece: (_ start: Int) -> Piece) {
    var start = line.lowerBound
    while start < line.upperBound {
      let (end, token) = piece(start)
      emit(start..<end, token)
      start = end
    }
  }

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

  /// The start of a word, longer than any keyword.
  func word(_ range: Range<Int>) -> String {
    String(decoding: UnsafeRawBufferPointer(start: base + range.lowerBound, count: min(range.count, 16)), as: UTF8.self)
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

/// The language that determines how a text is highlighted.
package enum TextLanguage: Hashable, Sendable {
  case plain, json, markup, yaml, javaScript, css, graphql, markdown
  case csv(separator: UInt8)
  case form, events
  /// Tables and rows derived from other formats.
  case table, rows

  /// True if the highlighting of a line depends on the lines before it.
  var hasState: Bool {
    switch self {
    case .markup, .javaScript, .css: true
    case .plain, .json, .yaml, .graphql, .markdown, .csv, .form, .events, .table, .rows: false
    }
  }
}

/// The kind of a piece of a line, which determines its colour.
package enum TokenKind: Equatable, Sendable {
  case text, key, string, number, literal, punctuation
  case comment, keyword, tag, attribute
  /// The structure of prose: a heading, a list marker.
  case heading
  /// A replacement for something that cannot be drawn: a control character, an invalid byte.
  case substitute
  /// The CR of a line that ends with CR and LF: normal, but still shown.
  case lineEnd
  /// Text that breaks the rules of its format.
  case fault
  /// A description of the content hidden by a closed fold.
  case summary
  case hexOffset, hexByte
}

/// Formats written by people: GraphQL and Markdown.
extension TextHighlighter {
  private static let operations: Set<String> = [
    "query", "mutation", "subscription", "fragment", "on", "true", "false", "null",
  ]

  func graphql(_ line: Range<Int>, _ emit: Emit) {
    let end = line.upperBound
    Self.split(line, emit) { start in
      switch byte(start) {
      case 0x23: return (end, .comment)
      case 0x22: return (stringEnd(start, end), .string)
      case 0x24, 0x40: return (nameEnd(start + 1, end), .attribute)
      case 0x30...0x39: return (nameEnd(start, end), .number)
      case 0x20, 0x09: return (skipSpace(start, end), .text)
      case let c where Self.isWord(c):
        let stop = nameEnd(start, end)
        return (stop, Self.operations.contains(word(start..<stop)) ? .keyword : .key)
      default: return (start + 1, .punctuation)
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
