import Basics

/// The formats of compressed content, written by the system's zlib.
enum Deflate {
  private typealias Compress =
    @convention(c) @Sendable (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>?, UInt) ->
    Int32

  /// `nil` without zlib: then nothing is compressed.
  private static let compress: Compress? = {
    do throws(DynamicLibrary.Failure) {
      return try DynamicLibrary(["libz.so.1", "libz.1.dylib"]).function("compress")
    } catch {
      return nil
    }
  }()

  /// A gzip member (RFC 1952) around the content of a zlib stream.
  static func gzip(_ stream: [UInt8], of input: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    return header + stream.dropFirst(2).dropLast(4) + littleEndian(Checksum.crc32(input))
      + littleEndian(UInt32(truncatingIfNeeded: input.count))
  }

  /// A zlib stream (RFC 1950).
  static func zlib(_ input: [UInt8]) -> [UInt8] {
    guard let compress else { return stored(input) }
    // More than zlib needs for content that cannot be compressed.
    let largest = input.count + input.count / 1000 + 64
    return [UInt8](unsafeUninitializedCapacity: largest) { room, filled in
      var count = UInt(largest)
      _ = compress(room.baseAddress, &count, input, UInt(input.count))
      filled = Int(count)
    }
  }

  /// A zlib stream of blocks without compression (RFC 1951, section 3.2.4).
  static func stored(_ input: [UInt8]) -> [UInt8] {
    let most = 0xffff
    var output: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, through: input.count, by: most) {
      let block = input[start..<min(start + most, input.count)]
      let count = UInt32(block.count)
      output.append(start + most > input.count ? 1 : 0)
      output += littleEndian(count | ~count << 16) + block
    }
    return output + littleEndian(Checksum.adler32(input)).reversed()
  }

  private static func littleEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
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
