import Basics

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
    start = bytes.starts(with: ByteOrderMark.utf8) ? 3 : 0
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      checkpoints = []
      return
    }
    if String(validating: bytes, as: UTF8.self) == nil {
      let place = LineIndex.invalidPosition(in: bytes)
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

  func place(ofByte offset: Int) -> YAMLPlace {
    let position = LineIndex(bytes: bytes).position(of: offset)
    return YAMLPlace(line: position.line, column: position.column)
  }
}

/// A position in a text for people: lines and columns from 1.
package struct YAMLPlace: Hashable, Sendable {
  var line = 1
  var column = 1

  /// An error at this position.
  package func fault(_ message: String) -> YAMLError { YAMLError(line: line, column: column, message) }
}

/// Hides from libyaml the three characters that are line breaks in YAML 1.1 but not in YAML 1.2 (U+0085, U+2028,
/// U+2029): each is replaced by a private-use character that the text does not contain, and restored in the scalars.
struct YAMLLineBreaks: Sendable {
  private static let breaks: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
  /// The replacements in the same order; empty if the text has no such character.
  private let standIns: [[UInt8]]

  init(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBytes { raw in Self.breaks.contains { ByteSearch.first($0, in: raw) != nil } }
    guard found else {
      standIns = []
      return
    }
    let used = Self.privateUse(in: bytes)
    let free: [[UInt8]] = Array(
      (0xE000..<0xF900).lazy.filter { !used.contains($0) }.compactMap { Unicode.Scalar($0) }
        .prefix(Self.breaks.count).map { Array(String($0).utf8) })
    // If a text uses all private-use characters, its breaks stay, and libyaml reports where it fails.
    standIns = free.count == Self.breaks.count ? free : []
  }

  /// The private-use characters (U+E000 to U+F8FF) in a text, in one pass.
  private static func privateUse(in bytes: [UInt8]) -> Set<UInt32> {
    var found: Set<UInt32> = []
    for index in bytes.indices.dropLast(2) where bytes[index] == 0xEE || bytes[index] == 0xEF {
      let (second, third) = (UInt32(bytes[index + 1] & 0x3F), UInt32(bytes[index + 2] & 0x3F))
      found.insert(UInt32(bytes[index] & 0x0F) << 12 | second << 6 | third)
    }
    return found
  }

  func hidden(in bytes: [UInt8]) -> [UInt8] {
    standIns.isEmpty ? bytes : Self.replacing(zip(Self.breaks, standIns).map { ($0, $1) }, in: bytes)
  }

  func restored(in text: String) -> String {
    guard !standIns.isEmpty else { return text }
    let bytes = Self.replacing(zip(standIns, Self.breaks).map { ($0, $1) }, in: Array(text.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replacing(_ pairs: [([UInt8], [UInt8])], in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] >= 0x80, let pair = pairs.first(where: { bytes[index...].starts(with: $0.0) }) {
        result += pair.1
        index += pair.0.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
