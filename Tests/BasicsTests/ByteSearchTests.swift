import Basics
import Testing

@Suite("Searching bytes")
struct ByteSearchTests {
  @Test("A text is found where it stands first, in whole texts and in pieces of them")
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
}
