import Libc

/// Finds bytes within bytes without copying them, with the C library's `memchr`.
@usableFromInline package enum ByteSearch {
  /// The offset of the first occurrence; `nil` if there is none, or if the needle is empty.
  package static func first(_ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Int? {
    guard needle.count > 0, let wanted = needle.baseAddress, let base = text.baseAddress else { return nil }
    // JSON is full of quotes and commas, so look for a rarer byte.
    let anchor = needle.firstIndex { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") } ?? 0
    var start = 0
    while start + needle.count <= text.count {
      let left = text.count - needle.count - start + 1
      guard let hit = memchr(base + start + anchor, Int32(needle[anchor]), left) else { return nil }
      let place = UnsafeRawPointer(hit) - base - anchor
      if memcmp(base + place, wanted, needle.count) == 0 { return place }
      start = place + 1
    }
    return nil
  }
}

extension ByteSearch {
  /// The same at or after `start`, as an offset of the whole text.
  package static func first(_ needle: [UInt8], in text: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    let rest = UnsafeRawBufferPointer(rebasing: text[start...])
    return needle.withUnsafeBytes { first($0, in: rest) }.map { start + $0 }
  }
}

extension String.UTF8View {
  /// True if the text contains `byte`. Faster than `contains(_:)`, which compares one byte at a time.
  package func has(_ byte: UInt8) -> Bool {
    // Nearly all strings are contiguous.
    withContiguousStorageIfAvailable { ByteSearch.contains(byte, in: UnsafeRawBufferPointer($0)) } ?? contains(byte)
  }

  /// True if the bytes of `text` occur anywhere.
  package func holds(_ text: String) -> Bool { ByteSearch.place(of: text, in: self) != nil }
}

extension Collection<UInt8> where Index == String.Index {
  /// The range of the first occurrence of `text`; `nil` if there is none, or if `text` is empty. Faster than
  /// `firstRange(of:)`, which does not use the C library.
  package func range(ofBytes text: String) -> Range<Index>? {
    guard let place = ByteSearch.place(of: text, in: self) else { return nil }
    let start = index(startIndex, offsetBy: place)
    return start..<index(start, offsetBy: text.utf8.count)
  }
}

extension ByteSearch {
  /// The offset of the first occurrence. Text that is not contiguous (a bridged string) is copied first.
  fileprivate static func place(of needle: String, in text: some Collection<UInt8>) -> Int? {
    let found = text.withContiguousStorageIfAvailable { bytes in offset(of: needle, in: UnsafeRawBufferPointer(bytes)) }
    return found ?? Array(text).withUnsafeBytes { offset(of: needle, in: $0) }
  }

  private static func offset(of needle: String, in text: UnsafeRawBufferPointer) -> Int? {
    let found = needle.utf8.withContiguousStorageIfAvailable { first(UnsafeRawBufferPointer($0), in: text) }
    return found ?? Array(needle.utf8).withUnsafeBytes { first($0, in: text) }
  }
}

extension ByteSearch {
  /// Appends the offset of each occurrence of `byte`, in ascending order.
  package static func append(every byte: UInt8, in text: UnsafeRawBufferPointer, to places: inout [Int]) {
    guard let base = text.baseAddress else { return }
    var start = 0
    while start < text.count, let hit = memchr(base + start, Int32(byte), text.count - start) {
      let place = UnsafeRawPointer(hit) - base
      places.append(place)
      start = place + 1
    }
  }

  package static func contains(_ byte: UInt8, in text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress else { return false }
    return memchr(base, Int32(byte), text.count) != nil
  }

  /// True if `text` contains `needle`, ignoring ASCII case. `needle` must be in lower case.
  /// - Parameter anchor: the index of the needle byte to search for first; the rarer the byte, the faster the search.
  package static func containsFolded(_ needle: UnsafeRawBufferPointer, anchor: Int, in text: UnsafeRawBufferPointer)
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
      while index < needle.count, text[place - anchor + index].asciiLowercased == needle[index] { index += 1 }
      if index == needle.count { return true }
      place += 1
    }
    return false
  }
}

/// Tests eight bytes at once (SIMD within a register).
///
/// In each result the high bit of a byte is set if the test is true; the lowest set bit is always exact.
@usableFromInline package enum WordScan {
  @inlinable package static var ones: UInt64 { 0x0101_0101_0101_0101 }
  @inlinable package static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// A word whose every byte is `byte`.
  @inlinable @inline(__always)
  package static func broadcast(_ byte: UInt8) -> UInt64 { UInt64(byte) &* ones }

  /// Bytes that end a run of plain string content: quote, backslash, control characters, and everything beyond ASCII.
  @inlinable @inline(__always)
  package static func endsPlainString(_ word: UInt64) -> UInt64 {
    let quote = word ^ broadcast(0x22)
    let backslash = word ^ broadcast(0x5C)
    let hits =
      ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- broadcast(0x20)) & ~word) | word
    return hits & highs
  }

  /// Quotes and backslashes, the only special bytes in a valid string.
  @inlinable @inline(__always)
  package static func quoteOrBackslash(_ word: UInt64) -> UInt64 {
    let quote = word ^ broadcast(0x22)
    let backslash = word ^ broadcast(0x5C)
    return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highs
  }

  /// Exact in every byte, so that the results can be counted.
  @inlinable @inline(__always)
  package static func equal(_ word: UInt64, to byte: UInt64) -> UInt64 {
    let difference = word ^ byte
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((difference & low) &+ low) | difference | low)
  }

  @inlinable @inline(__always)
  package static func load(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inlinable @inline(__always)
  package static func firstByte(of hits: UInt64) -> Int { hits.trailingZeroBitCount &>> 3 }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element meets the condition, found by binary search; `endIndex` if there is none. All
  /// elements after it must meet the condition, too.
  @inlinable
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
