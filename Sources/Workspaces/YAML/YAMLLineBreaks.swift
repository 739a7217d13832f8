/// Hides from libyaml the three characters that are line breaks in YAML 1.1 but not in YAML 1.2 (U+0085, U+2028,
/// U+2029): each is replaced by a private-use character that the text does not contain, and restored in the scalars.
struct YAMLLineBreaks: Sendable {
  private static let breaks: [[UInt8]] = [[0xC2, 0x85], [0xE2, 0x80, 0xA8], [0xE2, 0x80, 0xA9]]
  /// The replacements in the same order; empty if the text has no such character.
  private let standIns: [[UInt8]]

  init(_ bytes: [UInt8]) {
    let found = bytes.contains { $0 >= 0x80 } && Self.breaks.contains { Self.first($0, in: bytes, from: 0) != nil }
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

  private static func first(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard let head = needle.first else { return nil }
    var index = start
    while index + needle.count <= bytes.count {
      if bytes[index] == head, bytes[index...].starts(with: needle) { return index }
      index += 1
    }
    return nil
  }
}
