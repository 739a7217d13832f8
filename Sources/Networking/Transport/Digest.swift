import Basics
import Crypto

/// SHA-256 (FIPS 180-4), for certificate fingerprints, the file names of cached responses and stored bodies, and PKCE.
package enum Digest {
  /// The 32 bytes of the digest.
  static func sha256(_ message: some Collection<UInt8>) -> [UInt8] {
    var hash = SHA256()
    Array(message).withUnsafeBytes { hash.update(bufferPointer: $0) }
    return Array(hash.finalize())
  }

  /// HMAC-SHA-256 (RFC 2104), in lower-case hexadecimal.
  package static func keyed(_ message: some Collection<UInt8>, key: [UInt8]) -> String {
    Hexadecimal.text(HMAC<SHA256>.authenticationCode(for: Array(message), using: SymmetricKey(data: key)))
  }

  /// Lower-case hexadecimal.
  package static func hexadecimal(_ message: some Collection<UInt8>) -> String {
    Array(message).withUnsafeBytes { hexadecimal($0) }
  }

  /// The same for a memory buffer of any size.
  ///
  /// - Parameter passed: called with each range after it was read, so that its memory can be released.
  package static func hexadecimal(
    _ message: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void = { _ in }
  ) -> String {
    var hash = SHA256()
    let piece = 8 << 20
    for start in stride(from: 0, to: message.count, by: piece) {
      let range = start..<min(start + piece, message.count)
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: message[range]))
      passed(range)
    }
    return Hexadecimal.text(hash.finalize())
  }
}
