#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds bytes within bytes without copying them, with the C library's `memchr`.
public enum ByteSearch {
  /// The offset of the first occurrence; `nil` if there is none, or if the needle is empty.
  public static func first(_ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Int? {
    guard needle.count > 0, let sought = needle.baseAddress, let base = text.baseAddress else { return nil }
    // JSON is full of quotes and commas, so look for a rarer byte.
    let anchor = needle.firstIndex { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: ",") } ?? 0
    var start = 0
    while start + needle.count <= text.count {
      let left = text.count - needle.count - start + 1
      guard let hit = memchr(base + start + anchor, Int32(needle[anchor]), left) else { return nil }
      let place = UnsafeRawPointer(hit) - base - anchor
      if memcmp(base + place, sought, needle.count) == 0 { return place }
      start = place + 1
    }
    return nil
  }
}

extension String.UTF8View {
  /// Whether the text contains `byte`. Faster than `contains(_:)`, which compares one byte at a time.
  public func has(_ byte: UInt8) -> Bool {
    // Nearly all strings are contiguous.
    withContiguousStorageIfAvailable { ByteSearch.contains(byte, in: UnsafeRawBufferPointer($0)) } ?? contains(byte)
  }

  /// The range of the first occurrence of `text`; `nil` if there is none, or if `text` is empty. Faster than
  /// `firstRange(of:)`, which does not use the C library.
  public func range(ofBytes text: String) -> Range<Index>? {
    guard let place = ByteSearch.place(of: text, in: self) else { return nil }
    let start = index(startIndex, offsetBy: place)
    return start..<index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of `text` occur anywhere.
  public func holds(_ text: String) -> Bool { ByteSearch.place(of: text, in: self) != nil }
}

extension Substring.UTF8View {
  /// The range of the first occurrence of `text`; `nil` if there is none, or if `text` is empty.
  public func range(ofBytes text: String) -> Range<Index>? {
    guard let place = ByteSearch.place(of: text, in: self) else { return nil }
    let start = index(startIndex, offsetBy: place)
    return start..<index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of `text` occur anywhere.
  public func holds(_ text: String) -> Bool { ByteSearch.place(of: text, in: self) != nil }
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
