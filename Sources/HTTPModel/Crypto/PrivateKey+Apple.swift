import Essentials

#if canImport(CryptoKit)
import Basics
import CryptoKit
import Security

/// A private key that signs by one scheme.
struct PrivateKey: Sendable {
  private let key: Key
  private let scheme: SignatureScheme

  private enum Key: Sendable {
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    /// PKCS #1, in DER.
    case rsa([UInt8])
  }

  /// - Parameter pem: PKCS #8, PKCS #1 or SEC 1, without a password.
  init(pem: String, for scheme: SignatureScheme) throws(CryptoFailure) {
    self.scheme = scheme
    do {
      switch scheme {
      case .ecdsa(.p256): key = .p256(try P256.Signing.PrivateKey(pemRepresentation: pem))
      case .ecdsa(.p384): key = .p384(try P384.Signing.PrivateKey(pemRepresentation: pem))
      case .ecdsa(.p521): key = .p521(try P521.Signing.PrivateKey(pemRepresentation: pem))
      case .rsa, .rsaPSS:
        guard let bytes = RSAKeyText.bytes(of: pem) else { throw CryptoFailure.unsuitableKey }
        key = .rsa(bytes)
        guard SecKeyGetBlockSize(try Self.systemKey(bytes)) * 8 >= SignatureScheme.fewestBits else {
          throw CryptoFailure.unsuitableKey
        }
      }
    } catch { throw .unsuitableKey }
  }

  /// The signature in the form of RFC 7518: ECDSA as two numbers of the curve's size.
  func signature(of message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
    do {
      switch key {
      case .p256(let key): return Array(try key.signature(for: message).rawRepresentation)
      case .p384(let key): return Array(try key.signature(for: message).rawRepresentation)
      case .p521(let key): return Array(try key.signature(for: message).rawRepresentation)
      case .rsa(let bytes):
        let key = try Self.systemKey(bytes)
        guard let made = SecKeyCreateSignature(key, algorithm, Data(message) as CFData, nil) else {
          throw CryptoFailure.failed
        }
        return Array(made as Data)
      }
    } catch { throw .failed }
  }

  private static func systemKey(_ bytes: [UInt8]) throws(CryptoFailure) -> SecKey {
    let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
    guard let key = SecKeyCreateWithData(Data(bytes) as CFData, attributes as CFDictionary, nil) else {
      throw .unsuitableKey
    }
    return key
  }

  private var algorithm: SecKeyAlgorithm {
    switch (scheme, scheme.hash) {
    case (.rsaPSS, .sha1): .rsaSignatureMessagePSSSHA1
    case (.rsaPSS, .sha256): .rsaSignatureMessagePSSSHA256
    case (.rsaPSS, .sha384): .rsaSignatureMessagePSSSHA384
    case (.rsaPSS, .sha512): .rsaSignatureMessagePSSSHA512
    case (_, .sha1): .rsaSignatureMessagePKCS1v15SHA1
    case (_, .sha256): .rsaSignatureMessagePKCS1v15SHA256
    case (_, .sha384): .rsaSignatureMessagePKCS1v15SHA384
    case (_, .sha512): .rsaSignatureMessagePKCS1v15SHA512
    }
  }
}
#endif
