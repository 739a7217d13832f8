/// How a private key signs.
enum SignatureScheme: Hashable, Sendable {
  /// RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2).
  case rsa(HashFunction)
  /// RSASSA-PSS (RFC 8017, section 8.1), with a salt as long as the hash.
  case rsaPSS(HashFunction)
  /// ECDSA with the hash that belongs to the curve (RFC 7518, section 3.4).
  case ecdsa(Curve)

  /// A curve of FIPS 186-4.
  enum Curve: Hashable, Sendable {
    case p256, p384, p521

    var hash: HashFunction {
      switch self {
      case .p256: .sha256
      case .p384: .sha384
      case .p521: .sha512
      }
    }

    /// Bytes of a coordinate; a signature has two numbers of this size.
    var size: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// Shorter RSA keys are refused (RFC 7518, section 3.3).
  static let fewestBits = 2_048

  var hash: HashFunction {
    switch self {
    case .rsa(let hash), .rsaPSS(let hash): hash
    case .ecdsa(let curve): curve.hash
    }
  }
}
