import Basics

/// Splits the text of a block where its look may change. Each byte is looked at a bounded number of times.
struct MarkdownTokens {
  struct Token {
    enum Kind {
      case text, code
      /// `*`, `_`: how many, and whether emphasis begins here; the other end is matched.
      case mark(length: Int, opens: Bool)
      /// `[` or `![` before the text of a link.
      case bracket
      /// Where a link leads, and whether that is not its text already.
      case target(isShown: Bool)
      /// `<https://…>`
      case address
    }

    var kind: Kind
    var range: Range<Int>
    /// Whether its other end was found; otherwise it is shown as written.
    var isMatched = false
  }

  private(set) var tokens: [Token] = []
  private let bytes: [UInt8]
  private var index = 0
  /// Where the text that has no token yet begins.
  private var textStart = 0
  /// Tokens of `[` that no `]` was found for.
  private var brackets: [Int] = []
  /// Tokens of marks that may begin emphasis, by character and length.
  private var openers: [[Int]] = Array(repeating: [], count: 8)
  /// The starts of runs of backquotes, by length, the next one last.
  private var quotes: [Int: [Int]] = [:]

  /// Addresses are looked for in as many bytes.
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

  /// Leaves these bytes to the text around them.
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

  /// Up to a run of as many backquotes; without one they are text.
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
      // What was opened in between cannot be closed any more.
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

  /// `](address "title")`; the title is left out.
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
