import TestSupport
import Testing

/// Tests of the emulator that other tests rely on: it must interpret ncurses' sequences like a terminal.
@Suite struct TerminalModelTests {
  private func text(after output: String, columns: Int = 4, rows: Int = 5) -> [Substring] {
    var model = TerminalModel(columns: columns, rows: rows)
    model.feed("a\r\nb\r\nc\r\nd\r\ne".utf8)
    model.feed(output.utf8)
    #expect(model.unknown == [])
    return model.text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("A region scrolls by itself, as ncurses does when lines move")
  func regions() {
    #expect(text(after: "\u{1B}[2;4r\u{1B}[4;1H\u{1B}[2S\u{1B}[1;5r") == ["a", "d", "", "", "e"])
    #expect(text(after: "\u{1B}[2;4r\u{1B}[T\u{1B}[r") == ["a", "", "b", "c", "e"])
    #expect(text(after: "\u{1B}[2;4r\u{1B}[4;1H\n\u{1B}[r") == ["a", "c", "d", "", "e"])
    #expect(text(after: "\u{1B}[2;4r\u{1B}[2;1H\u{1B}M\u{1B}[r") == ["a", "", "b", "c", "e"])
    #expect(text(after: "\u{1B}[2;4r\u{1B}[5;1H\n\u{1B}[r") == ["a", "b", "c", "d", "e"])
  }

  @Test("Lines are inserted and deleted below the cursor")
  func lines() {
    #expect(text(after: "\u{1B}[2;1H\u{1B}[2L") == ["a", "", "", "b", "c"])
    #expect(text(after: "\u{1B}[2;1H\u{1B}[3M") == ["a", "e", "", "", ""])
    #expect(text(after: "\u{1B}[5;4Hx\r\ny") == ["b", "c", "d", "e  x", "y"])
  }

  @Test("A line is erased after the cursor, before it, or completely")
  func erasing() {
    #expect(text(after: "\u{1B}[1;1Hwxyz\u{1B}[1;3H\u{1B}[K")[0] == "wx")
    #expect(text(after: "\u{1B}[1;1Hwxyz\u{1B}[1;3H\u{1B}[1K")[0] == "   z")
    #expect(text(after: "\u{1B}[1;1Hwxyz\u{1B}[1;3H\u{1B}[2K")[0] == "")
    #expect(text(after: "\u{1B}[3;1H\u{1B}[J") == ["a", "b", "", "", ""])
  }
}
