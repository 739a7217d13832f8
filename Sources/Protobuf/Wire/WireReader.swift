internal import Basics

/// One field on the wire: its number and its value by wire type.
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
  /// The offset of its tag.
  var start: Int
}

/// Reads the wire format from start to end. Checks each length against the remaining bytes before using it.
///
/// https://protobuf.dev/programming-guides/encoding
struct WireReader {
  let bytes: [UInt8]
  private(set) var index: Int
  /// The end of the current message.
  var end: Int

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    index = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  var isAtEnd: Bool { index >= end }

  /// Moves past bytes that were read separately.
  mutating func skip(to index: Int) { self.index = index }

  /// The next field; `nil` at the end. A group is reported as its start and its end, with its fields between.
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

  /// Reads a length and moves past the content.
  private mutating func content() throws(WireError) -> Range<Int> {
    let start = index
    let length = try varint()
    guard length <= UInt64(end - index) else { throw .lengthBeyondEnd(offset: start, length: length) }
    let range = index..<index + Int(length)
    index = range.upperBound
    return range
  }

  /// Moves past the rest of a group whose start has been read.
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

  /// The maximum nesting depth of messages, as in the other implementations.
  static let deepest = 100
}

/// A message with a known layout that is parsed by hand: descriptors, reflection, statuses. Unknown fields are skipped.
protocol WireRecord: Sendable {
  init()
  /// Handles one field of the message.
  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError)
}

/// The context for parsing a record: the bytes and the remaining nesting depth.
struct WireScope {
  let bytes: [UInt8]
  let depth: Int

  func record<Record: WireRecord>(_ field: WireField, _ type: Record.Type = Record.self) throws(WireError) -> Record {
    guard case .bytes(let range) = field.value else { return Record() }
    return try Record(reading: bytes, range, depth: depth - 1)
  }

  /// Reads a string field. Throws if the bytes are not UTF-8, since descriptors come from other programs.
  func text(_ field: WireField) throws(WireError) -> String {
    guard case .bytes(let range) = field.value else { return "" }
    guard let text = WireReader(bytes).text(range) else { throw .invalidText(offset: range.lowerBound) }
    return text
  }

  func content(_ field: WireField) -> [UInt8] {
    guard case .bytes(let range) = field.value else { return [] }
    return Array(bytes[range])
  }
}

extension WireField {
  /// The value of a number, read as `int32` or `int64`; 0 for anything else.
  var int: Int {
    guard case .varint(let value) = value else { return 0 }
    return Int(truncatingIfNeeded: value)
  }

  var int32: Int { Int(Int32(truncatingIfNeeded: int)) }

  var bool: Bool { int != 0 }

  /// The numbers of a repeated field, packed or not.
  func ints(_ scope: WireScope) throws(WireError) -> [Int] {
    guard case .bytes(let range) = value else { return [int32] }
    var reader = WireReader(scope.bytes, range)
    var values: [Int] = []
    while !reader.isAtEnd { values.append(Int(Int32(truncatingIfNeeded: try reader.varint()))) }
    return values
  }
}

extension WireRecord {
  /// Parses the record from a range of bytes.
  init(reading bytes: [UInt8], _ range: Range<Int>? = nil, depth: Int = WireReader.deepest) throws(WireError) {
    guard depth > 0 else { throw .tooDeep(limit: WireReader.deepest) }
    self.init()
    var reader = WireReader(bytes, range)
    let scope = WireScope(bytes: bytes, depth: depth)
    while let field = try reader.next() {
      switch field.value {
      case .groupStart: try reader.skipGroup(field.number, depth: depth)
      case .groupEnd: throw .unexpectedGroupEnd(offset: field.start)
      default: try take(field, scope)
      }
    }
  }
}

/// Writes the wire format.
package struct WireWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// The wire type, which determines how the bytes after a tag are read.
  enum Kind: UInt64 {
    case varint = 0
    case fixed64 = 1
    case bytes = 2
    case groupStart = 3
    case groupEnd = 4
    case fixed32 = 5
  }

  mutating func tag(_ number: Int, _ kind: Kind) { varint(UInt64(number) << 3 | kind.rawValue) }

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func fixed32(_ value: UInt32) { littleEndian(UInt64(value), 4) }

  mutating func fixed64(_ value: UInt64) { littleEndian(value, 8) }

  mutating func raw(_ content: some Sequence<UInt8>) { bytes += content }

  /// Writes a length followed by the content.
  mutating func content(_ content: some Collection<UInt8>) {
    varint(UInt64(content.count))
    bytes += content
  }

  /// Writes a field whose value is text, bytes or a message.
  package mutating func field(_ number: Int, _ content: some Collection<UInt8>) {
    tag(number, .bytes)
    self.content(content)
  }

  /// Writes a field whose value is a number; 0 is omitted.
  package mutating func field(_ number: Int, _ value: Int) {
    guard value != 0 else { return }
    tag(number, .varint)
    varint(UInt64(bitPattern: Int64(value)))
  }

  private mutating func littleEndian(_ value: UInt64, _ count: Int) {
    for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
  }
}

/// The reason why bytes are not valid in the protocol buffer wire format.
package enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes end within a value that begins at `offset`.
  case truncated(offset: Int)
  /// A varint exceeds ten bytes, or a tag exceeds 32 bits.
  case numberTooLong(offset: Int)
  /// The field number is 0, or the wire type does not exist.
  case invalidTag(offset: Int)
  /// A length exceeds the remaining bytes.
  case lengthBeyondEnd(offset: Int, length: UInt64)
  case unexpectedGroupEnd(offset: Int)
  case unterminatedGroup(number: Int)
  /// Messages and groups are nested deeper than `limit`.
  case tooDeep(limit: Int)
  /// The message holds more values than the limit.
  case tooManyValues(limit: Int)
  /// A string is not valid UTF-8.
  case invalidText(offset: Int)

  package var description: String {
    switch self {
    case .truncated(let offset): "the message ends within the value at byte \(offset)"
    case .numberTooLong(let offset): "the number at byte \(offset) is too long"
    case .invalidTag(let offset): "no field begins at byte \(offset)"
    case .lengthBeyondEnd(let offset, let length): "the length \(length) at byte \(offset) goes beyond the end"
    case .unexpectedGroupEnd(let offset): "the group that ends at byte \(offset) is not open"
    case .unterminatedGroup(let number): "the group \(number) has no end"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooManyValues(let limit): "more than \(limit) values"
    case .invalidText(let offset): "the text at byte \(offset) is not UTF-8"
    }
  }
}
