/// The hash functions of the supported signatures and logins (FIPS 180-4, RFC 1321).
package enum HashFunction: String, Hashable, Sendable, CaseIterable {
  /// For Digest only.
  case md5 = "MD5"
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"
  /// SHA-512/256, for Digest only.
  case sha512t256 = "SHA512-256"
}

/// The reason why the system's cryptography gave no result.
package enum CryptoFailure: Error, Hashable, Sendable {
  /// The library is missing; the text says what to install.
  case missingLibrary(String)
  /// The text is not a private key of the required kind.
  case unsuitableKey
  /// The library failed.
  case failed
}

/// The signature scheme of a private key.
enum SignatureScheme: Hashable, Sendable {
  /// RSASSA-PKCS1-v1_5 (RFC 8017, section 8.2).
  case rsa(HashFunction)
  /// RSASSA-PSS (RFC 8017, section 8.1), with a salt as long as the hash.
  case rsaPSS(HashFunction)
  /// ECDSA with the hash of the curve (RFC 7518, section 3.4).
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

    /// The size of a coordinate in bytes; a signature has two numbers of this size.
    var size: Int {
      switch self {
      case .p256: 32
      case .p384: 48
      case .p521: 66
      }
    }
  }

  /// Shorter RSA keys are rejected (RFC 7518, section 3.3).
  static let fewestBits = 2_048

  var hash: HashFunction {
    switch self {
    case .rsa(let hash), .rsaPSS(let hash): hash
    case .ecdsa(let curve): curve.hash
    }
  }
}

/// Checks the system's cryptography, which signatures need.
package enum SystemCryptography {
  /// The missing library and how to install it; `nil` if signatures work.
  package static var fault: String? {
    do throws(CryptoFailure) {
      _ = try HashFunction.sha512.hash([])
      return nil
    } catch {
      if case .missingLibrary(let text) = error { return text }
      return "the system's cryptography fails"
    }
  }
}
