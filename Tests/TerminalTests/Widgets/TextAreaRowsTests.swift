import Terminal
import Testing

@Suite("A text that is read in rows") struct TextAreaRowsTests {
  private func rows(_ text: String, width: Int) -> [String] {
    let area = TextArea(text, viewport: Size(columns: width, rows: 100))
    var screen = Screen(Size(columns: width, rows: max(1, area.rows.count)))
    area.draw(area.rows[...], into: &screen, in: Rect(screen.size))
    return screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("Long lines are cut at blanks, words that are too long where the room ends, empty lines stay")
  func cuts() {
    #expect(rows("one two three", width: 7) == ["one two", "three"])
    #expect(rows("one two three", width: 9) == ["one two", "three"])
    #expect(rows("abcdefghij kl", width: 4) == ["abcd", "efgh", "ij", "kl"])
    #expect(rows("a\n\nb", width: 4) == ["a", "", "b"])
    #expect(rows("", width: 4) == [""])
    #expect(rows("日本語 日本", width: 5) == ["日本", "語", "日本"])
  }

  @Test("Every character stands on exactly one row, whatever the text and the width")
  func whole() {
    for text in ["a b  c\td e", "日本 \u{1B}[2J e\u{301}e\u{301}e\u{301} 👩‍👩‍👧 x", "   lead", "tail   ", "xxxxxxxxxxxx"] {
      for width in 1...12 {
        let area = TextArea(text, viewport: Size(columns: width, rows: 5))
        let pieces = area.rows.map(\.columns)
        #expect(pieces.first?.lowerBound == 0)
        for (one, next) in zip(pieces, pieces.dropFirst()) { #expect(one.upperBound == next.lowerBound) }
        #expect(pieces.dropLast().allSatisfy { !$0.isEmpty })
      }
    }
  }

  @Test("A click on a row puts the caret on the character that is seen there")
  func click() throws {
    var area = TextArea("one two three four", viewport: Size(columns: 8, rows: 3))
    let row = try #require(area.rows.dropFirst().first)
    area.click(on: row, at: 2)
    area.insert("X")
    #expect(area.text == "one two thXree four")
    area.click(on: row, at: 99)
    #expect(area.caret.line == 0)
  }
}
