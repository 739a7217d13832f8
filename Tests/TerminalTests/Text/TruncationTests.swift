import Terminal
import Testing

@Suite struct TruncationTests {
  @Test("Long text is cut at its end, its middle or its start")
  func truncation() {
    #expect(Truncation.end.applied(to: "abcdefgh", columns: 5) == "abcd…")
    #expect(Truncation.middle.applied(to: "abcdefgh", columns: 5) == "ab…gh")
    #expect(Truncation.start.applied(to: "abcdefgh", columns: 5) == "…efgh")
    #expect(Truncation.clip.applied(to: "abcdefgh", columns: 5) == "abcde")
    #expect(Truncation.end.applied(to: "日本語", columns: 4) == "日…")
    #expect(Truncation.end.applied(to: "abc", columns: 3) == "abc")
    #expect(Truncation.end.applied(to: "abc", columns: 1) == "…")
    #expect(Truncation.end.applied(to: "abc", columns: 0) == "")
  }
}
