internal import Basics

/// What stands at one place of a message: a field's number and its value as the wire format tells them apart.
struct WireField {
  enum Value {
    case varint(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    /// The range of a message, a string, bytes or packed numbers.
    case bytes(Range<Int>)
    case groupStart
    case groupEnd
  }

  var number: Int
  var value: Value
  /// Where its tag begins.
  var start: Int
}

/// Reads the wire format from start to end. Trusts no length before it has compared it with what is left.
///
/// https://protobuf.dev/programming-guides/encoding
struct WireReader {
  let bytes: [UInt8]
  private(set) var index: Int
  /// Where the message that is read ends: within a message, that of the message.
  var end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    index = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  var isAtEnd: Bool { index >= end }

  /// Moves past what was read by other means.
  mutating func skip(to index: Int) { self.index = index }

  /// The next field; `nil` at the end. A group is told as its start and its end, with its fields between.
  mutating func next() throws(WireError) -> WireField? {
    guard index < end else { return nil }
    let start = index
    let (number, type) = try tag()
    let value: WireField.Value
    switch type {
    case 0: value = .varint(try varint())
    case 1: value = .fixed64(try fixed64())
    case 2: value = .bytes(try content())
    case 3: value = .groupStart
    case 4: value = .groupEnd
    case 5: value = .fixed32(try fixed32())
    default: throw .invalidTag(offset: start)
    }
    return WireField(number: number, value: value, start: start)
  }

  private mutating func tag() throws(WireError) -> (number: Int, type: UInt8) {
    let start = index
    let value = try varint()
    guard index - start <= 5, value <= UInt64(UInt32.max) else { throw .numberTooLong(offset: start) }
    guard value >> 3 > 0 else { throw .invalidTag(offset: start) }
    return (Int(value >> 3), UInt8(value & 7))
  }

  mutating func varint() throws(WireError) -> UInt64 {
    let start = index
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while index < end {
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7F) << shift
      guard byte >= 0x80 else { return value }
      shift += 7
      guard shift < 70 else { throw .numberTooLong(offset: start) }
    }
    throw .truncated(offset: start)
  }

  mutating func fixed32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try littleEndian(4)) }

  mutating func fixed64() throws(WireError) -> UInt64 { try littleEndian(8) }

  private mutating func littleEndian(_ count: Int) throws(WireError) -> UInt64 {
    guard end - index >= count else { throw .truncated(offset: index) }
    var value: UInt64 = 0
    for place in 0..<count { value |= UInt64(bytes[index + place]) << UInt64(8 * place) }
    index += count
    return value
  }

  /// Reads a length and moves past what it counts.
  private mutating func content() throws(WireError) -> Range<Int> {
    let start = index
    let length = try varint()
    guard length <= UInt64(end - index) else { throw .lengthBeyondEnd(offset: start, length: length) }
    let range = index..<index + Int(length)
    index = range.upperBound
    return range
  }

  /// Moves past the rest of a group whose start was read.
  mutating func skipGroup(_ number: Int, depth: Int) throws(WireError) {
    var open = [number]
    while let last = open.last {
      guard let field = try next() else { throw .unterminatedGroup(number: last) }
      switch field.value {
      case .groupStart:
        open.append(field.number)
        guard open.count <= depth else { throw .tooDeep(limit: Self.deepest) }
      case .groupEnd:
        guard field.number == last else { throw .unexpectedGroupEnd(offset: field.start) }
        open.removeLast()
      default: break
      }
    }
  }

  /// The text of a range; `nil` if it is not UTF-8.
  func text(_ range: Range<Int>) -> String? {
    String(validating: bytes[range], as: UTF8.self)
  }

  /// Levels of messages within messages, as in the other implementations.
  static let deepest = 100
}
