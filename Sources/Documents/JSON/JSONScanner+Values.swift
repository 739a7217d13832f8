import Basics

extension JSONScanner {
  /// Scans the start of a container or a literal where a value is expected, or reports a fault. Returns `false` if the
  /// scan must stop here, because bytes are missing or there is a fault.
  @inline(__always)
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
  @inline(never)
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
      if c == 0x5C || c >= 0x80 {
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

  @inline(never)
  private mutating func failInString(_ c: UInt8, _ base: UnsafeRawPointer, _ i: Int, _ end: Int, truncated: Bool) {
    guard c == 0x5C else { return fail(.utf8, at: i) }
    guard i + 1 < end else { return fail(.closingQuote, at: end) }
    let isUnicode = base.load(fromByteOffset: i + 1, as: UInt8.self) == 0x75
    fail(isUnicode ? .hexDigits : .escape, at: min(i + 1, end))
  }

  @inline(never)
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

  @inline(__always)
  private mutating func literal<Events: JSONEvents & ~Copyable>(
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
    if isFinal || !JSONText.literalBegins(base, i, end) { fail(.literal, at: i) }
    return false
  }

  /// At the top level: before the first value, or after a value.
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
  @inline(__always)
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
  private mutating func byteOrderMark(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int, _ isFinal: Bool) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let known = UnsafeRawBufferPointer(start: base + i, count: min(3, end - i))
    if known.count < 3, !isFinal, mark.starts(with: known) { return false }
    if known.elementsEqual(mark) { i += 3 }
    state = .start
    return true
  }
}
