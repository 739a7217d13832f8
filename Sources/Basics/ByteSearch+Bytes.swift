#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ByteSearch {
  /// Appends the offset of each occurrence of `byte`, in ascending order.
  public static func append(every byte: UInt8, in text: UnsafeRawBufferPointer, to places: inout [Int]) {
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count, let hit = memchr(base + start, Int32(byte), text.count - start) {
      let place = UnsafeRawPointer(hit) - base
      places.append(place)
      start = place + 1
    }
  }

  /// Whether `text` contains `byte`.
  public static func contains(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress else { return false }
    return memchr(base, Int32(byte), text.count) != nil
  }

  /// How often `byte` occurs.
  public static func count(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var (count, start) = (0, 0)
    while start < text.count, let hit = memchr(base + start, Int32(byte), text.count - start) {
      count += 1
      start = UnsafeRawPointer(hit) - base + 1
    }
    return count
  }

  /// Whether `text` contains a byte below a blank, looked for eight at a time.
  public static func hasControls(_ text: UnsafeRawBufferPointer) -> Bool {
    let (blanks, highBits): (UInt64, UInt64) = (0x2020_2020_2020_2020, 0x8080_8080_8080_8080)
    var place = 0
    while place + 8 <= text.count {
      let word = text.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      // A byte below the blank borrows from its high bit (Hacker's Delight, section 6-1).
      if (word &- blanks) & ~word & highBits != 0 { return true }
      place += 8
    }
    return text[place...].contains { $0 < 0x20 }
  }

  /// Whether `text` contains `needle`, ignoring ASCII case. `needle` must be in lower case.
  /// - Parameter anchor: the index of the needle byte to search for first; the rarer the byte, the faster the search.
  public static func containsFolded(_ needle: UnsafeRawBufferPointer, anchor: Int, in text: UnsafeRawBufferPointer)
    -> Bool
  {
    guard needle.count <= text.count, needle.indices.contains(anchor) else { return needle.isEmpty }
    let byte = needle[anchor]
    let isLetter = (0x61...0x7A).contains(byte)
    return stands(needle, anchor, as: byte, text) || isLetter && stands(needle, anchor, as: byte & 0xDF, text)
  }

  private static func stands(
    _ needle: UnsafeRawBufferPointer, _ anchor: Int, as byte: UInt8, _ text: UnsafeRawBufferPointer
  ) -> Bool {
    guard let base = text.baseAddress else { return false }
    // The anchor offsets at which the whole needle fits.
    var place = anchor
    let end = text.count - (needle.count - anchor - 1)
    while place < end, let hit = memchr(base + place, Int32(byte), end - place) {
      place = UnsafeRawPointer(hit) - base
      var index = 0
      while index < needle.count, folded(text[place - anchor + index]) == needle[index] { index += 1 }
      if index == needle.count { return true }
      place += 1
    }
    return false
  }

  /// ASCII letters in lower case; other bytes unchanged.
  public static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
