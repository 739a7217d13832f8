#if !canImport(CryptoKit)
extension HashFunction {
  /// The longest digest (`EVP_MAX_MD_SIZE`).
  private static let longest = 64

  package func hash(_ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let library = try CryptoLibrary.installed
    let algorithm = library.digestNamed(rawValue)
    return try output { bytes, count in
      message.withUnsafeBytes { library.digest($0.baseAddress, $0.count, bytes, count, algorithm, nil) == 1 }
    }
  }

  /// HMAC (RFC 2104). SHA-256 needs no library.
  func code(_ message: [UInt8], key: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    guard self != .sha256 else { return SHA256.code(message, key: key) }
    let library = try CryptoLibrary.installed
    let algorithm = library.digestNamed(rawValue)
    // libcrypto reads a missing key as "same key as before".
    let key = key.isEmpty ? [0] : key
    return try output { bytes, count in
      key.withUnsafeBytes { key in
        message.withUnsafeBufferPointer {
          library.code(algorithm, key.baseAddress, Int32(key.count), $0.baseAddress, $0.count, bytes, count) != nil
        }
      }
    }
  }

  /// SHA-256 of a large buffer, with the processor's own instructions if available; `nil` without the library.
  static func sha256(large message: UnsafeRawBufferPointer, passed: (Range<Int>) -> Void) -> [UInt8]? {
    // Without the library Swift's own function hashes.
    guard let library = try? CryptoLibrary.installed else { return nil }
    let context = library.newContext()
    defer { library.freeContext(context) }
    guard library.begin(context, library.digestNamed(sha256.rawValue), nil) == 1 else { return nil }
    for start in stride(from: 0, to: message.count, by: Digest.pieceSize) {
      let range = start..<min(start + Digest.pieceSize, message.count)
      let piece = UnsafeRawBufferPointer(rebasing: message[range])
      guard library.update(context, piece.baseAddress, piece.count) == 1 else { return nil }
      passed(range)
    }
    // Without a result Swift's own function hashes.
    return try? sha256.output { bytes, count in library.finish(context, bytes, count) == 1 }
  }

  private func output(
    _ fill: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt32>) -> Bool
  ) throws(CryptoFailure) -> [UInt8] {
    var count: UInt32 = 0
    var isFilled = false
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      buffer.initialize(repeating: 0)
      isFilled = fill(start, &count)
      filled = isFilled ? Int(count) : 0
    }
    guard isFilled else { throw .failed }
    return bytes
  }
}
#endif
