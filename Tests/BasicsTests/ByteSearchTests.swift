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
      }
    }
    #expect("abc".utf8.range(ofBytes: "") == nil && !"abc".utf8.holds(""))
  }
}
