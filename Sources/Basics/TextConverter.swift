import CIconv

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Converts text in legacy charsets to UTF-8 with the system's `iconv` (POSIX.1-2008).
public enum TextConverter {
  /// Converts as much of `bytes` as possible, from the front. Invalid input becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - charset: the name for `iconv`, and the names on other systems, separated by blanks. The charset must be
  ///     stateless, so that each piece can be converted separately.
  ///   - isFinal: whether no more input follows, so that a truncated character will not be completed.
  /// - Returns: the number of bytes converted; `nil` if the system does not know the charset.
  public static func convert(
    _ bytes: UnsafeRawBufferPointer, from charset: String, isFinal: Bool, into output: inout [UInt8]
  ) -> Int? {
    guard let converter = open(charset) else { return nil }
    defer { iconv_close(converter) }
    var source = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    var left = bytes.count
    var buffer = [CChar](repeating: 0, count: 32 << 10)
    while left > 0 {
      let (result, made) = buffer.withUnsafeMutableBufferPointer { room in
        var target = room.baseAddress
        var space = room.count
        let result = iconv(converter, &source, &left, &target, &space)
        return (result, room.count - space)
      }
      let fault = errno
      output.append(contentsOf: buffer[..<made].lazy.map { UInt8(bitPattern: $0) })
      guard result == -1, fault != E2BIG else { continue }
      if fault == EINVAL, !isFinal { break }
      output.append(contentsOf: "\u{FFFD}".utf8)
      source = source?.advanced(by: 1)
      left -= 1
    }
    // iconv holds back a letter that a following one might modify; this call flushes it.
    buffer.withUnsafeMutableBufferPointer { room in
      var target = room.baseAddress
      var space = room.count
      _ = iconv(converter, nil, nil, &target, &space)
      output.append(contentsOf: room[..<(room.count - space)].lazy.map { UInt8(bitPattern: $0) })
    }
    return bytes.count - left
  }

  /// Systems use different names for some charsets; `names` lists them, separated by blanks, the best first.
  private static func open(_ names: String) -> iconv_t? {
    for name in names.split(separator: " ") {
      if let converter = iconv_open("UTF-8", String(name)), Int(bitPattern: converter) != -1 { return converter }
    }
    return nil
  }
}
