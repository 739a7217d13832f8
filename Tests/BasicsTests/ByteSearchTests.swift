import Basics
import Testing

@Suite("Searching bytes")
struct ByteSearchTests {
  @Test("The first occurrence of a text is found, in whole texts and in slices")
  func texts() {
    for text in ["", "a", "abc://x://y", "é{{n}}é", "{{", "{ {{", String(repeating: "x", count: 500) + "://"] {
      for needle in ["://", "{{", "é", "x://y", "a"] {
        let found = text.utf8.range(ofBytes: needle)
        let wanted = text.utf8.firstRange(of: needle.utf8)
        #expect(found == wanted && text.utf8.holds(needle) == (wanted != nil), "\(needle) in \(text)")
        let piece = text.dropFirst().dropLast()
        #expect(piece.utf8.range(ofBytes: needle) == piece.utf8.firstRange(of: needle.utf8), "\(needle) in \(piece)")
        #expect(piece.utf8.holds(needle) == (piece.utf8.firstRange(of: needle.utf8) != nil))
      }
    }
    #expect("abc".utf8.range(ofBytes: "") == nil && !"abc".utf8.holds(""))
  }

  @Test func `Bytes are counted, and a control byte is found at any position.`() {
    #expect(Array("a{b{}é{".utf8).withUnsafeBytes { ByteSearch.count(0x7B, in: $0) } == 3)
    #expect([UInt8]().withUnsafeBytes { ByteSearch.count(0x7B, in: $0) } == 0)
    for length in [1, 7, 8, 9, 23] {
      for fill: UInt8 in [0x20, 0x7F, 0x80, 0xA0, 0xFF] {
        let clean = [UInt8](repeating: fill, count: length)
        #expect(!clean.withUnsafeBytes { ByteSearch.hasControls($0) }, "\(fill)")
        for place in 0..<length {
          var text = clean
          text[place] = 0x1B
          #expect(text.withUnsafeBytes { ByteSearch.hasControls($0) }, "\(place) of \(length)")
        }
      }
    }
  }
}
