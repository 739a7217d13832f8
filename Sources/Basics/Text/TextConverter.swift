import CIconv
import Libc

/// Converts text in legacy charsets to UTF-8 with the system's `iconv` (POSIX.1-2008).
@usableFromInline package enum TextConverter {
  /// Converts as much of `bytes` as possible, from the front. Invalid input becomes U+FFFD.
  ///
  /// - Parameters:
  ///   - charset: the name for `iconv`, and the names on other systems, separated by blanks. The charset must be
  ///     stateless, so that each piece can be converted separately.
  ///   - isFinal: whether no more input follows, so that a truncated character will not be completed.
  /// - Returns: the number of bytes converted; `nil` if the system does not know the charset.
  package static func convert(
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

/// Removes the byte-order mark that Windows programs put at the start of UTF-8 and UTF-16 text.
package enum ByteOrderMark {
  package static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The text as UTF-8 without its mark; bytes without a mark are returned unchanged.
  package static func removed(from bytes: [UInt8]) -> [UInt8] { Charset.marked(bytes)?.utf8(bytes) ?? bytes }
}

/// UTF-8 as Unicode defines it (table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
@usableFromInline package enum UTF8Sequence {
  /// The length of the sequence at `i`; 0 if `end` cuts off a valid beginning, -1 if it is invalid.
  @inlinable @inline(__always)
  package static func length(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Int {
    let first = base.load(fromByteOffset: i, as: UInt8.self)
    if first < 0x80 { return 1 }
    if first < 0xC2 || first > 0xF4 { return -1 }
    guard i &+ 1 < end else { return 0 }
    let second = base.load(fromByteOffset: i &+ 1, as: UInt8.self)
    if first < 0xE0 { return second & 0xC0 == 0x80 ? 2 : -1 }
    let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= low, second <= high else { return -1 }
    guard i &+ 2 < end else { return 0 }
    guard base.load(fromByteOffset: i &+ 2, as: UInt8.self) & 0xC0 == 0x80 else { return -1 }
    if first < 0xF0 { return 3 }
    guard i &+ 3 < end else { return 0 }
    return base.load(fromByteOffset: i &+ 3, as: UInt8.self) & 0xC0 == 0x80 ? 4 : -1
  }

  /// The scalar at `i` and its length; `nil` with length 1 for an invalid byte.
  @inlinable @inline(__always)
  package static func scalar(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let length = length(base, i, end)
    guard length > 0 else { return (nil, 1) }
    let first = base.load(fromByteOffset: i, as: UInt8.self)
    if length == 1 { return (Unicode.Scalar(first), 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for k in 1..<length {
      value = value << 6 | UInt32(base.load(fromByteOffset: i &+ k, as: UInt8.self) & 0x3F)
    }
    return (Unicode.Scalar(value), length)
  }

  /// The nearest offset at or before `i`, not below `low`, where a sequence may start.
  @inlinable package static func boundary(_ base: UnsafeRawPointer, before i: Int, notBelow low: Int) -> Int {
    var k = i
    while k > low, k > i - 4, base.load(fromByteOffset: k, as: UInt8.self) & 0xC0 == 0x80 { k -= 1 }
    return k
  }
}
