import CIconv

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Text in the charsets of old as UTF-8, by the system's `iconv` (POSIX.1-2008).
public enum TextConverter {
  /// Converts from the front of `bytes`. What has no meaning becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - charset: as `iconv` calls it, with other systems' names after a blank; one without states, so that any piece
  ///     can be converted by itself.
  ///   - isFinal: whether a character that is cut at the end will not be completed.
  /// - Returns: how many bytes were converted; `nil` when the system does not know the charset.
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
    // A letter that the next might have changed is held back until the end.
    buffer.withUnsafeMutableBufferPointer { room in
      var target = room.baseAddress
      var space = room.count
      _ = iconv(converter, nil, nil, &target, &space)
      output.append(contentsOf: room[..<(room.count - space)].lazy.map { UInt8(bitPattern: $0) })
    }
    return bytes.count - left
  }

  /// Systems call some charsets differently; `names` has all the names of one, separated by blanks, the best first.
  private static func open(_ names: String) -> iconv_t? {
    for name in names.split(separator: " ") {
      if let converter = iconv_open("UTF-8", String(name)), Int(bitPattern: converter) != -1 { return converter }
    }
    return nil
  }
}
