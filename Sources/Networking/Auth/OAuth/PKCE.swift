import Basics

/// Proves that an authorization code is redeemed by the client that requested it (RFC 7636).
struct PKCE: Equatable {
  let verifier: String

  /// 32 bytes from the system's cryptographically secure generator.
  init() {
    verifier = Self.randomText()
  }

  init(verifier: String) {
    self.verifier = verifier
  }

  /// `S256`: base64url of the SHA-256 of the verifier.
  var challenge: String { Base64.encode(Digest.sha256(verifier.utf8), .url, isPadded: false) }

  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Base64.encode(bytes, .url, isPadded: false)
  }
}
