import Crypto

/// SHA-256 (FIPS 180-4) of content, as names for files. Reads bodies where they lie.
enum Digest {
  /// Lower-case hexadecimal.
  static func sha256(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { sha256($0) } }

  static func sha256(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return Hexadecimal.text(Array(hash.finalize()))
  }
}
