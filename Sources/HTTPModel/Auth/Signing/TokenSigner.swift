package import Basics

/// Signs JSON Web Tokens (RFC 7519).
package struct TokenSigner: Sendable {
  /// The algorithms of RFC 7518, section 3.1.
  package enum Algorithm: String, Hashable, Sendable, CaseIterable {
    case hs256 = "HS256"
    case hs384 = "HS384"
    case hs512 = "HS512"
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"

    /// True if both sides share the key, which can be any text.
    package var isShared: Bool { rawValue.hasPrefix("HS") }
  }

  /// A failure to sign; the message never repeats the key.
  package struct Failure: Error, Hashable, Sendable {
    package let message: String
  }

  private let algorithm: Algorithm
  private let key: Key

  private enum Key: Sendable {
    case shared([UInt8], HashFunction)
    case own(PrivateKey)
  }

  /// - Parameter key: the bytes of a shared key, or a private key as PEM: PKCS #8, PKCS #1 or SEC 1.
  package init(_ algorithm: Algorithm, key: [UInt8]) throws(Failure) {
    self.algorithm = algorithm
    guard !key.isEmpty else { throw Failure(message: "signing needs a key") }
    switch algorithm.method {
    case .shared(let hash): self.key = .shared(key, hash)
    case .own(let scheme):
      let pem = PrivateKey.lines(of: String(decoding: key, as: UTF8.self))
      do throws(CryptoFailure) { self.key = .own(try PrivateKey(pem: pem, for: scheme)) } catch {
        throw algorithm.failure(error)
      }
    }
  }

  /// Creates a token with these claims, in the compact serialization (RFC 7515, section 7.1).
  /// - Parameter more: header members besides algorithm and type.
  package func token(of claims: JSONValue, header more: JSONValue = .object([])) throws(Failure) -> String {
    var header = JSONValue.object([
      .init("alg", .string(algorithm.rawValue)), .init("typ", .string("JWT")),
    ])
    // The key was read for this algorithm, so the header cannot change it.
    if case .object(let members) = more {
      for member in members where member.name != "alg" { header[member.name] = member.value }
    }
    let text = Self.encode(header.compact) + "." + Self.encode(claims.compact)
    return text + "." + Self.encode(try signature(of: Array(text.utf8)))
  }

  package func signature(of bytes: [UInt8]) throws(Failure) -> [UInt8] {
    do throws(CryptoFailure) {
      switch key {
      case .shared(let key, let hash): return try hash.code(bytes, key: key)
      case .own(let key): return try key.signature(of: bytes)
      }
    } catch { throw algorithm.failure(error) }
  }

  private static func encode(_ bytes: [UInt8]) -> String { Base64.encode(bytes, .url, isPadded: false) }
}

extension TokenSigner.Algorithm {
  fileprivate enum Method {
    case shared(HashFunction)
    case own(SignatureScheme)
  }

  fileprivate var method: Method {
    switch self {
    case .hs256: .shared(.sha256)
    case .hs384: .shared(.sha384)
    case .hs512: .shared(.sha512)
    case .rs256: .own(.rsa(.sha256))
    case .rs384: .own(.rsa(.sha384))
    case .rs512: .own(.rsa(.sha512))
    case .ps256: .own(.rsaPSS(.sha256))
    case .ps384: .own(.rsaPSS(.sha384))
    case .ps512: .own(.rsaPSS(.sha512))
    case .es256: .own(.ecdsa(.p256))
    case .es384: .own(.ecdsa(.p384))
    case .es512: .own(.ecdsa(.p521))
    }
  }

  fileprivate func failure(_ failure: CryptoFailure) -> TokenSigner.Failure {
    switch failure {
    case .missingLibrary(let text): return .init(message: text)
    case .failed: return .init(message: "the key cannot sign by \(rawValue)")
    case .unsuitableKey:
      let isCurve = rawValue.hasPrefix("ES")
      let kind = isCurve ? "of the curve of \(rawValue)" : "for RSA, of 2048 bits or more"
      return .init(message: "it is not a private key \(kind), as PEM without a password (-----BEGIN PRIVATE KEY-----)")
    }
  }
}

extension NetworkError {
  package init(_ failure: CryptoFailure) {
    switch failure {
    case .missingLibrary(let text): self.init(.unsupported, text)
    case .unsuitableKey:
      self.init(
        .encoding, "the request could not be signed",
        detail: "the key is not a private key for RSA, of 2048 bits or more, as PEM without a password")
    case .failed: self.init(.encoding, "the request could not be signed")
    }
  }
}
