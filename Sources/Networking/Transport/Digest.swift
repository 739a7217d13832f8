import Crypto

/// SHA-256 (FIPS 180-4), for the fingerprints of certificates, the names of cached answers and kept bodies, and PKCE.
package enum Digest {
  /// The 32 bytes of the digest.
  static func sha256(_ message: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    Array(message).withUnsafeBytes { hash.update(bufferPointer: $0) }
    return Array(hash.finalize())
  }

  /// Lower-case hexadecimal.
  package static func hexadecimal(_ message: some Collection<UInt8>) -> String {
    Array(message).withUnsafeBytes { hexadecimal($0) }
  }

  /// The same of bytes where they lie, however many.
  package static func hexadecimal(_ message: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bufferPointer: message)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: hash.finalize().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
