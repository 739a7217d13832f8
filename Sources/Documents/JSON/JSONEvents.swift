/// The events of a scan over the text. Offsets count from the start of the scanned memory.
///
/// The calls are in the innermost loop: implementations are structs, specialised into the scanner.
protocol JSONEvents: ~Copyable {
  /// A container starts at `offset`; `depth` containers were open before.
  mutating func opened(at offset: Int, object: Bool, depth: Int)
  /// The last opened container is not empty: its first element or key starts at `offset`.
  mutating func firstChild(at offset: Int, depth: Int)
  mutating func comma(at offset: Int, depth: Int)
  mutating func colon(at offset: Int)
  /// A container ends at `offset`; `depth` containers stay open.
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int)
  /// A piece of a string, number or literal. Long or interrupted ones come in several pieces.
  mutating func scalar(from start: Int, to end: Int, isComplete: Bool)
  /// Another value starts at the top level of a sequence.
  mutating func nextDocument(at offset: Int)
}

/// Ignores all events: for validation only.
struct NoJSONEvents: JSONEvents {
  @inline(__always) func opened(at offset: Int, object: Bool, depth: Int) {}
  @inline(__always) func firstChild(at offset: Int, depth: Int) {}
  @inline(__always) func comma(at offset: Int, depth: Int) {}
  @inline(__always) func colon(at offset: Int) {}
  @inline(__always) func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {}
  @inline(__always) func scalar(from start: Int, to end: Int, isComplete: Bool) {}
  @inline(__always) func nextDocument(at offset: Int) {}
}

/// The reason why a text is not JSON (RFC 8259): the position of the first fault and what was expected there.
package struct JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The token that the grammar expects at a position.
  package enum Expectation: String, Equatable, Sendable {
    case value = "a value"
    case valueOrClosingBracket = "a value or ]"
    case keyOrClosingBrace = "a key in quotes or }"
    case key = "a key in quotes"
    case colon = "a colon"
    case commaOrClosingBracket = "a comma or ]"
    case commaOrClosingBrace = "a comma or }"
    case end = "the end of the text"
    case closingQuote = "a closing quote"
    case escape = "one of \" \\ / b f n r t u after the backslash"
    case hexDigits = "four hexadecimal digits after \\u"
    case escapedControl = "an escape instead of a bare control character"
    case utf8 = "valid UTF-8"
    case digit = "a digit"
    case numberEnd = "the end of a number"
    case literal = "true, false or null"
  }

  /// The number of bytes before the fault.
  package var offset: Int
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int
  package var expected: Expectation
  /// The byte found there instead; `nil` at the end of the text.
  package var found: UInt8?

  package init(offset: Int, line: Int, column: Int, expected: Expectation, found: UInt8?) {
    self.offset = offset
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  package var description: String {
    "line \(line), column \(column): expected \(expected.rawValue)\(foundText)"
  }

  private var foundText: String {
    switch found {
    case nil: ", found the end of the text"
    case .some(let byte) where byte > 0x20 && byte < 0x7F: ", found \(Character(Unicode.Scalar(byte)))"
    case .some(0x20): ", found a space"
    case .some(0x0A), .some(0x0D): ", found the end of the line"
    case .some(let byte): ", found byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// The open containers, one bit per level (1 for an object), so that any depth is cheap.
///
/// Repeated full words are counted, not stored again: a million opening brackets are one entry.
struct NestingStack: Equatable {
  private var full: [(word: UInt64, count: Int)] = []
  private var current: UInt64 = 0
  private(set) var depth = 0

  var isInObject: Bool { current & 1 == 1 }

  @inline(__always)
  mutating func push(object: Bool) {
    if depth & 63 == 0, depth > 0 { store() }
    current = current << 1 | (object ? 1 : 0)
    depth += 1
  }

  /// Must not be called at depth 0.
  @inline(__always)
  mutating func pop() {
    depth -= 1
    current >>= 1
    if depth & 63 == 0, depth > 0 { restore() }
  }

  @inline(never)
  private mutating func store() {
    if let last = full.last, last.word == current {
      full[full.count - 1].count += 1
    } else {
      full.append((current, 1))
    }
    current = 0
  }

  @inline(never)
  private mutating func restore() {
    guard let last = full.last else { return }
    current = last.word
    if last.count > 1 { full[full.count - 1].count -= 1 } else { full.removeLast() }
  }

  static func == (left: NestingStack, right: NestingStack) -> Bool {
    left.depth == right.depth && left.current == right.current
      && left.full.elementsEqual(right.full, by: { $0.word == $1.word && $0.count == $1.count })
  }
}
