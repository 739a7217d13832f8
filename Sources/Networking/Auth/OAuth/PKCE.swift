#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The proof that who redeems an authorization code is who asked for it (RFC 7636).
struct PKCE: Equatable {
  let verifier: String

  /// 32 bytes from the system's generator, which is cryptographically secure.
  init() {
    verifier = Self.randomText()
  }

  init(verifier: String) {
    self.verifier = verifier
  }

  /// `S256`: base64url of the SHA-256 of the verifier.
  var challenge: String { Self.base64URL(Digest.sha256(verifier.utf8)) }

  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    let text = Base64.encode(bytes).utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
