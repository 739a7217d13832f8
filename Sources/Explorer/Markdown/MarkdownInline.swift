import Basics
import Terminal

/// Joins the lines of a block and parses emphasis, code and links in them.
struct MarkdownInline {
  /// All lines, each followed by a blank or a break.
  private var bytes: [UInt8] = []
  /// The start of each line, in `bytes` and in the source.
  private var starts: [(index: Int, place: TextPosition)] = []

  static func spans(of lines: [MarkdownSource]) -> [MarkdownSpan] {
    let text = MarkdownInline(lines)
    return MarkdownTokens(text.bytes).tokens.reduce(into: Output(text: text)) { $0.add($1) }.spans
  }

  private init(_ lines: [MarkdownSource]) {
    for (index, line) in lines.enumerated() {
      let content = line.trimmed
      starts.append((bytes.count, content.place))
      bytes += content.text.utf8
      guard index < lines.count - 1 else { break }
      let isBackslash = bytes.last == UInt8(ascii: "\\")
      if isBackslash { bytes.removeLast() }
      bytes.append(isBackslash || line.text.hasSuffix("  ") ? 0x0A : 0x20)
    }
  }

  /// A part of the text with its positions, one piece per source line.
  private func pieces(_ range: Range<Int>, _ style: MarkdownStyle) -> [MarkdownSpan] {
    var result: [MarkdownSpan] = []
    var from = range.lowerBound
    // Find the last line that begins at or before the range.
    var low = max(0, starts.partitioningIndex { $0.index > from } - 1)
    while from < range.upperBound {
      let to = low + 1 < starts.count ? min(range.upperBound, starts[low + 1].index) : range.upperBound
      var place = starts[low].place
      place.offset += from - starts[low].index
      result.append(MarkdownSpan(text: String(decoding: bytes[from..<to], as: UTF8.self), style: style, place: place))
      (from, low) = (to, low + 1)
    }
    return result
  }

  /// Turns tokens into pieces of text, each in the styles open at its position.
  private struct Output {
    let text: MarkdownInline
    var spans: [MarkdownSpan] = []
    private var style: MarkdownStyle = []

    init(text: MarkdownInline) { self.text = text }

    mutating func add(_ token: MarkdownTokens.Token) {
      switch token.kind {
      case .text: put(token.range, style)
      case .code: put(token.range, style.union(.code))
      case .address: put(token.range, style.union(.link))
      case .mark where !token.isMatched, .bracket where !token.isMatched: put(token.range, style)
      case .mark(let length, let opens):
        let added = MarkdownStyle([length == 2 ? .strong : .emphasis, length == 1 ? .emphasis : .strong])
        if opens { style.formUnion(added) } else { style.subtract(added) }
      case .bracket: style.insert(.link)
      case .target(let isShown):
        style.remove(.link)
        guard isShown else { break }
        spans.join(MarkdownSpan(text: " (", style: style.union(.faint)))
        put(token.range, style.union(.faint))
        spans.join(MarkdownSpan(text: ")", style: style.union(.faint)))
      }
    }

    private mutating func put(_ range: Range<Int>, _ style: MarkdownStyle) {
      for piece in text.pieces(range, style) { spans.join(piece) }
    }
  }
}

/// Splits the text of a block where its style may change. Each byte is read a bounded number of times.
struct MarkdownTokens {
  struct Token {
    enum Kind {
      case text, code
      /// A run of `*` or `_`, with its length. `opens` is true if emphasis begins here.
      case mark(length: Int, opens: Bool)
      /// `[` or `![` before the text of a link.
      case bracket
      /// The target of a link, shown if it differs from the link's text.
      case target(isShown: Bool)
      /// `<https://…>`
      case address
    }

    var kind: Kind
    var range: Range<Int>
    /// True if the other end was found. Otherwise the token is shown as written.
    var isMatched = false
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var index = 0
  /// The start of the text that is not in a token yet.
  private var textStart = 0
  /// The tokens of `[` without a matching `]` so far.
  private var brackets: [Int] = []
  /// The tokens of marks that may begin emphasis, by character and length.
  private var openers: [[Int]] = Array(repeating: [], count: 8)
  /// The starts of backquote runs by length, the next one last.
  private var quotes: [Int: [Int]] = [:]

  /// The maximum number of bytes searched for the end of an address.
  private static let longestAddress = 2048

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    findQuotes()
    while index < bytes.count { read() }
    flush(to: bytes.count)
  }

  private func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

  private mutating func flush(to end: Int) {
    if textStart < end { tokens.append(Token(kind: .text, range: textStart..<end)) }
    textStart = end
  }

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>, end: Int, isMatched: Bool = false) {
    flush(to: index)
    tokens.append(Token(kind: kind, range: range, isMatched: isMatched))
    (index, textStart) = (end, end)
  }

  /// Leaves these bytes as part of the surrounding text.
  private mutating func skip(_ count: Int) { index += count }

  private mutating func read() {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      guard let next = byte(index + 1), next.isPunctuation else { return skip(1) }
      flush(to: index)
      textStart = index + 1
      index += 2
    case UInt8(ascii: "`"): readCode()
    case UInt8(ascii: "*"), UInt8(ascii: "_"): readMark()
    case UInt8(ascii: "!") where byte(index + 1) == UInt8(ascii: "["): readBracket(length: 2)
    case UInt8(ascii: "["): readBracket(length: 1)
    case UInt8(ascii: "]"): readTarget()
    case UInt8(ascii: "<"): readAddress()
    default: index += 1
    }
  }

  private func run(at start: Int) -> Int {
    var end = start
    while byte(end) == bytes[start] { end += 1 }
    return end - start
  }

  private mutating func findQuotes() {
    var at = 0
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "`") else {
        at += 1
        continue
      }
      let length = run(at: at)
      quotes[length, default: []].append(at)
      at += length
    }
    for length in quotes.keys { quotes[length]?.reverse() }
  }

  /// Reads code up to a backquote run of the same length. Without one, the backquotes are text.
  private mutating func readCode() {
    let length = run(at: index)
    let start = index + length
    while let next = quotes[length]?.last, next < start { quotes[length]?.removeLast() }
    guard let end = quotes[length]?.last else { return skip(length) }
    var inside = start..<end
    if inside.count > 2, bytes[start] == 0x20, bytes[end - 1] == 0x20 { inside = start + 1..<end - 1 }
    add(.code, inside, end: end + length)
  }

  private mutating func readMark() {
    let length = run(at: index)
    let end = index + length
    let (before, after) = (byte(index - 1), byte(end))
    let isUnderscore = bytes[index] == UInt8(ascii: "_")
    let opens = after.map { !$0.isBlank } ?? false && !(isUnderscore && before?.isWordPart == true)
    let closes = before.map { !$0.isBlank } ?? false && !(isUnderscore && after?.isWordPart == true)
    guard length <= 3, opens || closes else { return skip(length) }
    let key = (isUnderscore ? 4 : 0) + length
    if closes, let opener = openers[key].popLast() {
      tokens[opener].isMatched = true
      // Marks opened in between can no longer be closed.
      for other in openers.indices {
        while let last = openers[other].last, last > opener { openers[other].removeLast() }
      }
      return add(.mark(length: length, opens: false), index..<end, end: end, isMatched: true)
    }
    add(.mark(length: length, opens: true), index..<end, end: end)
    if opens { openers[key].append(tokens.count - 1) }
  }

  private mutating func readBracket(length: Int) {
    add(.bracket, index..<index + length, end: index + length)
    brackets.append(tokens.count - 1)
  }

  /// Reads `](address "title")`, ignoring the title.
  private mutating func readTarget() {
    guard let bracket = brackets.popLast(), byte(index + 1) == UInt8(ascii: "("),
      let end = end(after: index + 2, at: UInt8(ascii: ")"))
    else { return skip(1) }
    var target = index + 2..<end
    if let blank = bytes[target].firstIndex(where: \.isBlank) { target = target.lowerBound..<blank }
    tokens[bracket].isMatched = true
    let isShown = !target.isEmpty && !bytes[tokens[bracket].range.upperBound..<index].elementsEqual(bytes[target])
    add(.target(isShown: isShown), target, end: end + 1)
  }

  private mutating func readAddress() {
    guard let end = end(after: index + 1, at: UInt8(ascii: ">")), !bytes[index + 1..<end].contains(where: \.isBlank),
      bytes[index + 1..<end].starts(with: "http".utf8)
    else { return skip(1) }
    add(.address, index + 1..<end, end: end + 1)
  }

  private func end(after start: Int, at mark: UInt8) -> Int? {
    bytes[min(start, bytes.count)..<min(bytes.count, start + Self.longestAddress)].firstIndex(of: mark)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x09 }
  fileprivate var isPunctuation: Bool { self > 0x20 && self < 0x7F && !isASCIIAlphanumeric }
  fileprivate var isWordPart: Bool { isASCIIAlphanumeric || self >= 0x80 }
}
