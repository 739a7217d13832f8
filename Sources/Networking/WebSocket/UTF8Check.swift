import Basics

/// Checks text that arrives in pieces, as early as it can be told that it is no UTF-8.
struct UTF8Check {
  /// The beginning of a character whose rest has not arrived; at most three bytes.
  private var started: [UInt8] = []

  /// Whether the text so far ends with a whole character.
  var isWhole: Bool { started.isEmpty }

  /// `false` if the text is invalid, whatever follows.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var index = 0
    if !started.isEmpty {
      let known = started.count
      let joined = started + bytes.prefix(3)
      let length = joined.withUnsafeBytes { $0.baseAddress.map { UTF8Sequence.length($0, 0, joined.count) } ?? -1 }
      guard length >= 0 else { return false }
      guard length > 0 else {
        started = joined
        return true
      }
      started = []
      index = length - known
    }
    while index < bytes.count {
      if index + 8 <= bytes.count,
        base.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      let length = UTF8Sequence.length(base, index, bytes.count)
      guard length >= 0 else { return false }
      guard length > 0 else {
        started = Array(bytes[index...])
        return true
      }
      index += length
    }
    return true
  }
}
