/// Checks JSON (RFC 8259) in one pass, without recursion, and can be interrupted between any two bytes.
///
/// It reads what is there, says how far it got, and goes on when more has arrived. Nothing is decoded or converted.
/// A byte order mark at the start is passed over (RFC 8259 section 8.1 allows that).
struct JSONScanner {
  enum State: UInt8 {
    case start, value, firstElement, firstKey, key, colon, afterValue, end
    case inKey, inString, inNumber, failed
  }

  /// Whether several values may follow each other: JSON lines, concatenated JSON, JSON text sequences (RFC 7464).
  let isSequence: Bool
  var state = State.start
  var nesting = NestingStack()
  var number = JSONNumberState.sign
  /// Where the scan stopped for good, relative to the memory of that call.
  private(set) var fault: (offset: Int, expected: JSONFault.Expectation)?

  init(isSequence: Bool = false) { self.isSequence = isSequence }

  mutating func fail(_ expected: JSONFault.Expectation, at offset: Int) {
    state = .failed
    fault = (offset, expected)
  }

  /// Reads bytes `start..<end` of `base` and returns how far it got. What it left over (at most 12 bytes) must be
  /// there again at the next call, with more behind it. `isFinal` says that nothing follows `end`.
  @inline(__always)
  mutating func scan<Events: JSONEvents>(
    _ base: UnsafeRawPointer, from start: Int, to end: Int, isFinal: Bool, events: inout Events
  ) -> Int {
    var i = start
    guard resume(base, &i, end, isFinal, &events) else { return i }
    while true {
      guard Self.skipSpace(base, &i, end) else { break }
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      switch state {
      case .afterValue:
        guard separator(c, at: i, &events) else { return i }
        i &+= 1
      case .value:
        guard value(c, base, &i, end, isFinal, &events) else { return i }
      case .firstElement:
        if c == 0x5D {
          close(object: false, isEmpty: true, at: i, &events)
          i &+= 1
        } else {
          state = .value
          if !Self.startsValue(c) {
            fail(.valueOrClosingBracket, at: i)
            return i
          }
          events.firstChild(at: i, depth: nesting.depth)
        }
      case .firstKey, .key:
        guard key(c, base, &i, end, isFinal, &events) else { return i }
      case .colon:
        guard c == 0x3A else {
          fail(.colon, at: i)
          return i
        }
        events.colon(at: i)
        state = .value
        i &+= 1
      case .start, .end:
        guard top(c, base, &i, end, isFinal, &events) else { return i }
      case .inKey, .inString, .inNumber, .failed:
        return i
      }
    }
    if isFinal { finish(at: end) }
    return i
  }

  /// Passes over white space; `false` at the end.
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

  /// A comma or a closing bracket behind a value.
  @inline(__always)
  private mutating func separator<Events: JSONEvents>(_ c: UInt8, at i: Int, _ events: inout Events) -> Bool {
    let object = nesting.isInObject
    if c == 0x2C {
      events.comma(at: i, depth: nesting.depth)
      state = object ? .key : .value
      return true
    }
    guard c == (object ? 0x7D : 0x5D) else {
      fail(object ? .commaOrClosingBrace : .commaOrClosingBracket, at: i)
      return false
    }
    close(object: object, isEmpty: false, at: i, &events)
    return true
  }

  @inline(__always)
  private mutating func close<Events: JSONEvents>(object: Bool, isEmpty: Bool, at i: Int, _ events: inout Events) {
    nesting.pop()
    events.closed(at: i, object: object, isEmpty: isEmpty, depth: nesting.depth)
    valueEnded()
  }

  @inline(__always)
  mutating func valueEnded() { state = nesting.depth == 0 ? .end : .afterValue }

  /// The text ended: is that allowed here?
  private mutating func finish(at end: Int) {
    switch state {
    case .end, .failed: return
    case .start where isSequence: return
    case .start, .value: fail(.value, at: end)
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
