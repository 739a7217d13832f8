#if canImport(CryptoKit)
import CryptoKit

extension HashFunction {
  func hash(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    switch self {
    case .md5: Array(Insecure.MD5.hash(data: message))
    case .sha1: Array(Insecure.SHA1.hash(data: message))
    case .sha256: Array(SHA256.hash(data: message))
    case .sha384: Array(SHA384.hash(data: message))
    case .sha512: Array(SHA512.hash(data: message))
    case .sha512t256: throw .missingLibrary("this system has no SHA-512/256")
    }
  }

  /// HMAC (RFC 2104).
  func code(_ message: [UInt8], key: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let key = SymmetricKey(data: key)
    return switch self {
    case .md5: Array(HMAC<Insecure.MD5>.authenticationCode(for: message, using: key))
    case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
    case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
    case .sha384: Array(HMAC<SHA384>.authenticationCode(for: message, using: key))
    case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
    case .sha512t256: throw .missingLibrary("this system has no SHA-512/256")
    }
  }
}
#endif
