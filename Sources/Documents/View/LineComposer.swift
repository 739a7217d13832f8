/// Puts one row of the screen together: takes the pieces of a line in order and keeps what lies within the window.
///
/// Whatever a terminal would act upon instead of showing it is replaced by visible text.
struct LineComposer {
  /// Sources longer than this, in bytes, count one column a byte, so that any part of them is found without reading
  /// what lies before.
  static let longSource = 64 << 10

  let base: UnsafeRawPointer?
  let limit: Int
  /// The columns of the line that the row shows; empty to measure the line.
  let window: Range<Int>
  /// Where rows end when lines wrap: no character lies across.
  private let wrapWidth: Int?
  private let matches: MatchCursor
  private(set) var column = 0
  /// An offset whose column is wanted, and that column once it is known.
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

  /// Adds text of our own, which is plain and one column a character.
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
  mutating func add(_ source: Range<Int>, _ token: TokenKind) {
    let source = source.clamped(to: 0..<limit)
    guard let base, !source.isEmpty else { return }
    if source.count > Self.longSource { return addLong(source, token, base) }
    var i = source.lowerBound
    // Plain text left of the window is passed over eight bytes at a time.
    while column + 8 <= window.lowerBound, i + 8 <= source.upperBound, Self.isPlain(WordScan.load(base, i)) {
      i += 8
      column += 8
    }
    while i < source.upperBound {
      if column >= window.upperBound, !window.isEmpty { return }
      i += addScalar(at: i, end: source.upperBound, token, base, short: false)
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
      while i < stop { i += addScalar(at: i, end: source.upperBound, token, base, short: true) }
    }
    column = start + source.count
  }

  /// Adds the scalar at `i` and returns its length in bytes.
  private mutating func addScalar(
    at i: Int, end: Int, _ token: TokenKind, _ base: UnsafeRawPointer, short: Bool
  ) -> Int {
    let (scalar, length) = UTF8Sequence.scalar(base, i, end)
    let match = matches.match(at: i)
    if i == probe { probedColumn = column }
    if let scalar, VisibleText.isPlain(scalar) {
      let width = scalar.value < 0x300 ? 1 : CellWidth.of(scalar)
      show(UnsafeRawBufferPointer(start: base + i, count: length), width: width, token, match)
    } else {
      let text = VisibleText.substitute(for: scalar, column: column, short: short)
      let kind = scalar == "\t" || token == .lineEnd ? token : .substitute
      for character in text.unicodeScalars {
        Array(String(character).utf8).withUnsafeBytes { show($0, width: 1, kind, match) }
      }
    }
    return length
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

  /// Adds ASCII text of our own that stands for the byte at `offset`, and is marked when that byte is part of a match.
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
    // No control character, no DEL, nothing past ASCII.
    ((word &- WordScan.broadcast(0x20)) | word | (word &+ WordScan.ones)) & WordScan.highs == 0
  }
}
