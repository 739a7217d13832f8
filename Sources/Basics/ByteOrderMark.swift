/// Removes the byte-order mark that Windows programs put at the start of UTF-8 and UTF-16 text.
public enum ByteOrderMark {
  /// The text as UTF-8 without its mark; bytes without a mark are returned unchanged.
  public static func removed(from bytes: [UInt8]) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xEF, 0xBB) where bytes.dropFirst(2).first == 0xBF: return Array(bytes.dropFirst(3))
    case (0xFF, 0xFE): return utf16(bytes.dropFirst(2)) { low, high in UInt16(high) << 8 | UInt16(low) }
    case (0xFE, 0xFF): return utf16(bytes.dropFirst(2)) { high, low in UInt16(high) << 8 | UInt16(low) }
    default: return bytes
    }
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
    let ends = stride(from: bytes.startIndex + 1, to: bytes.endIndex, by: 2)
    return Array(String(decoding: ends.map { unit(bytes[$0 - 1], bytes[$0]) }, as: UTF16.self).utf8)
  }
}
