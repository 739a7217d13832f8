import Crypto

/// SHA-256 (FIPS 180-4), for the fingerprints of certificates, the names of cached answers and PKCE.
enum Digest {
  /// The 32 bytes of the digest.
  static func sha256(_ message: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    Array(message).withUnsafeBytes { hash.update(bufferPointer: $0) }
    return Array(hash.finalize())
  }

  /// Lower-case hexadecimal.
  static func hexadecimal(_ message: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: sha256(message).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
