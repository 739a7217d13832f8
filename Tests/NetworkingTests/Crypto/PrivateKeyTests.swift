import Basics
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Private keys")
struct PrivateKeyTests {
  private static let openssl = Tool.path("openssl")

  private func made(_ arguments: String...) throws -> String {
    try Tool.run(try #require(Self.openssl), arguments)
  }

  @Test(
    "PKCS #8, PKCS #1 and SEC 1 are read; other kinds, short and encrypted keys are rejected",
    .enabled(if: openssl != nil, "openssl is not installed"))
  func kinds() throws {
    let rsa = TokenSignerTests.RFC7515.rsa + "\n"
    let curve = TokenSignerTests.RFC7515.curve + "\n"
    for (pem, scheme) in [(rsa, SignatureScheme.rsa(.sha256)), (rsa, .rsaPSS(.sha512)), (curve, .ecdsa(.p256))] {
      #expect(try !PrivateKey(pem: pem, for: scheme).signature(of: [1, 2, 3]).isEmpty)
    }
    let sec1 = try made("ecparam", "-name", "secp384r1", "-genkey", "-noout")
    #expect(sec1.contains("BEGIN EC PRIVATE KEY"))
    #expect(try PrivateKey(pem: sec1, for: .ecdsa(.p384)).signature(of: []).count == 96)

    let other = try made("ecparam", "-name", "secp256k1", "-genkey", "-noout")
    let short = try made("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024")
    let locked = try made(
      "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:x")
    for (pem, scheme) in [
      (other, SignatureScheme.ecdsa(.p256)), (short, .rsa(.sha256)), (locked, .ecdsa(.p256)), (rsa, .ecdsa(.p256)),
      (curve, .rsa(.sha256)), ("", .rsa(.sha256)),
    ] {
      #expect(throws: CryptoFailure.unsuitableKey) { try PrivateKey(pem: pem, for: scheme) }
    }
  }

  @Test(
    "An RSA key is the same in PKCS #8 and PKCS #1",
    .enabled(if: openssl != nil, "openssl is not installed"))
  func wrapped() throws {
    let folder = try TemporaryDirectory()
    try folder.write("key.pem", TokenSignerTests.RFC7515.rsa + "\n")
    let wrapped = try made("pkcs8", "-topk8", "-nocrypt", "-in", folder.path("key.pem"))
    #expect(wrapped.contains("BEGIN PRIVATE KEY"))
    let plain = try #require(RSAKeyText.bytes(of: TokenSignerTests.RFC7515.rsa))
    #expect(RSAKeyText.bytes(of: wrapped) == plain && plain.count == 1_191)
    for text in [
      "", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", TokenSignerTests.RFC7515.curve + "x",
    ] {
      #expect(RSAKeyText.bytes(of: text) == nil)
    }
  }

  @Test("The numbers of an ECDSA signature are padded to the size of the curve")
  func joint() {
    let signature: [UInt8] = [0x30, 0x08, 0x02, 0x02, 0x00, 0x80, 0x02, 0x02, 0x01, 0x02]
    #expect(DERReader.joint(signature, size: 3) == [0, 0, 0x80, 0, 1, 2])
    #expect(DERReader.joint(signature, size: 1) == nil)
    for length in 0..<signature.count { #expect(DERReader.joint(Array(signature.prefix(length)), size: 3) == nil) }
    let long: [UInt8] = [0x30, 0x81, 0x06, 0x02, 0x01, 1, 0x02, 0x01, 2]
    #expect(DERReader.joint(long, size: 1) == [1, 2])
  }
}
