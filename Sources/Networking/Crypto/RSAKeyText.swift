import Basics

/// An RSA key out of its PEM text.
enum RSAKeyText {
  /// The key as PKCS #1 in DER, which is what Apple's Security framework reads; out of PKCS #8 where it is wrapped in it.
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
