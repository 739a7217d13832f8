import Terminal
import Testing

@Suite struct TextAreaTests {
  func area(_ text: String, at position: TextPosition = TextPosition(), _ keys: [Key] = []) -> TextArea {
    var area = TextArea(text, viewport: Size(columns: 20, rows: 4))
    area.moveCaret(to: position)
    for key in keys { _ = area.handle(key) }
    return area
  }

  @Test(
    "The text read back equals the text put in, with any line ends",
    arguments: ["", "\n", "a\r\nb\n\n", "a\rb", "\u{1B}日\n"])
  func lossless(text: String) {
    #expect(TextArea(text).text == text)
  }

  @Test("Enter keeps the indentation, adds a step after a bracket, and opens a pair of brackets")
  func enter() {
    #expect(area("  ab", at: TextPosition(line: 0, offset: 4), [.enter, .character("c")]).text == "  ab\n  c")
    #expect(area("{", at: TextPosition(line: 0, offset: 1), [.enter]).text == "{\n  ")
    let pair = area("{}", at: TextPosition(line: 0, offset: 1), [.enter, .character("x")])
    #expect(pair.text == "{\n  x\n}" && pair.caret == TextPosition(line: 1, offset: 3))
    #expect(area("{\n  ", at: TextPosition(line: 1, offset: 2), [.character("}")]).text == "{\n}")
  }

  @Test("Tab indents, over several lines if they are selected, and Shift-Tab outdents")
  func indenting() {
    #expect(area("a", at: TextPosition(line: 0, offset: 1), [.tab]).text == "a ")
    var two = area("a\nb\nc", at: TextPosition(), [Key(.down, .shift), Key(.right, .shift), .tab])
    #expect(two.text == "  a\n  b\nc")
    _ = two.handle(.backTab)
    #expect(two.text == "a\nb\nc")
    _ = two.handle(.control("z"))
    _ = two.handle(.control("z"))
    #expect(two.text == "a\nb\nc")
  }

  @Test("Up and down keep their column over short and wide lines")
  func vertical() {
    let area = area("abcdef\nx\n日本語\nabcdef", at: TextPosition(line: 0, offset: 5), [.down, .down])
    #expect(area.caret == TextPosition(line: 2, offset: 6))
    #expect(self.area("abcdef\nx\nabcdef", at: TextPosition(line: 0, offset: 5), [.down, .down]).caret.offset == 5)
    #expect(self.area("ab\ncd", at: TextPosition(line: 0, offset: 1), [.up]).caret == TextPosition())
    #expect(
      self.area("ab\ncd", at: TextPosition(line: 1, offset: 1), [.down]).caret == TextPosition(line: 1, offset: 2))
  }

  @Test("Reading moves the caret by lines at its column, but not into the indentation")
  func reading() {
    var area = area("{\n  abc\n\n  d\n}")
    area.moveCaret(toLine: 1)
    #expect(area.caret == TextPosition(line: 1, offset: 2))
    area.moveCaret(toLine: 99)
    #expect(area.caret == TextPosition(line: 4, offset: 0) && area.visibleLines == 1..<5)
    area.moveCaret(to: TextPosition(line: 1, offset: 4))
    area.moveCaret(toLine: 2)
    area.moveCaret(toLine: 3)
    #expect(area.caret == TextPosition(line: 3, offset: 3))
    area.moveCaret(toLine: -1)
    #expect(area.caret == TextPosition(line: 0, offset: 1))
  }

  @Test("Pages move, and the caret stays visible")
  func pages() {
    let text = (0..<30).map(String.init).joined(separator: "\n")
    var area = area(text, at: TextPosition(), [.pageDown, .pageDown])
    #expect(area.caret.line == 6 && area.visibleLines == 6..<10)
    _ = area.handle(Key(.end, .control))
    #expect(area.caret.line == 29 && area.visibleLines == 26..<30)
    area.scroll(by: -100)
    #expect(area.visibleLines == 0..<4 && area.caret.line == 29)
    _ = area.handle(.up)
    #expect(area.visibleLines.contains(28))
  }

  @Test("Backspace at the start of a line joins it to the previous one, Delete at its end to the next")
  func joining() {
    #expect(area("a\nb", at: TextPosition(line: 1), [.backspace]).text == "ab")
    #expect(area("a\nb", at: TextPosition(line: 0, offset: 1), [.delete]).text == "ab")
    #expect(area("a\nb", at: TextPosition(line: 0, offset: 1), [.control("k")]).text == "ab")
  }

  @Test("Lines move past their neighbours and back")
  func movingLines() {
    var area = area("a\nb\nc", at: TextPosition(line: 0, offset: 1), [Key(.down, .alt)])
    #expect(area.text == "b\na\nc" && area.caret == TextPosition(line: 1, offset: 1))
    _ = area.handle(Key(.up, .alt))
    #expect(area.text == "a\nb\nc")
    _ = area.handle(Key(.up, .alt))
    #expect(area.text == "a\nb\nc" && area.caret.line == 0)
  }

  @Test("Brackets are matched across lines, except for those in strings")
  func brackets() {
    let text = "{\n  \"a]\": [1, {\"b\\\"}\": 2}],\n  \"c\": []\n}"
    var area = TextArea(text)
    #expect(area.matchingBrackets?.1 == TextPosition(line: 3, offset: 0))
    area.moveCaret(to: TextPosition(line: 1, offset: 8))
    #expect(area.matchingBrackets?.1 == TextPosition(line: 1, offset: 23))
    area.moveCaret(to: TextPosition(line: 3, offset: 1))
    #expect(area.matchingBrackets?.1 == TextPosition(line: 0, offset: 0))
    area.moveCaret(to: TextPosition(line: 2, offset: 3))
    #expect(area.matchingBrackets == nil)
  }

  @Test("A paste of five thousand lines is one change with one undo step")
  func largePaste() {
    let lines = (0..<5_000).map { "line \($0) \u{1B}[31m" }.joined(separator: "\n")
    var area = area("before\nafter", at: TextPosition(line: 0, offset: 6))
    area.paste(lines)
    #expect(area.lines.count == 5_001 && area.caret.line == 4_999)
    _ = area.handle(.control("z"))
    #expect(area.text == "before\nafter")
  }

  @Test("A body of ten megabytes can be edited, in one line or in many")
  func largeBody() {
    let many = String(repeating: "{\"name\": \"value\", \"n\": 12345},\n", count: 330_000)
    var area = area(many, at: TextPosition(line: 200_000, offset: 3), [.character("x"), .enter, .backspace])
    #expect(area.lines[200_000].hasPrefix("{\"nx"))
    _ = area.handle(.control("z"))
    area = self.area(
      String(many.filter { $0 != "\n" }), at: TextPosition(line: 0, offset: 9_000_000), [.character("x")])
    #expect(area.caret.offset == 9_000_001)
  }

  @Test("Line numbers, tabs, selection and brackets are drawn")
  func drawing() {
    var screen = Screen(Size(columns: 16, rows: 4))
    var area = area("{\n\tab\n\n}")
    let style = TextFieldStyle(
      selection: Style(on: .palette(4)), lineNumbers: Style(.palette(8)), brackets: Style(.palette(3)))
    let text = area.textRect(in: screen.bounds, showsLineNumbers: true)
    area.viewport = Size(columns: text.width, rows: text.height)
    area.draw(into: &screen, in: screen.bounds, style: style, isFocused: true)
    #expect(screen.text == "  1 {\n  2     ab\n  3\n  4 }")
    #expect(screen[4, 0].style == Style(.palette(3)) && screen[4, 3].style == Style(.palette(3)))
    #expect(screen.cursor == Point(x: 4, y: 0))
    area.moveCaret(to: TextPosition(line: 1, offset: 2))
    area.moveCaret(to: TextPosition(line: 3, offset: 0), selecting: true)
    area.draw(into: &screen, in: screen.bounds, style: style, isFocused: true)
    #expect(screen[9, 1].style == Style(on: .palette(4)) && screen[4, 2].style == Style(on: .palette(4)))
    #expect(screen[8, 1].style == .plain)
  }

  @Test("Long lines scroll sideways with the caret")
  func sideways() {
    var screen = Screen(Size(columns: 10, rows: 1))
    var area = TextArea("0123456789abcdefghij", viewport: screen.size)
    _ = area.handle(.end)
    area.draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.text == "defghij" && screen.cursor == Point(x: 7, y: 0))
    _ = area.handle(.home)
    area.draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.text == "0123456789")
  }

  @Test("The mouse places the caret, even below the text")
  func mouse() {
    var area = area("abc def\nghi")
    area.click(at: Point(x: 5, y: 0), clicks: 2)
    #expect(area.selectedText == "def")
    area.click(at: Point(x: 9, y: 3))
    #expect(area.caret == TextPosition(line: 1, offset: 3))
    area.click(at: Point(x: 1, y: 0), clicks: 3)
    #expect(area.selectedText == "abc def\n")
  }
}
