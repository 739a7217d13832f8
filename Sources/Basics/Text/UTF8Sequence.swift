/// UTF-8 as Unicode defines it (table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Sequence {
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
