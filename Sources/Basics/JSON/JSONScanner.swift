/// Validates JSON (RFC 8259) in one pass, without recursion; can be interrupted between any two bytes.
///
/// It reads the available bytes, reports its progress, and continues when more have arrived. Nothing is decoded or
/// converted. A byte order mark at the start is skipped (RFC 8259 section 8.1 permits that). Its loops are the rows "JSON
/// checked" and "JSON formatted" of the budget. Other modules specialize only what is public.
@usableFromInline package struct JSONScanner: Sendable {
  @usableFromInline
  enum State: UInt8, Sendable {
    case beginning, start, value, firstElement, firstKey, key, colon, afterValue, end
    case inKey, inString, inNumber, failed
  }

  /// True if several values may follow each other: JSON lines, concatenated JSON, JSON text sequences (RFC 7464).
  @usableFromInline let isSequence: Bool
  @usableFromInline let checksUTF8: Bool
  @usableFromInline var state = State.beginning
  @usableFromInline var nesting = NestingStack()
  @usableFromInline var number = JSONNumberState.sign
  /// The position at which the scan failed, relative to the memory of that call.
  package private(set) var fault: (offset: Int, expected: JSONExpectation)?

  /// - Parameter checksUTF8: whether strings must be UTF-8; if not, any bytes beyond ASCII are accepted.
  package init(isSequence: Bool = false, checksUTF8: Bool = true) {
    self.isSequence = isSequence
    self.checksUTF8 = checksUTF8
  }

  @usableFromInline
  mutating func fail(_ expected: JSONExpectation, at offset: Int) {
    state = .failed
    fault = (offset, expected)
  }

  /// Reads bytes `start..<end` of `base` and returns the end of the processed part. The remaining bytes (at most 12)
  /// must be passed again in the next call, with more after them. `isFinal` means that nothing follows `end`.
  ///
  /// The common cases are handled here, on local variables; rare ones are calls.
  @inlinable @inline(__always)
  package mutating func scan<Events: JSONEvents & ~Copyable>(
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

  /// Scans a key if one is `expected`, otherwise a value: strings and numbers here, everything else in `other`.
  @inlinable @inline(__always)
  mutating func keyOrValue<Events: JSONEvents & ~Copyable>(
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
  @inlinable @inline(__always)
  mutating func rare<Events: JSONEvents & ~Copyable>(
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

  /// The expectation after a value.
  @inlinable @inline(__always)
  var afterValue: State { nesting.depth == 0 ? .end : .afterValue }

  /// Skips a string from after its quote, if it has neither escapes nor anything beyond ASCII.
  @inlinable @inline(__always)
  static func plainString(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) -> Bool {
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
  @inlinable @inline(__always)
  package static func skipSpace(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) -> Bool {
    while i < end {
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      if c > 0x20 { return true }
      guard c == 0x20 || c == 0x0A || c == 0x0D || c == 0x09 else { return true }
      i &+= 1
      while i &+ 8 <= end, WordScan.load(base, i) == 0x2020_2020_2020_2020 { i &+= 8 }
    }
    return false
  }

  @inlinable @inline(__always)
  static func startsValue(_ c: UInt8) -> Bool {
    switch c {
    case 0x22, 0x2D, 0x30...0x39, 0x5B, 0x66, 0x6E, 0x74, 0x7B: true
    default: false
    }
  }

  /// Handles a closing bracket after a value.
  @inlinable @inline(__always)
  mutating func close<Events: JSONEvents & ~Copyable>(_ c: UInt8, at i: Int, _ events: inout Events) -> Bool {
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
  @usableFromInline
  mutating func finish(at end: Int) {
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

extension JSONScanner {
  /// Scans the start of a container or a literal where a value is expected, or reports a fault. Returns `false` if the
  /// scan must stop here, because bytes are missing or there is a fault.
  @inlinable @inline(__always)
  mutating func other<Events: JSONEvents & ~Copyable>(
    _ c: UInt8, _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    guard state == .value else {
      fail(.key, at: i)
      return false
    }
    switch c {
    case 0x5B, 0x7B:
      let object = c == 0x7B
      events.opened(at: i, object: object, depth: nesting.depth)
      nesting.push(object: object)
      state = object ? .firstKey : .firstElement
      i &+= 1
      return true
    case 0x66, 0x6E, 0x74:
      return literal(c, base, &i, end, isFinal, &events)
    default:
      fail(.value, at: i)
      return false
    }
  }

  /// Continues a string at `i`; the reported piece starts at `start`.
  @inlinable @inline(never)
  mutating func string<Events: JSONEvents & ~Copyable>(
    _ base: UnsafeRawPointer, from start: Int, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    while true {
      while i &+ 8 <= end {
        let hits = WordScan.endsPlainString(WordScan.load(base, i))
        if hits == 0 {
          i &+= 8
        } else {
          i &+= WordScan.firstByte(of: hits)
          break
        }
      }
      guard i < end else { break }
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      if c == 0x22 {
        i &+= 1
        events.scalar(from: start, to: i, isComplete: true)
        state = state == .inKey ? .colon : afterValue
        return true
      }
      if c == 0x5C || c >= 0x80 && checksUTF8 {
        let step = c == 0x5C ? JSONGrammar.escape(base, i, end) : UTF8Sequence.length(base, i, end)
        if step > 0 {
          i &+= step
        } else if step == 0, !isFinal {
          break
        } else {
          failInString(c, base, i, end, truncated: step == 0)
          return false
        }
      } else if c < 0x20 {
        fail(.escapedControl, at: i)
        return false
      } else {
        i &+= 1
      }
    }
    events.scalar(from: start, to: i, isComplete: false)
    if isFinal { fail(.closingQuote, at: i) }
    return false
  }

  @usableFromInline @inline(never)
  mutating func failInString(_ c: UInt8, _ base: UnsafeRawPointer, _ i: Int, _ end: Int, truncated: Bool) {
    guard c == 0x5C else { return fail(.utf8, at: i) }
    guard i + 1 < end else { return fail(.closingQuote, at: end) }
    let isUnicode = base.load(fromByteOffset: i + 1, as: UInt8.self) == 0x75
    fail(isUnicode ? .hexDigits : .escape, at: min(i + 1, end))
  }

  @inlinable @inline(never)
  mutating func number<Events: JSONEvents & ~Copyable>(
    _ base: UnsafeRawPointer, from start: Int, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    number.advance(base, &i, end)
    if i < end || isFinal {
      guard number.isComplete else {
        fail(.digit, at: i)
        return false
      }
      events.scalar(from: start, to: i, isComplete: true)
      state = afterValue
      // `01` and `1a`: report the number as the fault, not a missing comma.
      if i < end, JSONGrammar.continuesWord(base.load(fromByteOffset: i, as: UInt8.self)) {
        fail(.numberEnd, at: i)
        return false
      }
      return true
    }
    events.scalar(from: start, to: i, isComplete: false)
    return false
  }

  @inlinable @inline(__always)
  mutating func literal<Events: JSONEvents & ~Copyable>(
    _ c: UInt8, _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    let length = c == 0x66 ? 5 : 4
    if i &+ length <= end {
      let tail = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: i &+ length &- 4, as: UInt32.self))
      // "true", "null", "alse" as little-endian words.
      guard tail == (c == 0x74 ? 0x6575_7274 : c == 0x6E ? 0x6C6C_756E : 0x6573_6C61) else {
        fail(.literal, at: i)
        return false
      }
      events.scalar(from: i, to: i &+ length, isComplete: true)
      i &+= length
      state = afterValue
      return true
    }
    if isFinal || !Self.literalBegins(base, i, end) { fail(.literal, at: i) }
    return false
  }

  /// True if `i..<end`, shorter than a literal, may be the start of one.
  @usableFromInline
  static func literalBegins(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Bool {
    let text = UnsafeRawBufferPointer(start: base + i, count: end - i)
    return ["true", "false", "null"].contains { $0.utf8.starts(with: text) }
  }

  /// At the top level: before the first value, or after a value.
  @inlinable
  mutating func top<Events: JSONEvents & ~Copyable>(
    _ c: UInt8, _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    if isSequence, c == 0x1E {
      i += 1
      return true
    }
    if state == .start {
      state = .value
      return true
    }
    guard isSequence else {
      fail(.end, at: i)
      return false
    }
    guard Self.startsValue(c) else {
      fail(.value, at: i)
      return false
    }
    events.nextDocument(at: i)
    state = .value
    return true
  }

  /// Continues a token that the last call left incomplete. Returns `false` if it is still incomplete.
  @inlinable @inline(__always)
  mutating func resume<Events: JSONEvents & ~Copyable>(
    _ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool, _ events: inout Events
  ) -> Bool {
    switch state {
    case .failed: false
    case .beginning: byteOrderMark(base, &i, end, isFinal)
    case .inKey, .inString: string(base, from: i, &i, end, isFinal, &events)
    case .inNumber: number(base, from: i, &i, end, isFinal, &events)
    default: true
    }
  }

  /// Skips a byte order mark at the very beginning. Returns `false` while there may still be one.
  @usableFromInline
  mutating func byteOrderMark(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool) -> Bool {
    let known = UnsafeRawBufferPointer(start: base + i, count: min(3, end - i))
    if known.count < 3, !isFinal, ByteOrderMark.utf8.starts(with: known) { return false }
    if known.elementsEqual(ByteOrderMark.utf8) { i += 3 }
    state = .start
    return true
  }
}
