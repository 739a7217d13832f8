import Basics

#if canImport(CryptoKit)
import CryptoKit
#endif

/// SHA-256 (FIPS 180-4), for certificate fingerprints, the file names of cached responses and stored bodies, and PKCE.
package enum Digest {
  /// The size of one read from a large message, in bytes; a whole number of blocks.
  static let pieceSize = 8 << 20
  /// The size in bytes from which opening the library is faster.
  static let shortest = 256 << 10

  /// The 32 bytes of the digest.
  package static func sha256(_ message: some Collection<UInt8>) -> [UInt8] {
    Array(message).withUnsafeBytes { sha256($0) { _ in } }
  }

  /// HMAC-SHA-256 (RFC 2104), in lower-case hexadecimal.
  package static func keyed(_ message: some Collection<UInt8>, key: [UInt8]) -> String {
    Hexadecimal.text(code(message, key: key))
  }

  /// HMAC-SHA-256 (RFC 2104).
  static func code(_ message: some Collection<UInt8>, key: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
    Array(HMAC<SHA256>.authenticationCode(for: Array(message), using: SymmetricKey(data: key)))
    #else
    SHA256.code(Array(message), key: key)
    #endif
  }

  /// Lower-case hexadecimal.
  package static func hexadecimal(_ message: some Collection<UInt8>) -> String { Hexadecimal.text(sha256(message)) }

  /// The digest of a memory buffer of any size, in lower-case hexadecimal.
  ///
  /// - Parameter passed: called with each range after it was read, so that its memory can be released.
  package static func hexadecimal(
    _ message: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void = { _ in }
  ) -> String {
    Hexadecimal.text(sha256(message, passed: passed))
  }

  private static func sha256(_ message: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void) -> [UInt8] {
    #if !canImport(CryptoKit)
    if message.count >= shortest, let digest = HashFunction.sha256(large: message, passed: passed) { return digest }
    #endif
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: pieceSize) {
      let range = start..<min(start + pieceSize, message.count)
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: message[range]))
      passed(range)
    }
    return Array(hash.finalize())
  }
}

/// SHA-256 of a message that comes in pieces.
struct RunningDigest {
  private var hash = SHA256()

  mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

  /// Lower-case hexadecimal.
  func hexadecimal() -> String { Hexadecimal.text(hash.finalize()) }
}
