import Basics
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Hashes and authentication codes")
struct DigestTests {
  @Test(
    "SHA-256 matches FIPS 180-4 and NIST's test vectors",
    arguments: [
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        1,
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      ("a", 1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
      // Long enough for libcrypto.
      ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ])
  func known(_ piece: String, times: Int, _ digest: String) {
    #expect(Digest.hexadecimal(String(repeating: piece, count: times).utf8) == digest)
  }

  @Test("Digests of each length match the system's library")
  func lengths() throws {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    for length in 0...bytes.count {
      let message = Array(bytes.prefix(length))
      #expect(Digest.sha256(message) == (try HashFunction.sha256.hash(message)), "\(length) bytes")
    }
  }

  @Test("The reported ranges of a large message cover it once, in order")
  func ranges() {
    let message = [UInt8](repeating: 7, count: 2 * Digest.pieceSize + 100)
    var read = 0
    _ = message.withUnsafeBytes { bytes in
      Digest.hexadecimal(bytes) { range in
        #expect(range.lowerBound == read)
        read = range.upperBound
      }
    }
    #expect(read == message.count)
  }

  @Test(
    "Each function matches NIST's example",
    arguments: [
      (HashFunction.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        .sha384,
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        .sha512,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
    ])
  func functions(_ function: HashFunction, _ digest: String) throws {
    #expect(Hexadecimal.text(try function.hash(Array("abc".utf8))) == digest)
  }

  /// RFC 4231 (test cases 1, 2 and 6), RFC 2202 (test case 2).
  @Test(
    "Each authentication code matches its RFC",
    arguments: [
      (
        HashFunction.sha256, [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        .sha256, Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        .sha256, [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      (
        .sha384, Array("Jefe".utf8), "what do ya want for nothing?",
        "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"
      ),
      (
        .sha512, Array("Jefe".utf8), "what do ya want for nothing?",
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
      ),
      (.sha1, Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
      (.sha1, [], "", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
      (.sha256, [], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ])
  func codes(_ function: HashFunction, _ key: [UInt8], _ message: String, _ code: String) throws {
    #expect(Hexadecimal.text(try function.code(Array(message.utf8), key: key)) == code)
  }

  #if !canImport(CryptoKit)
  @Test("Without the library, the error of a signature names the package to install")
  func missing() {
    guard case .nothing(.missingLibrary(let text)) = CryptoLibrary.Loaded(["libnot-there.so.1"]) else {
      Issue.record("a library that does not exist was opened")
      return
    }
    #expect(text.contains("libcrypto") && text.contains("install OpenSSL"))
    guard case .nothing(.missingLibrary(let old)) = CryptoLibrary.Loaded(["libc.so.6"]) else {
      Issue.record("a library without digests was accepted")
      return
    }
    #expect(old.contains("libc.so.6 is too old") && old.contains("EVP_get_digestbyname"))
  }
  #endif
}
