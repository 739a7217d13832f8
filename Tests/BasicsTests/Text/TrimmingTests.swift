import Basics
import Testing

@Suite("Trimming and line ends")
struct TrimmingTests {
  @Test("Only the ends are trimmed", arguments: ["", " ", " a", "a ", " a b ", "\t\ta\t", "ab"])
  func ends(text: String) {
    var expected = Substring(text)
    while expected.first == " " || expected.first == "\t" { expected.removeFirst() }
    while expected.last == " " || expected.last == "\t" { expected.removeLast() }
    #expect(Array(text).trimming { $0 == " " || $0 == "\t" } == Array(expected)[...])
    #expect(text.trimmingASCII(\.isBlank) == expected)
  }

  @Test(
    "Equal ends of two collections do not overlap",
    arguments: [
      ("", "", 0, 0), ("a", "", 0, 0), ("ab", "ab", 2, 0), ("abc", "axc", 1, 1), ("aa", "aaa", 2, 0),
      ("aba", "aa", 1, 1), ("xab", "ab", 0, 2),
    ])
  func ends(first: String, second: String, head: Int, tail: Int) {
    #expect(first.equalEnds(with: Array(second)) == (head, tail))
    #expect(Array(second).equalEnds(with: first) == (head, tail))
  }

  @Test("White space beyond ASCII is trimmed from text, not from protocol elements")
  func unicode() {
    #expect("\u{3000}a\u{A0}\r\n".trimmed == "a")
    #expect("\u{3000}a\u{A0}\r\n".trimmingASCII(\.isASCIIWhitespace) == "\u{3000}a\u{A0}")
  }

  @Test("A text is split at each line end, LF or CRLF")
  func lines() {
    let lines = LineEnds.lines(of: Array("a\r\nb\n\nc\r".utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(lines == ["a", "b", "", "c"])
    #expect(LineEnds.first(in: Array("a\r\nb\n".utf8)) == [0x0D, 0x0A])
    #expect(LineEnds.first(in: Array("\na\r\n".utf8)) == [0x0A])
    #expect(LineEnds.first(in: Array("a".utf8)) == [0x0A])
  }
}
