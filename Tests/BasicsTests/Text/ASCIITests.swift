import Basics
import Testing

@Suite("ASCII")
struct ASCIITests {
  private static func members(_ isMember: (UInt8) -> Bool) -> String {
    String(String.UnicodeScalarView((UInt8(0)...255).filter(isMember).map { Unicode.Scalar($0) }))
  }

  @Test("Classes contain exactly the characters that the standards name")
  func classes() {
    #expect(Self.members(\.isASCIIDigit) == "0123456789")
    #expect(Self.members(\.isASCIIUppercase) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    #expect(Self.members(\.isASCIILowercase) == "abcdefghijklmnopqrstuvwxyz")
    #expect(Self.members(\.isASCIILetter) == Self.members { $0.isASCIIUppercase || $0.isASCIILowercase })
    #expect(Self.members(\.isHexDigit) == "0123456789ABCDEFabcdef")
    #expect(Self.members(\.isASCIIWhitespace) == "\t\n\u{B}\u{C}\r ")
    #expect(Self.members(\.isBlankOrLineEnd) == "\t\n\r ")
    #expect(Self.members(\.isBlank) == "\t ")
  }

  @Test("A token has what RFC 9110 allows")
  func tokens() {
    #expect("X-Übung".utf8.allSatisfy(\.isToken) == false)
    #expect(Self.members { $0.isToken && !$0.isASCIIAlphanumeric } == "!#$%&'*+-.^_`|~")
  }

  @Test("Lower case is for A to Z only")
  func lowercase() {
    #expect("ÄB[Z".asciiLowercased == "Äb[z")
    #expect((UInt8(0)...255).allSatisfy { $0.asciiLowercased == ($0.isASCIIUppercase ? $0 + 32 : $0) })
  }

  @Test("A set has its characters and no other byte")
  func sets() {
    let set: ASCIISet = "a\0~\u{7F}?@"
    #expect(Self.members(set.contains) == "\0?@a~\u{7F}")
    #expect(Self.members(set.subtracting("a?").union("b").contains) == "\0@b~\u{7F}")
  }

  @Test("A hexadecimal digit has its value, and other characters have none")
  func hexadecimal() {
    for byte in UInt8(0)...255 {
      let expected = byte < 128 ? Character(Unicode.Scalar(byte)).hexDigitValue : nil
      #expect(byte.hexValue.map(Int.init) == expected)
    }
    #expect(Hexadecimal.text([0, 0x0F, 0xA5]) == "000fa5")
    #expect(Hexadecimal.text(UInt32(0xE9), digits: 4, uppercase: true) == "00E9")
    #expect(Hexadecimal.text(UInt32(0x1F600), digits: 4) == "1f600")
    #expect(Hexadecimal.bytes("00ffA5".utf8) == [0, 255, 0xA5])
    #expect(Hexadecimal.bytes("0".utf8) == nil)
    #expect(Hexadecimal.bytes("0g".utf8) == nil)
  }
}
