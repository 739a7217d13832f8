/// The hash functions of the supported signatures (FIPS 180-4).
enum HashFunction: String, Hashable, Sendable, CaseIterable {
  case sha1 = "SHA1"
  case sha256 = "SHA256"
  case sha384 = "SHA384"
  case sha512 = "SHA512"
}

/// Why the system's cryptography gave no result.
enum CryptoFailure: Error, Hashable, Sendable {
  /// The system has no library for it; the text says what to install.
  case missingLibrary(String)
  /// The text is no private key of the kind that is needed.
  case unsuitableKey
  /// The library failed.
  case failed
}
