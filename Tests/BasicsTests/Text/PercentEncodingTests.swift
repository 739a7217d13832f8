import Basics
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  @Test("Encoding with any set is reversible, for all bytes")
  func roundTrip() {
    let text = String(String.UnicodeScalarView((0..<0x300).compactMap { Unicode.Scalar($0) })) + "日👍%41"
    for set in [ASCIISet.unreserved, .form, "", "abc"] {
      let encoded = PercentEncoding.encode(text, keepsEscapes: false, keeping: set.contains)
      #expect(encoded.utf8.allSatisfy { set.contains($0) || $0 == UInt8(ascii: "%") || $0.isHexDigit })
      #expect(PercentEncoding.decodedText(encoded) == text)
    }
  }

  @Test("Each part of a URL keeps the characters that its standard allows")
  func places() {
    let marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    func kept(_ set: ASCIISet) -> String { marks.filter { $0.asciiValue.map(set.contains) ?? false } }
    #expect(kept(.unreserved) == "-._~")
    #expect(kept(.path) == "!$&'()*+,-./:;=@_~")
    #expect(kept(.query) == "!$&'()*+,-./:;=?@_~")
    #expect(kept(.url) == "!#$&'()*+,-./:;=?@[]_~")
    #expect(kept(.form) == "*-._")
    #expect(kept(.standardFragment) == "!#$%&'()*+,-./:;=?@[\\]^_{|}~")
    #expect(kept(.standardQuery) == "!$%&()*+,-./:;=?@[\\]^_`{|}~")
    #expect(kept(.standardPath) == "!$%&'()*+,-./:;=@[\\]_|~")
    #expect(kept(.standardUserInfo) == "!$%&'()*+,-._~")
    #expect(!ASCIISet.graphic.contains(0x20) && !ASCIISet.graphic.contains(0x7F) && !ASCIISet.graphic.contains(0x80))
  }

  @Test("An existing escape is kept on request, and a percent sign without digits is encoded")
  func escapes() {
    let set = ASCIISet.query
    #expect(PercentEncoding.encode("%2F%zz%4", keepsEscapes: true, keeping: set.contains) == "%2F%25zz%254")
    #expect(PercentEncoding.encode("%2F", keepsEscapes: false, keeping: set.contains) == "%252F")
    #expect(PercentEncoding.component("a b/é") == "a%20b%2F%C3%A9")
    #expect(PercentEncoding.segment("..") == "%2E%2E")
    #expect(PercentEncoding.line("a é%\n") == "a%20é%%0A")
    #expect(PercentEncoding.wire("a é%|") == "a%20%C3%A9%|")
  }

  @Test(
    "Incomplete escapes are not decoded",
    arguments: [("%41", "A"), ("%4", "%4"), ("%", "%"), ("%+1", "%+1"), ("%g1%41", "%g1A"), ("a+b", "a+b")])
  func decoding(text: String, expected: String) {
    #expect(PercentEncoding.decodedText(text) == expected)
  }

  @Test("In forms and queries a plus is a space")
  func plus() {
    #expect(PercentEncoding.decodedText("a+b%2B", plusIsSpace: true) == "a b+")
    #expect(PercentEncoding.decodedText("%ff") == "\u{FFFD}")
  }
}
