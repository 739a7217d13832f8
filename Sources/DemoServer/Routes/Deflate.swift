/// Compresses with the fixed codes of RFC 1951, using greedy matches found by a hash of three bytes. Favours short code
/// over small output.
struct Deflate {
  private var output: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingBits: UInt32 = 0

  static func compress(_ input: [UInt8]) -> [UInt8] {
    var deflate = Deflate()
    deflate.run(input)
    return deflate.output
  }

  /// A gzip member (RFC 1952).
  static func gzip(_ input: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    return header + compress(input) + littleEndian(Checksum.crc32(input))
      + littleEndian(UInt32(truncatingIfNeeded: input.count))
  }

  /// A zlib stream (RFC 1950).
  static func zlib(_ input: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + compress(input) + littleEndian(Checksum.adler32(input)).reversed()
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private mutating func run(_ input: [UInt8]) {
    write(1, bits: 1)
    write(1, bits: 2)
    var last = [Int](repeating: -1, count: 1 << 13)
    var index = 0
    while index < input.count {
      var length = 0
      var distance = 0
      if index + 3 <= input.count {
        let key = (Int(input[index]) << 16 | Int(input[index + 1]) << 8 | Int(input[index + 2])) % 8191
        let candidate = last[key]
        last[key] = index
        if candidate >= 0, index - candidate <= 32768 {
          distance = index - candidate
          while length < 258, index + length < input.count, input[candidate + length] == input[index + length] {
            length += 1
          }
        }
      }
      if length >= 3 {
        writeMatch(length: length, distance: distance)
        index += length
      } else {
        writeSymbol(Int(input[index]))
        index += 1
      }
    }
    writeSymbol(256)
    if pendingBits > 0 { output.append(UInt8(truncatingIfNeeded: pending)) }
  }

  private mutating func writeMatch(length: Int, distance: Int) {
    let (lengthCode, lengthBits, lengthBase) = Self.code(for: length, in: Self.lengthBases, bits: Self.lengthBits)
    writeSymbol(257 + lengthCode)
    write(UInt32(length - lengthBase), bits: lengthBits)
    let (code, bits, base) = Self.code(for: distance, in: Self.distanceBases, bits: Self.distanceBits)
    writeReversed(UInt32(code), bits: 5)
    write(UInt32(distance - base), bits: bits)
  }

  private static func code(for value: Int, in bases: [Int], bits: [UInt32]) -> (Int, UInt32, Int) {
    let index = (bases.lastIndex { $0 <= value }) ?? 0
    return (index, bits[index], bases[index])
  }

  private mutating func writeSymbol(_ symbol: Int) {
    switch symbol {
    case ..<144: writeReversed(UInt32(0x30 + symbol), bits: 8)
    case ..<256: writeReversed(UInt32(0x190 + symbol - 144), bits: 9)
    case ..<280: writeReversed(UInt32(symbol - 256), bits: 7)
    default: writeReversed(UInt32(0xc0 + symbol - 280), bits: 8)
    }
  }

  private mutating func writeReversed(_ code: UInt32, bits: UInt32) {
    var reversed: UInt32 = 0
    for bit in 0..<bits where code >> bit & 1 == 1 { reversed |= 1 << (bits - 1 - bit) }
    write(reversed, bits: bits)
  }

  private mutating func write(_ value: UInt32, bits: UInt32) {
    pending |= value << pendingBits
    pendingBits += bits
    while pendingBits >= 8 {
      output.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577,
  ]
  private static let distanceBits: [UInt32] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}

/// The two checksums that compressed formats contain.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// CRC-32, used by gzip and PNG (RFC 1952, section 8).
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(0xffff_ffff) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xff)] ^ (sum >> 8) }
  }

  /// Adler-32, used by zlib (RFC 1950, section 8.2).
  static func adler32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65521
      high = (high + low) % 65521
    }
    return high << 16 | low
  }
}
