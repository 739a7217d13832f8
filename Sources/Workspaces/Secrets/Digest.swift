import Crypto

/// Digests of content, as names for files.
enum Digest {
  /// Lower-case hexadecimal SHA-256.
  static func sha256(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(data: bytes)) }

  static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return Hexadecimal.text(hash.finalize())
  }
}
