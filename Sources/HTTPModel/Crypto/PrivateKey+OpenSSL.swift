#if !canImport(CryptoKit)
/// A private key that signs by one scheme.
struct PrivateKey: Sendable {
  private let pem: [UInt8]
  private let scheme: SignatureScheme

  /// - Parameter pem: PKCS #8, PKCS #1 or SEC 1, without a password.
  init(pem: String, for scheme: SignatureScheme) throws(CryptoFailure) {
    self.pem = Array(pem.utf8)
    self.scheme = scheme
    _ = try use { _, _ in [] }
  }

  /// The signature in the form of RFC 7518: ECDSA as two numbers of the curve's size.
  func signature(of message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    let signature = try use { library, key in sign(message, key, library) }
    guard case .ecdsa(let curve) = scheme else { return signature }
    guard let joint = DERReader.joint(signature, size: curve.size) else { throw .failed }
    return joint
  }

  /// Reads the key for the duration of `body` only: OpenSSL counts references to keys, so this value does not own one.
  private func use(_ body: (CryptoLibrary, CryptoLibrary.Object) -> [UInt8]?) throws(CryptoFailure) -> [UInt8] {
    let library = try CryptoLibrary.installed
    // libcurl may share the library and must not find these errors in this thread's queue.
    defer { library.clearErrors() }
    let result: [UInt8]?? = pem.withUnsafeBytes { bytes in
      let buffer = library.newBuffer(bytes.baseAddress, Int32(clamping: bytes.count))
      defer { _ = library.freeBuffer(buffer) }
      // Without a callback, OpenSSL would ask for the password on the terminal.
      guard let key = library.readKey(buffer, nil, { _, _, _, _ in -1 }, nil) else { return nil }
      defer { library.freeKey(key) }
      guard fits(key, library) else { return nil }
      return .some(body(library, key))
    }
    guard let result else { throw .unsuitableKey }
    guard let result else { throw .failed }
    return result
  }

  private func fits(_ key: CryptoLibrary.Object, _ library: CryptoLibrary) -> Bool {
    switch scheme {
    case .rsa, .rsaPSS:
      library.keyKind(key) == OpenSSLName.rsa && library.keyBits(key) >= SignatureScheme.fewestBits
    case .ecdsa(let curve):
      library.keyKind(key) == OpenSSLName.curve
        && library.curveName(library.curveGroup(library.curveKey(key))) == OpenSSLName.number(of: curve)
    }
  }

  private func sign(_ message: [UInt8], _ key: CryptoLibrary.Object, _ library: CryptoLibrary) -> [UInt8]? {
    let context = library.newContext()
    defer { library.freeContext(context) }
    // Owned by the context.
    var settings: CryptoLibrary.Object?
    let hash = library.digestNamed(scheme.hash.rawValue)
    guard library.beginSigning(context, &settings, hash, nil, key) == 1 else { return nil }
    if case .rsaPSS = scheme {
      guard library.control(settings, "rsa_padding_mode", "pss") == 1,
        library.control(settings, "rsa_pss_saltlen", "digest") == 1
      else { return nil }
    }
    var count = 0
    guard library.sign(context, nil, &count, message, message.count) == 1 else { return nil }
    var signature = [UInt8](repeating: 0, count: count)
    guard library.sign(context, &signature, &count, message, message.count) == 1 else { return nil }
    return Array(signature.prefix(count))
  }
}

/// OpenSSL's numbers for kinds of keys and curves (`obj_mac.h`).
private enum OpenSSLName {
  static let rsa: Int32 = 6
  static let curve: Int32 = 408

  static func number(of curve: SignatureScheme.Curve) -> Int32 {
    switch curve {
    case .p256: 415
    case .p384: 715
    case .p521: 716
    }
  }
}
#endif
