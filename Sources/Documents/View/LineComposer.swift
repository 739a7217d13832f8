import Basics

/// Composes one row of the window: takes the pieces of a line in order and keeps those within the window.
///
/// Replaces everything that a terminal would interpret with visible text.
struct LineComposer {
  /// Sources longer than this, in bytes, count one column per byte, so that any part of them is found without reading
  /// the preceding text.
  static let longSource = 64 << 10

  let base: UnsafeRawPointer?
  let limit: Int
  /// The columns of the line that the row shows; empty to measure the line.
  let window: Range<Int>
  /// The width at which rows wrap: no character crosses it.
  private let wrapWidth: Int?
  private let matches: MatchCursor
  private(set) var column = 0
  /// An offset whose column is to be determined, and the column once it is known.
  private let probe: Int?
  private(set) var probedColumn: Int?
  private(set) var runs: [DocumentLine.Run] = []
  private var pending: [UInt8] = []
  private var style = DocumentLine.Run("", .text)

  init(
    text: UnsafeRawBufferPointer, window: Range<Int>, wrapWidth: Int? = nil, matches: MatchCursor = MatchCursor(),
    probe: Int? = nil
  ) {
    self.probe = probe
    base = text.baseAddress
    self.wrapWidth = wrapWidth
    limit = text.count
    self.window = window
    self.matches = matches
  }

  /// Adds fixed text, which is plain with one column per character.
  mutating func add(_ text: String, _ token: TokenKind) {
    let width = text.unicodeScalars.count
    defer { column += width }
    guard column < window.upperBound, column + width > window.lowerBound else { return }
    use(token, match: nil)
    let skip = max(0, window.lowerBound - column)
    let take = min(width, window.upperBound - column) - skip
    pending.append(contentsOf: String(text.unicodeScalars.dropFirst(skip).prefix(take)).utf8)
  }

  mutating func addSpaces(_ count: Int) {
    let from = max(column, window.lowerBound)
    let to = min(column + count, window.upperBound)
    if from < to {
      use(.text, match: nil)
      pending.append(contentsOf: repeatElement(0x20, count: to - from))
    }
    column += count
  }

  /// Adds bytes of the document.
  /// - Parameter decodesEscapes: true to show the characters of `\uXXXX` in a JSON string.
  mutating func add(_ source: Range<Int>, _ token: TokenKind, decodesEscapes: Bool = false) {
    let source = source.clamped(to: 0..<limit)
    guard let base, !source.isEmpty else { return }
    if source.count > Self.longSource { return addLong(source, token, base) }
    if decodesEscapes,
      ByteSearch.contains(0x5C, in: UnsafeRawBufferPointer(start: base + source.lowerBound, count: source.count))
    {
      return addEscaped(source, token, base)
    }
    var i = source.lowerBound
    // Plain text left of the window is skipped eight bytes at a time.
    while column + 8 <= window.lowerBound, i + 8 < source.upperBound, Self.isPlain(WordScan.load(base, i)),
      // A combining mark there would belong to the last of the eight.
      base.load(fromByteOffset: i + 8, as: UInt8.self) < 0x80
    {
      i += 8
      column += 8
    }
    while i < source.upperBound {
      if column >= window.upperBound, !window.isEmpty { return }
      i += addCluster(at: i, end: source.upperBound, token, base)
    }
  }

  private mutating func addLong(_ source: Range<Int>, _ token: TokenKind, _ base: UnsafeRawPointer) {
    let start = column
    if let probe, source.contains(probe) { probedColumn = start + probe - source.lowerBound }
    let from = source.lowerBound + max(0, window.lowerBound - start)
    let to = min(source.upperBound, source.lowerBound + max(0, window.upperBound - start))
    if from < to {
      column = max(start, window.lowerBound)
      var i = UTF8Sequence.boundary(base, before: from, notBelow: source.lowerBound)
      let end = UTF8Sequence.boundary(base, before: to, notBelow: source.lowerBound)
      let stop = to == source.upperBound ? to : end
      while i < stop { i += addScalar(at: i, end: source.upperBound, token, base, isShort: true) }
    }
    column = start + source.count
  }

  /// Adds a part of a JSON string with escapes.
  private mutating func addEscaped(_ source: Range<Int>, _ token: TokenKind, _ base: UnsafeRawPointer) {
    var i = source.lowerBound
    while i < source.upperBound {
      if column >= window.upperBound, !window.isEmpty { return }
      guard base.load(fromByteOffset: i, as: UInt8.self) == 0x5C else {
        i += addCluster(at: i, end: source.upperBound, token, base)
        continue
      }
      if let escape = ShownEscape(at: i, end: source.upperBound, base) {
        add(escape.character, at: i..<i + escape.length, token)
        i += escape.length
      } else {
        // Both bytes, so that the second one does not begin another escape.
        for k in i..<min(i + 2, source.upperBound) {
          _ = addScalar(at: k, end: source.upperBound, token, base, isShort: false)
        }
        i += 2
      }
    }
  }

  /// Adds the character at `i`, which may have several scalars, and returns its length in bytes.
  private mutating func addCluster(at i: Int, end: Int, _ token: TokenKind, _ base: UnsafeRawPointer) -> Int {
    guard let cluster = Self.cluster(at: i, end, base) else {
      return addScalar(at: i, end: end, token, base, isShort: false)
    }
    let places = i..<i + cluster.utf8.count
    add(cluster, at: places, token)
    return places.count
  }

  /// Adds a character that stands for the bytes at `places`.
  private mutating func add(_ cluster: Character, at places: Range<Int>, _ token: TokenKind) {
    let match = places.lazy.compactMap { [matches] in matches.match(at: $0) }.first
    if let probe, places.contains(probe) { probedColumn = column }
    _ = Glyph.forEach(in: cluster) { glyph in
      var text = glyph.text
      text.withUTF8 {
        show(UnsafeRawBufferPointer($0), width: glyph.columns, glyph.isReplacement ? .substitute : token, match)
      }
      return true
    }
  }

  /// The grapheme cluster that starts at `i`; `nil` if it is only the first scalar, which is measured by itself.
  private static func cluster(at i: Int, _ end: Int, _ base: UnsafeRawPointer) -> Character? {
    let byte = base.load(fromByteOffset: i, as: UInt8.self)
    if byte < 0x80, i + 1 >= end || base.load(fromByteOffset: i + 1, as: UInt8.self) < 0x80 { return nil }
    let (first, length) = UTF8Sequence.scalar(base, i, end)
    // Nothing combines with a control character, and an invalid byte is shown by itself.
    guard let first, first.value >= 0x20, first.value != 0x7F else { return nil }
    if first.isASCII || Glyph.standsAlone(first) {
      guard i + length < end, let next = UTF8Sequence.scalar(base, i + length, end).scalar else { return nil }
      if next.isASCII || Glyph.standsAlone(next) { return nil }
    }
    // Combining characters are beyond ASCII; a longer cluster is shown in pieces.
    let limit = min(end, i + 128)
    var stop = i + length
    while stop < limit, base.load(fromByteOffset: stop, as: UInt8.self) >= 0x80 {
      let more = UTF8Sequence.length(base, stop, limit)
      guard more > 0 else { break }
      stop += more
    }
    return String(decoding: UnsafeRawBufferPointer(start: base + i, count: stop - i), as: UTF8.self).first
  }

  /// Adds the scalar or invalid byte at `i`, and returns its length in bytes.
  private mutating func addScalar(
    at i: Int, end: Int, _ token: TokenKind, _ base: UnsafeRawPointer, isShort: Bool
  ) -> Int {
    let (scalar, length) = UTF8Sequence.scalar(base, i, end)
    let match = matches.match(at: i)
    if i == probe { probedColumn = column }
    if let text = replacement(for: scalar, isShort: isShort) {
      let kind = scalar == "\t" || token == .lineEnd ? token : .substitute
      for character in text.unicodeScalars {
        Array(String(character).utf8).withUnsafeBytes { show($0, width: 1, kind, match) }
      }
    } else if let scalar {
      let width = scalar.value < 0x300 ? 1 : TextWidth.of(scalar)
      show(UnsafeRawBufferPointer(start: base + i, count: length), width: width, token, match)
    }
    return length
  }

  private static let tabWidth = 4

  /// The text to draw instead of `scalar`, which is `nil` for a byte that is not UTF-8; `nil` to draw it unchanged.
  private func replacement(for scalar: Unicode.Scalar?, isShort: Bool) -> String? {
    guard let scalar else { return "\u{FFFD}" }
    if scalar == "\t" { return String(repeating: " ", count: isShort ? 1 : Self.tabWidth - column % Self.tabWidth) }
    guard let text = VisibleText.replacing(scalar) else { return nil }
    return isShort && text.unicodeScalars.count > 1 ? "\u{FFFD}" : text
  }

  private mutating func show(_ bytes: UnsafeRawBufferPointer, width: Int, _ token: TokenKind, _ match: MatchCursor.Hit?)
  {
    if width == 2, let wrapWidth, wrapWidth > 1, column % wrapWidth == wrapWidth - 1 { addSpaces(1) }
    defer { column += width }
    guard column + width <= window.upperBound else { return }
    guard column + width > window.lowerBound || (width == 0 && column > window.lowerBound) else { return }
    use(token, match: match)
    if column < window.lowerBound {
      pending.append(0x20)
    } else {
      pending.append(contentsOf: bytes)
    }
  }

  /// Adds ASCII text in place of the byte at `offset`, highlighted if that byte is part of a match.
  mutating func add(_ ascii: [UInt8], standingFor offset: Int, _ token: TokenKind) {
    let match = matches.match(at: offset)
    for byte in ascii { withUnsafeBytes(of: byte) { show($0, width: 1, token, match) } }
  }

  private mutating func use(_ token: TokenKind, match: MatchCursor.Hit?) {
    if style.token == token, style.isMatch == (match != nil), style.isCurrentMatch == (match == .current) { return }
    flush()
    style = DocumentLine.Run("", token, isMatch: match != nil, isCurrentMatch: match == .current)
  }

  private mutating func flush() {
    guard !pending.isEmpty else { return }
    style.text = String(decoding: pending, as: UTF8.self)
    runs.append(style)
    pending.removeAll(keepingCapacity: true)
  }

  mutating func finish() -> [DocumentLine.Run] {
    flush()
    return runs
  }

  @inline(__always)
  private static func isPlain(_ word: UInt64) -> Bool {
    // Tests that no byte is a control character, DEL or beyond ASCII.
    ((word &- WordScan.broadcast(0x20)) | word | (word &+ WordScan.ones)) & WordScan.highs == 0
  }
}

/// Draws the lines of a layout as rows of a window.
struct LinePainter {
  let layout: any LineLayout
  let text: UnsafeRawBufferPointer
  let view: DocumentView
  var matches = MatchCursor()
  var fault: JSONFault?

  func rows(of heads: [LineHead]) -> [DocumentLine] {
    var rows: [DocumentLine] = []
    for (position, head) in heads.enumerated() where rows.count < view.rows {
      if wrapWidth != nil {
        append(head, firstRow: position == 0 ? view.topRow : 0, to: &rows)
      } else {
        let start = max(0, view.horizontalOffset)
        rows.append(row(of: head, 0, start..<start + max(0, view.columns)))
      }
    }
    return rows
  }

  private func append(_ head: LineHead, firstRow: Int, to rows: inout [DocumentLine]) {
    let width = max(1, view.columns)
    let count = rowCount(of: head)
    var number = min(firstRow, count - 1)
    while rows.count < view.rows, number < count {
      rows.append(row(of: head, number, number * width..<(number + 1) * width))
      number += 1
    }
  }

  private func row(of head: LineHead, _ row: Int, _ window: Range<Int>) -> DocumentLine {
    var composer = LineComposer(text: text, window: window, wrapWidth: wrapWidth, matches: matches)
    layout.compose(head, indent: view.indent, into: &composer)
    return DocumentLine(
      runs: composer.finish(), number: head.number, row: row, depth: head.depth, foldState: foldState(head),
      byteRange: head.byteRange, isCursor: head.number == view.cursorLine, fault: row == 0 ? fault(on: head) : nil)
  }

  private func foldState(_ head: LineHead) -> DocumentLine.FoldState {
    switch head.content {
    case .folded: .folded
    case .json(let line) where line.kind == .open: .open
    default: .none
    }
  }

  private func fault(on head: LineHead) -> JSONFault? {
    guard let fault, case .text(let range, let isBehindFault) = head.content else { return nil }
    guard layout is TextLayout || isBehindFault else { return nil }
    return range.contains(fault.offset) || range.upperBound == fault.offset ? fault : nil
  }

  private var wrapWidth: Int? { view.wraps && !(layout is HexLayout) ? max(1, view.columns) : nil }

  func column(of offset: Int, in head: LineHead) -> Int? {
    var composer = LineComposer(text: text, window: 0..<0, wrapWidth: wrapWidth, probe: offset)
    layout.compose(head, indent: view.indent, into: &composer)
    return composer.probedColumn
  }

  /// The number of rows of a line; its columns divide evenly, because no character crosses a row's end.
  func rowCount(of head: LineHead) -> Int {
    guard let wrapWidth else { return 1 }
    return max(1, (columnCount(of: head) + wrapWidth - 1) / wrapWidth)
  }

  func columnCount(of head: LineHead) -> Int {
    var measure = LineComposer(text: text, window: 0..<0, wrapWidth: wrapWidth)
    layout.compose(head, indent: view.indent, into: &measure)
    return measure.column
  }
}

/// One row of the window.
package struct DocumentLine: Equatable, Sendable {
  /// A piece of a line in one colour. Its text contains no control characters.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var token: TokenKind
    package var isMatch: Bool
    package var isCurrentMatch: Bool

    package init(_ text: String, _ token: TokenKind, isMatch: Bool = false, isCurrentMatch: Bool = false) {
      self.text = text
      self.token = token
      self.isMatch = isMatch
      self.isCurrentMatch = isCurrentMatch
    }
  }

  package enum FoldState: Equatable, Sendable { case none, open, folded }

  package var runs: [Run]
  /// The line number in the view, from 0, including folded lines.
  package var number: Int
  /// 0 for the first row of a line, higher for its wrapped rows.
  package var row: Int
  /// The number of enclosing containers.
  package var depth: Int
  package var foldState: FoldState
  /// The bytes shown on the line: a member's key and value, a line of text.
  package var byteRange: Range<Int>
  package var isCursor: Bool
  /// Set on the line where the text becomes invalid.
  package var fault: JSONFault?

  /// The line as plain text.
  package var text: String { runs.map(\.text).joined() }
}
