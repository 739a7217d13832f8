import Basics
import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Signs JSON Web Tokens (RFC 7519) with a key of the user's.
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

    /// Whether both sides know the key, which is then any text.
    package var isShared: Bool { rawValue.hasPrefix("HS") }
  }

  /// Why nothing was signed; the message never repeats the key.
  package struct Failure: Error, Hashable, Sendable {
    package let message: String
  }

  private let algorithm: Algorithm
  private let key: Key

  private enum Key: Sendable {
    case shared(SymmetricKey)
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
  }

  /// - Parameter key: the bytes of a shared key, or a private key as PEM: PKCS #8, PKCS #1 or SEC 1.
  package init(_ algorithm: Algorithm, key: [UInt8]) throws(Failure) {
    self.algorithm = algorithm
    guard !key.isEmpty else { throw Failure(message: "without a key nothing can be signed") }
    do { self.key = try Self.read(key, for: algorithm) } catch {
      let isCurve = algorithm.rawValue.hasPrefix("ES")
      let kind = isCurve ? "of the curve of \(algorithm.rawValue)" : "for RSA, of 2048 bits or more"
      throw Failure(message: "it is no private key \(kind), as PEM without a password (-----BEGIN PRIVATE KEY-----)")
    }
  }

  private static func read(_ key: [UInt8], for algorithm: Algorithm) throws -> Key {
    if algorithm.isShared { return .shared(SymmetricKey(data: key)) }
    let text = lines(of: String(decoding: key, as: UTF8.self))
    return switch algorithm {
    case .es256: .p256(try P256.Signing.PrivateKey(pemRepresentation: text))
    case .es384: .p384(try P384.Signing.PrivateKey(pemRepresentation: text))
    case .es512: .p521(try P521.Signing.PrivateKey(pemRepresentation: text))
    default: .rsa(try _RSA.Signing.PrivateKey(pemRepresentation: text))
    }
  }

  /// PEM has lines of 64 characters; fields of one line, variables of the environment and JSON give it with spaces or `\n`.
  private static func lines(of key: String) -> String {
    let marks = key.ranges(ofMark: "-----")
    guard marks.count == 4 else { return key }
    let label = { (from: Int) in key[marks[from].lowerBound..<marks[from + 1].upperBound] }
    let digits = Array(
      key[marks[1].upperBound..<marks[2].lowerBound].replacing("\\n", with: "").utf8.filter { $0 > 0x20 })
    let lines = stride(from: 0, to: digits.count, by: 64).map {
      String(decoding: digits[$0..<min($0 + 64, digits.count)], as: UTF8.self)
    }
    return ([String(label(0))] + lines + [String(label(2))]).joined(separator: "\n") + "\n"
  }

  /// The token of these claims, in the compact serialization (RFC 7515, section 7.1).
  /// - Parameter more: what the header says beside algorithm and type.
  package func token(of claims: JSONValue, header more: JSONValue = .object([])) throws(Failure) -> String {
    var header = JSONValue.object([
      .init("alg", .string(algorithm.rawValue)), .init("typ", .string("JWT")),
    ])
    // The algorithm is what the key was read for.
    if case .object(let members) = more {
      for member in members where member.name != "alg" { header[member.name] = member.value }
    }
    let text = Self.encode(header.compact) + "." + Self.encode(claims.compact)
    return text + "." + Self.encode(try signature(of: Array(text.utf8)))
  }

  package func signature(of bytes: [UInt8]) throws(Failure) -> [UInt8] {
    do { return Array(try sign(bytes)) } catch {
      throw Failure(message: "the key cannot sign by \(algorithm.rawValue)")
    }
  }

  private func sign(_ bytes: [UInt8]) throws -> Data {
    switch key {
    case .shared(let key): code(of: bytes, key)
    case .rsa(let key):
      switch algorithm {
      case .rs256: try key.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
      case .rs384: try key.signature(for: SHA384.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
      case .rs512: try key.signature(for: SHA512.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
      case .ps384: try key.signature(for: SHA384.hash(data: bytes), padding: .PSS).rawRepresentation
      case .ps512: try key.signature(for: SHA512.hash(data: bytes), padding: .PSS).rawRepresentation
      default: try key.signature(for: SHA256.hash(data: bytes), padding: .PSS).rawRepresentation
      }
    case .p256(let key): try key.signature(for: SHA256.hash(data: bytes)).rawRepresentation
    case .p384(let key): try key.signature(for: SHA384.hash(data: bytes)).rawRepresentation
    case .p521(let key): try key.signature(for: SHA512.hash(data: bytes)).rawRepresentation
    }
  }

  private func code(of bytes: [UInt8], _ key: SymmetricKey) -> Data {
    switch algorithm {
    case .hs384: Data(HMAC<SHA384>.authenticationCode(for: bytes, using: key))
    case .hs512: Data(HMAC<SHA512>.authenticationCode(for: bytes, using: key))
    default: Data(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }
  }

  private static func encode(_ bytes: [UInt8]) -> String { Base64.encode(bytes, .url, isPadded: false) }
}

extension String {
  fileprivate func ranges(ofMark mark: String) -> [Range<String.Index>] {
    var found: [Range<String.Index>] = []
    while let next = self[(found.last?.upperBound ?? startIndex)...].firstRange(of: mark) { found.append(next) }
    return found
  }
}
