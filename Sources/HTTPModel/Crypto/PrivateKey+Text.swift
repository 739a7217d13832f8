import Basics

extension PrivateKey {
  /// The key with line breaks. PEM has lines of 64 characters, but one-line fields, environment variables and JSON
  /// contain spaces or `\n` instead.
  static func lines(of key: String) -> String {
    let marks = key.ranges(ofMark: "-----")
    guard marks.count == 4 else { return key }
    let label = { (from: Int) in key[marks[from].lowerBound..<marks[from + 1].upperBound] }
    let digits = Array(
      key[marks[1].upperBound..<marks[2].lowerBound].replacing("\\n", with: "").utf8.filter { $0 > 0x20 })
    let lines = stride(from: 0, to: digits.count, by: 64).map {
      String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
    }
    return ([String(label(0))] + lines + [String(label(2))]).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func ranges(ofMark mark: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    while let next = self[(found.last?.upperBound ?? startIndex)...].firstRange(of: mark) { found.append(next) }
    return found
  }
}

/// Extracts an RSA key from PEM.
enum RSAKeyText {
  /// The key as PKCS #1 in DER, the format of Apple's Security framework; unwrapped if it is PKCS #8.
  static func bytes(of pem: String) -> [UInt8]? {
    let lines = pem.split(whereSeparator: \.isNewline)
    guard let first = lines.first, let last = lines.last, first.hasPrefix("-----BEGIN "), last.hasPrefix("-----END "),
      let bytes = Base64.decodeLeniently(lines.dropFirst().dropLast().joined().utf8)
    else { return nil }
    if first.contains("BEGIN RSA PRIVATE KEY") { return bytes }
    var outer = DERReader(bytes[...])
    guard first.contains("BEGIN PRIVATE KEY"), var inner = outer.next(DERReader.sequence).map(DERReader.init),
      inner.next(DERReader.integer) != nil, inner.next(DERReader.sequence)?.starts(with: rsaEncryption) == true
    else { return nil }
    return inner.next(DERReader.octets).map(Array.init)
  }

  /// The object identifier 1.2.840.113549.1.1.1 (RFC 8017, appendix C), encoded.
  private static let rsaEncryption: [UInt8] = [
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01,
  ]
}

/// Reads the values of a DER encoding (X.690), as used for keys and signatures, one after another.
struct DERReader {
  static let integer: UInt8 = 0x02
  static let octets: UInt8 = 0x04
  static let sequence: UInt8 = 0x30

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The contents of the next value; `nil` if it has another tag or is truncated.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
    if length >= 0x80 {
      // Keys and signatures are shorter than 64 KiB.
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
