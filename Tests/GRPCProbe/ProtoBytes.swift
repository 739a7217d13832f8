/// The part of protobuf's encoding that the interoperability cases need.
enum ProtoBytes {
  static func varint(_ number: Int) -> [UInt8] {
    var (left, bytes) = (UInt64(number), [UInt8]())
    while left > 0x7F {
      bytes.append(UInt8(left & 0x7F) | 0x80)
      left >>= 7
    }
    return bytes + [UInt8(left)]
  }

  /// A numeric field.
  static func number(_ field: Int, _ value: Int) -> [UInt8] { varint(field << 3) + varint(value) }

  /// A field of bytes, text or a message.
  static func block(_ field: Int, _ content: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(content.count) + content
  }

  /// The first value of a field of bytes.
  static func block(_ field: Int, in message: [UInt8]) -> [UInt8]? {
    var rest = message[...]
    while let key = read(&rest) {
      guard key & 7 == 2 else {
        _ = read(&rest)
        continue
      }
      guard let count = read(&rest), count <= rest.count else { return nil }
      if key >> 3 == field { return Array(rest.prefix(count)) }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  /// The first value of a numeric field.
  static func number(_ field: Int, in message: [UInt8]) -> Int? {
    var rest = message[...]
    while let key = read(&rest) {
      guard let value = read(&rest) else { return nil }
      if key & 7 == 0 {
        if key >> 3 == field { return value }
      } else {
        rest = rest.dropFirst(value)
      }
    }
    return nil
  }

  private static func read(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    var (value, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      value |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 || shift > 56 { return value }
    }
    return nil
  }
}
