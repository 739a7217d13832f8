#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds bytes in bytes where they lie, with the C library's search for one byte.
public enum ByteSearch {
  /// The offset of the first occurrence; `nil` where there is none, and for an empty needle.
  public static func first(_ needle: UnsafeRawBufferPointer, in text: UnsafeRawBufferPointer) -> Int? {
    guard needle.count > 0, let sought = needle.baseAddress, let base = text.baseAddress else { return nil }
    // Quotes and commas stand everywhere in JSON: what is rarer is looked for.
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
  /// Whether the byte stands there. As `contains`, which looks at one after the other, at the speed of memory.
  public func has(_ byte: UInt8) -> Bool {
    // Nearly every text lies in one piece.
    withContiguousStorageIfAvailable { ByteSearch.contains(byte, in: UnsafeRawBufferPointer($0)) } ?? contains(byte)
  }

  /// Where the bytes of a text stand first; unlike `firstRange(of:)`, which knows nothing of the C library, at the speed
  /// of memory. `nil` for an empty text.
  public func range(ofBytes text: String) -> Range<Index>? {
    guard let place = ByteSearch.place(of: text, in: self) else { return nil }
    let start = index(startIndex, offsetBy: place)
    return start..<index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of a text stand anywhere.
  public func holds(_ text: String) -> Bool { ByteSearch.place(of: text, in: self) != nil }
}

extension Substring.UTF8View {
  /// As for a whole text.
  public func range(ofBytes text: String) -> Range<Index>? {
    guard let place = ByteSearch.place(of: text, in: self) else { return nil }
    let start = index(startIndex, offsetBy: place)
    return start..<index(start, offsetBy: text.utf8.count)
  }

  /// Whether the bytes of a text stand anywhere.
  public func holds(_ text: String) -> Bool { ByteSearch.place(of: text, in: self) != nil }
}

extension ByteSearch {
  /// The offset of the first occurrence. A text that does not lie in one piece (a bridged one) is copied first.
  fileprivate static func place(of needle: String, in text: some Collection<UInt8>) -> Int? {
    let found = text.withContiguousStorageIfAvailable { bytes in offset(of: needle, in: UnsafeRawBufferPointer(bytes)) }
    return found ?? Array(text).withUnsafeBytes { offset(of: needle, in: $0) }
  }

  private static func offset(of needle: String, in text: UnsafeRawBufferPointer) -> Int? {
    let found = needle.utf8.withContiguousStorageIfAvailable { first(UnsafeRawBufferPointer($0), in: text) }
    return found ?? Array(needle.utf8).withUnsafeBytes { first($0, in: text) }
  }
}
