/// Reads the values of a DER encoding (X.690) one after another: what a key or a signature is wrapped in.
struct DERReader {
  static let integer: UInt8 = 0x02
  static let octets: UInt8 = 0x04
  static let sequence: UInt8 = 0x30

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The contents of the next value; `nil` if it has another tag or is cut off.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
    if length >= 0x80 {
      // Longer values than 64 KiB are neither keys nor signatures.
      guard (0x81...0x82).contains(length), rest.count >= length - 0x80 else { return nil }
      let digits = rest.prefix(length - 0x80)
      rest = rest.dropFirst(digits.count)
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    guard rest.count >= length else { return nil }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  /// The two numbers of an ECDSA signature (RFC 3279, section 2.2.3), each in `size` bytes, as in RFC 7518, section 3.4.
  static func joint(_ signature: [UInt8], size: Int) -> [UInt8]? {
    var outer = DERReader(signature[...])
    guard var numbers = outer.next(sequence).map(DERReader.init) else { return nil }
    var joint: [UInt8] = []
    for _ in 0..<2 {
      guard let digits = numbers.next(integer)?.drop(while: { $0 == 0 }), digits.count <= size else { return nil }
      joint += Array(repeating: 0, count: size - digits.count) + digits
    }
    return joint
  }
}
