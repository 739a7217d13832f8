import Terminal
import Testing

@Suite struct ScreenDrawingTests {
  func screen(_ columns: Int, _ rows: Int) -> Screen { Screen(Size(columns: columns, rows: rows)) }

  @Test("Text is written at its position and returns its width")
  func write() {
    var screen = screen(10, 2)
    #expect(screen.write("héllo", at: Point(x: 2, y: 1)) == 5)
    #expect(screen.write("日本", at: Point(x: 0, y: 0), maxWidth: 9) == 4)
    #expect(screen.text == "日本\n  héllo")
    #expect(screen[1, 0].text.isEmpty)
  }

  @Test("A wide character cut by an edge becomes a blank")
  func wideAtEdges() {
    var screen = screen(5, 2)
    #expect(screen.write("日本語", at: Point(x: 0, y: 0)) == 5)
    #expect(screen.row(0) == "日本")
    screen.write("日本語", at: Point(x: -1, y: 1))
    #expect(screen.row(1) == " 本語")
    screen.fill(screen.bounds)
    screen.write("日本語x", at: Point(x: 0, y: 0), clippedTo: Rect(x: 1, y: 0, width: 2, height: 1))
    #expect(screen[1, 0].text == " " && screen[2, 0].text == " " && screen[3, 0].text == " ")
  }

  @Test("Overwriting half of a wide character blanks its other half")
  func overwriting() {
    var screen = screen(6, 1)
    screen.write("日本語", at: Point(x: 0, y: 0))
    screen.write("x", at: Point(x: 1, y: 0))
    screen.write("y", at: Point(x: 2, y: 0))
    #expect(screen.cells.map(\.text) == [" ", "x", "y", " ", "語", ""])
    screen.write("界", at: Point(x: 3, y: 0))
    #expect(screen.cells.map(\.text) == [" ", "x", "y", "界", "", " "])
  }

  @Test("Nothing is drawn outside of the clip or the screen, for any start of the text")
  func clipping() {
    var screen = screen(4, 2)
    screen.write("abcdef", at: Point(x: -2, y: 0))
    screen.write("zzzz", at: Point(x: 0, y: 9))
    screen.write("zzzz", at: Point(x: 99, y: 0))
    screen.write("abcdef", at: Point(x: 0, y: 1), clippedTo: Rect(x: 1, y: 1, width: 2, height: 1))
    #expect(screen.text == "cdef\n bc")
  }

  @Test("Escape sequences are drawn instead of executed")
  func inert() {
    var screen = screen(20, 1)
    screen.write("\u{1B}]52;c;eA==\u{7}", at: Point(x: 0, y: 0))
    #expect(screen.text == "␛]52;c;eA==␇")
  }

  @Test("A narrow box keeps its first facts, and no joint is left at the end")
  func someFacts() {
    var screen = Screen(Size(columns: 24, rows: 2))
    let facts = ["200 OK", " · ", "83 ms", " · ", "4.1 KB"].map { StyledText($0) }
    screen.box(screen.bounds, title: [StyledText("Reply")], facts: facts)
    #expect(screen.text.hasPrefix("┌ Reply ────── 200 OK ─┐"))
    screen = Screen(Size(columns: 8, rows: 2))
    screen.box(screen.bounds, title: [StyledText("Reply")], facts: facts)
    #expect(screen.text.hasPrefix("┌ Rep… ┐"))
  }

  @Test("A box has its title at the left and its facts at the right of the upper border")
  func box() {
    var screen = screen(30, 3)
    screen.box(screen.bounds, title: "Response", facts: "200 OK")
    #expect(
      screen.text == """
        ┌ Response ───────── 200 OK ─┐
        │                            │
        └────────────────────────────┘
        """)
    screen.fill(screen.bounds)
    screen.box(Rect(x: 0, y: 0, width: 14, height: 2), border: .ascii, title: "A long title", facts: "200 OK")
    #expect(screen.text == "+ A long ti… +\n+------------+\n")
  }

  @Test("A box too small for captions keeps its border, and one without room is not drawn", arguments: 0...12)
  func smallBoxes(width: Int) {
    var screen = screen(20, 3)
    screen.box(Rect(x: 2, y: 0, width: width, height: 3), title: "Title", facts: "Facts")
    #expect(screen[2 + width, 0] == .blank)
    if width >= 2 { #expect(screen[2, 0].text == "┌" && screen[1 + width, 0].text == "┐") }
    if width < 2 { #expect(screen.text == "\n\n") }
  }

  @Test("Outlines join boxes in tees and crosses")
  func joins() {
    var screen = screen(7, 5)
    screen.box(screen.bounds)
    screen.outline(Rect(x: 0, y: 2, width: 4, height: 3), border: .light)
    screen.outline(Rect(x: 3, y: 0, width: 4, height: 3), border: .light)
    #expect(
      screen.text == """
        ┌──┬──┐
        │  │  │
        ├──┼──┤
        │  │  │
        └──┴──┘
        """)
  }

  @Test("Text is aligned left, centred or right, and cut when too long")
  func alignment() {
    var screen = screen(9, 4)
    let place = Rect(x: 1, y: 0, width: 7, height: 1)
    screen.write("ab", in: place)
    screen.write("ab", in: Rect(x: 1, y: 1, width: 7, height: 1), align: .center)
    #expect(screen.write("ab", in: Rect(x: 1, y: 2, width: 7, height: 1), align: .right).x == 6)
    screen.write("abcdefghi", in: Rect(x: 1, y: 3, width: 7, height: 1), truncation: .middle)
    #expect(screen.text == " ab\n   ab\n      ab\n abc…ghi")
  }

  @Test("Pieces keep their styles, and the marked text shows them")
  func marked() {
    var screen = screen(12, 1)
    screen.write(
      [StyledText("id", Style(.palette(33), on: .terminal, .bold)), StyledText(": 42")], at: Point(x: 0, y: 0))
    screen.restyle(Rect(x: 4, y: 0, width: 2, height: 1)) { $0.attributes.formUnion(.reverse) }
    screen.cursor = Point(x: 6, y: 0)
    #expect(screen.markedText == "{bold 33|id}: {reverse|42}▏")
    #expect([StyledText("abc"), StyledText("defg")].truncated(to: 5).map(\.text) == ["abc", "d…"])
    #expect([StyledText("abc"), StyledText("defg")].truncated(to: 3).map(\.text) == ["ab…"])
  }

  @Test("A screen without cells accepts every drawing")
  func empty() {
    var screen = screen(0, 0)
    screen.write("abc", at: Point(x: 0, y: 0))
    screen.box(Rect(x: 0, y: 0, width: 5, height: 5), title: "x")
    screen.fill(Rect(x: -3, y: -3, width: 9, height: 9))
    #expect(screen.text == "")
  }
}
