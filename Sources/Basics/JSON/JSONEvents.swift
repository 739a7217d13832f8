/// The events of a scan over the text. Offsets count from the start of the scanned memory.
///
/// The calls are in the innermost loop: implementations are structs, specialised into the scanner.
@usableFromInline package protocol JSONEvents: ~Copyable {
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

extension JSONEvents where Self: ~Copyable {
  @inlinable @inline(__always) package mutating func opened(at offset: Int, object: Bool, depth: Int) {}
  @inlinable @inline(__always) package mutating func firstChild(at offset: Int, depth: Int) {}
  @inlinable @inline(__always) package mutating func comma(at offset: Int, depth: Int) {}
  @inlinable @inline(__always) package mutating func colon(at offset: Int) {}
  @inlinable @inline(__always)
  package mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {}
  @inlinable @inline(__always) package mutating func scalar(from start: Int, to end: Int, isComplete: Bool) {}
  @inlinable @inline(__always) package mutating func nextDocument(at offset: Int) {}
}

/// The token that the grammar expects at a position.
@usableFromInline package enum JSONExpectation: String, Equatable, Sendable {
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

/// The open containers, one bit per level (1 for an object), so that any depth is cheap.
///
/// Repeated full words are counted, not stored again: a million opening brackets are one entry.
@usableFromInline package struct NestingStack: Equatable, Sendable {
  private var full: [(word: UInt64, count: Int)] = []
  @usableFromInline var current: UInt64 = 0
  @usableFromInline var depth = 0

  @inlinable var isInObject: Bool { current & 1 == 1 }

  @inlinable @inline(__always)
  mutating func push(object: Bool) {
    if depth & 63 == 0, depth > 0 { store() }
    current = current << 1 | (object ? 1 : 0)
    depth += 1
  }

  /// Must not be called at depth 0.
  @inlinable @inline(__always)
  mutating func pop() {
    depth -= 1
    current >>= 1
    if depth & 63 == 0, depth > 0 { restore() }
  }

  @usableFromInline @inline(never)
  mutating func store() {
    if let last = full.last, last.word == current {
      full[full.count - 1].count += 1
    } else {
      full.append((current, 1))
    }
    current = 0
  }

  @usableFromInline @inline(never)
  mutating func restore() {
    guard let last = full.last else { return }
    current = last.word
    if last.count > 1 { full[full.count - 1].count -= 1 } else { full.removeLast() }
  }

  @usableFromInline package static func == (left: NestingStack, right: NestingStack) -> Bool {
    left.depth == right.depth && left.current == right.current
      && left.full.elementsEqual(right.full, by: { $0.word == $1.word && $0.count == $1.count })
  }
}
