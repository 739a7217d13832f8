/// The bytes of a YAML text, with conversions from libyaml's marks to byte offsets and to lines and columns.
struct YAMLSource: Hashable, Sendable {
  let bytes: [UInt8]
  /// Length of a byte order mark.
  let start: Int
  /// Byte offset of every 64th character after the byte order mark; empty if the text is ASCII.
  private let checkpoints: [Int]
  private static let stride = 64

  /// Throws for bytes that are not UTF-8.
  init(_ bytes: [UInt8]) throws(YAMLError) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      checkpoints = []
      return
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      let place = Self.place(ofByte: Self.firstInvalidByte(in: bytes), in: bytes)
      throw YAMLError(line: place.line, column: place.column, "not UTF-8; save the file as UTF-8")
    }
    var points: [Int] = []
    var count = 0
    for index in start..<bytes.count where bytes[index] & 0xC0 != 0x80 {
      if count % Self.stride == 0 { points.append(index) }
      count += 1
    }
    checkpoints = points
  }

  /// The byte offset of the character with that index, counted after the byte order mark.
  func byte(ofCharacter index: Int) -> Int {
    if checkpoints.isEmpty { return min(start + index, bytes.count) }
    let slot = index / Self.stride
    guard slot < checkpoints.count else { return bytes.count }
    var offset = checkpoints[slot]
    var left = index % Self.stride
    while left > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }

  /// - Parameter known: a place to count from, used if it lies before `offset`.
  func place(ofByte offset: Int, after known: YAMLPlace = YAMLPlace()) -> YAMLPlace {
    Self.place(ofByte: offset, in: bytes, after: known)
  }

  private static func place(ofByte offset: Int, in bytes: [UInt8], after known: YAMLPlace = YAMLPlace()) -> YAMLPlace {
    var place = known.byte <= offset ? known : YAMLPlace()
    let end = min(offset, bytes.count)
    for index in place.byte..<max(place.byte, end) {
      let byte = bytes[index]
      if byte == 0x0A || (byte == 0x0D && (index + 1 >= bytes.count || bytes[index + 1] != 0x0A)) {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    place.byte = max(place.byte, end)
    return place
  }

  private static func firstInvalidByte(in bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return offset
      }
    }
  }
}

/// A position in a text as people count: lines and columns from 1.
package struct YAMLPlace: Hashable, Sendable {
  var byte = 0
  var line = 1
  var column = 1

  /// What is wrong there.
  package func fault(_ message: String) -> YAMLError { YAMLError(line: line, column: column, message) }
}
