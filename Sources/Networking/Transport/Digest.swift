import Basics
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
  ///
  /// - Parameter passed: told of each stretch that was read, so that its memory can be given back.
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
