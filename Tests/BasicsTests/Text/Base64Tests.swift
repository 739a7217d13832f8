import Basics
import Foundation
import Testing

@Suite("Base64")
struct Base64Tests {
  @Test("Bytes of every length are written as Foundation writes them, and read back")
  func roundTrip() {
    var generator = SystemRandomNumberGenerator()
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let text = Base64.encode(bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.decode(text) == bytes)
      let short = Base64.encode(bytes, .url, isPadded: false)
      #expect(short.utf8.allSatisfy(ASCIISet.unreserved.contains))
      #expect(Base64.decodeLeniently(short.utf8) == bytes)
    }
  }

  @Test("The vectors of RFC 4648 hold")
  func vectors() {
    #expect(
      ["", "f", "fo", "foo", "foob", "日"].map { Base64.encode($0.utf8) }
        == ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "5pel"])
    #expect(Base64.encode([0xFB, 0xFF], .url) == "-_8=")
  }

  @Test(
    "Strict reading refuses incomplete Base64 text",
    arguments: ["Zg", "Zg=", "Zg===", "Z", "Zm9v\n", "Zm9v Zg==", "Zm-_", "Zg==Zg==", "===="])
  func refused(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test("Lenient reading ignores line ends and padding, and refuses an extra character")
  func lenient() {
    #expect(Base64.decodeLeniently("Zm9v\r\nZg".utf8) == Array("foof".utf8))
    #expect(Base64.decodeLeniently("-_+/".utf8) == [0xFB, 0xFF, 0xBF])
    #expect(Base64.decodeLeniently("-_".utf8, [.standard]) == nil)
    #expect(Base64.decodeLeniently("Zm9vZ".utf8) == nil)
    #expect(Base64.decodeLeniently("Zm 9v".utf8) == nil)
  }
}
