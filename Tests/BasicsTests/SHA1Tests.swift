import Testing

@testable import Basics

@Suite struct SHA1Tests {
  @Test func `SHA-1 gives the digests of the standard.`() {
    func text(_ message: String) -> String { Hexadecimal.text(SHA1.hash(Array(message.utf8))) }
    #expect(text("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(text("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(text(String(repeating: "a", count: 1_000)) == "291e9a6c66994949b57ba5e650361e98fc36b1ba")
  }

  @Test func `The answer to a key is that of the standard's example.`() {
    #expect(WebSocketKey.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}
