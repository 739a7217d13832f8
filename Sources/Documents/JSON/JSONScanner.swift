import Basics

/// Validates JSON (RFC 8259) in one pass, without recursion; can be interrupted between any two bytes.
///
/// It reads the available bytes, reports how far it got, and continues when more have arrived. Nothing is decoded or
/// converted. A byte order mark at the start is skipped (RFC 8259 section 8.1 allows that).
struct JSONScanner {
  enum State: UInt8 {
    case beginning, start, value, firstElement, firstKey, key, colon, afterValue, end
    case inKey, inString, inNumber, failed
  }

  /// Whether several values may follow each other: JSON lines, concatenated JSON, JSON text sequences (RFC 7464).
  let isSequence: Bool
  var state = State.beginning
  var nesting = NestingStack()
  var number = JSONNumberState.sign
  /// Where the scan stopped for good, relative to the memory of that call.
  private(set) var fault: (offset: Int, expected: JSONFault.Expectation)?

  init(isSequence: Bool = false) { self.isSequence = isSequence }

  mutating func fail(_ expected: JSONFault.Expectation, at offset: Int) {
    state = .failed
    fault = (offset, expected)
  }

  /// Reads bytes `start..<end` of `base` and returns how far it got. The remaining bytes (at most 12) must be passed
  /// again in the next call, with more after them. `isFinal` means that nothing follows `end`.
  ///
  /// The common cases are handled here, on local variables; rare ones are calls.
  @inline(__always)
  mutating func scan<Events: JSONEvents & ~Copyable>(
    _ base: UnsafeRawPointer, from start: Int, to end: Int, isFinal: Bool, events: inout Events
  ) -> Int {
    var i = start
    guard resume(base, &i, end, isFinal, &events) else { return i }
    var expected = state
    while Self.skipSpace(base, &i, end) {
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      switch expected {
      case .afterValue:
        if c == 0x2C {
          events.comma(at: i, depth: nesting.depth)
          expected = nesting.isInObject ? .key : .value
          i &+= 1
          continue
        }
        guard close(c, at: i, &events) else { return i }
        expected = state
        i &+= 1
      case .value, .key:
        guard keyOrValue(c, base, &i, end, isFinal, &expected, &events) else { return i }
      case .colon where c == 0x3A:
        events.colon(at: i)
        expected = .value
        i &+= 1
      default:
        state = expected
        guard rare(c, base, &i, end, isFinal, &events) else { return i }
        expected = state
      }
    }
    state = expected
    if isFinal { finish(at: end) }
    return i
  }

  /// Scans a key if `expected` is one, else a value: strings and numbers here, everything else in `other`.
  @inline(__always)
  private mutating func keyOrValue<Events: JSONEvents & ~Copyable>(
    _ c: UInt8, _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ expected: inout State,
    _ events: inout Events
  ) -> Bool {
    let first = i
    if c == 0x22 {
      i &+= 1
      if Self.plainString(base, &i, end) {
        events.scalar(from: first, to: i, isComplete: true)
        guard expected == .key else {
          expected = afterValue
          return true
        }
        expected = .colon
        // Usually the colon follows immediately.
        if i < end, base.load(fromByteOffset: i, as: UInt8.self) == 0x3A {
          events.colon(at: i)
          i &+= 1
          expected = .value
        }
        return true
      }
      state = expected == .key ? .inKey : .inString
      guard string(base, from: first, &i, end, isFinal, &events) else { return false }
    } else if expected == .value, c.isASCIIDigit || c == 0x2D {
      var digits = JSONNumberState.sign
      digits.advance(base, &i, end)
      if i < end, digits.isComplete, !JSONGrammar.continuesWord(base.load(fromByteOffset: i, as: UInt8.self)) {
        events.scalar(from: first, to: i, isComplete: true)
        expected = afterValue
        return true
      }
      (number, state) = (digits, .inNumber)
      guard number(base, from: first, &i, end, isFinal, &events) else { return false }
    } else {
      state = expected
      guard other(c, base, &i, end, isFinal, &events) else { return false }
    }
    expected = state
    return true
  }

  /// Handles the first token in a container, the top level, and faults.
  @inline(__always)
  private mutating func rare<Events: JSONEvents & ~Copyable>(
    _ c: UInt8, _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    switch state {
    case .firstElement where c == 0x5D, .firstKey where c == 0x7D:
      let object = c == 0x7D
      nesting.pop()
      events.closed(at: i, object: object, isEmpty: true, depth: nesting.depth)
      state = afterValue
      i &+= 1
      return true
    case .firstElement where Self.startsValue(c), .firstKey where c == 0x22:
      events.firstChild(at: i, depth: nesting.depth)
      state = state == .firstKey ? .key : .value
      return true
    case .start, .end: return top(c, base, &i, end, isFinal, &events)
    case .firstElement: fail(.valueOrClosingBracket, at: i)
    case .firstKey: fail(.keyOrClosingBrace, at: i)
    case .colon: fail(.colon, at: i)
    default: break
    }
    return false
  }

  /// What may follow a value here.
  @inline(__always)
  var afterValue: State { nesting.depth == 0 ? .end : .afterValue }

  /// Skips a string from after its quote, if it has neither escapes nor anything beyond ASCII.
  @inline(__always)
  private static func plainString(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) -> Bool {
    while i &+ 8 <= end {
      let hits = WordScan.endsPlainString(WordScan.load(base, i))
      if hits == 0 {
        i &+= 8
        continue
      }
      i &+= WordScan.firstByte(of: hits)
      guard base.load(fromByteOffset: i, as: UInt8.self) == 0x22 else { return false }
      i &+= 1
      return true
    }
    return false
  }

  /// Skips white space; returns `false` at the end.
  @inline(__always)
  static func skipSpace(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) -> Bool {
    while i < end {
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      if c > 0x20 { return true }
      guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else { return true }
      i &+= 1
      while i &+ 8 <= end, WordScan.load(base, i) == 0x2020_2020_2020_2020 { i &+= 8 }
    }
    return false
  }

  @inline(__always)
  static func startsValue(_ c: UInt8) -> Bool {
    switch c {
    case 0x22, 0x2D, 0x30...0x39, 0x5B, 0x66, 0x6E, 0x74, 0x7B: true
    default: false
    }
  }

  /// A closing bracket after a value.
  @inline(__always)
  private mutating func close<Events: JSONEvents & ~Copyable>(_ c: UInt8, at i: Int, _ events: inout Events) -> Bool {
    let object = nesting.isInObject
    guard c == (object ? 0x7D : 0x5D) else {
      fail(object ? .commaOrClosingBrace : .commaOrClosingBracket, at: i)
      return false
    }
    nesting.pop()
    events.closed(at: i, object: object, isEmpty: false, depth: nesting.depth)
    state = afterValue
    return true
  }

  /// Checks whether the text may end here.
  private mutating func finish(at end: Int) {
    switch state {
    case .end, .failed: return
    case .beginning where isSequence, .start where isSequence: return
    case .beginning, .start, .value: fail(.value, at: end)
    case .firstElement: fail(.valueOrClosingBracket, at: end)
    case .firstKey: fail(.keyOrClosingBrace, at: end)
    case .key: fail(.key, at: end)
    case .colon: fail(.colon, at: end)
    case .afterValue: fail(nesting.isInObject ? .commaOrClosingBrace : .commaOrClosingBracket, at: end)
    case .inKey, .inString: fail(.closingQuote, at: end)
    case .inNumber: fail(.digit, at: end)
    }
  }
}
