/// The small rules of JSON text (RFC 8259) shared by all code that scans its bytes.
package enum JSONGrammar {
  /// The length of the escape at `i`; 0 if it is cut off at `end`, -1 if it is not an escape.
  @inlinable @inline(__always)
  package static func escape(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Int {
    guard i &+ 1 < end else { return 0 }
    switch base.load(fromByteOffset: i &+ 1, as: UInt8.self) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
    case 0x75:
      var k = i &+ 2
      while k < min(i &+ 6, end) {
        guard base.load(fromByteOffset: k, as: UInt8.self).isHexDigit else { return -1 }
        k &+= 1
      }
      return k == i &+ 6 ? 6 : 0
    default: return -1
    }
  }

  /// Characters that cannot directly follow a number or a literal.
  @inlinable @inline(__always)
  package static func continuesWord(_ c: UInt8) -> Bool {
    c.isASCIIAlphanumeric || c == 0x2E || c == 0x2B || c == 0x2D || c == 0x5F
  }
}
