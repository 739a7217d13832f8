/// A message of a known shape that is read by hand: descriptors, reflection, statuses. What it does not know is skipped.
protocol WireRecord: Sendable {
  init()
  /// Takes one field of the message.
  mutating func take(_ field: WireField, _ scope: WireScope) throws(WireError)
}

/// Where a record is read: the bytes, and how many levels may still follow.
struct WireScope {
  let bytes: [UInt8]
  let depth: Int

  func record<Record: WireRecord>(_ field: WireField, _ type: Record.Type = Record.self) throws(WireError) -> Record {
    guard case .bytes(let range) = field.value else { return Record() }
    return try Record(reading: bytes, range, depth: depth - 1)
  }

  /// A string field. Descriptors of other programs may hold anything; what is not UTF-8 is refused.
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
  /// The value of a number, as an `int32` or `int64` is read; 0 for anything else.
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
  /// Reads the record from a range of bytes.
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
