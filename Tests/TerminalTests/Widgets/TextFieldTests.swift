import Terminal
import Testing

@Suite struct TextFieldTests {
  func typed(_ keys: [Key], into text: String = "") -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.handle(key) }
    return field
  }

  func letters(_ text: String) -> [Key] { text.map { Key.character($0) } }

  @Test("Typing inserts at the caret, a grapheme at a time")
  func typing() {
    #expect(typed(letters("ab") + [.left] + letters("日")).text == "a日b")
    #expect(typed([.backspace], into: "ae\u{301}").text == "a")
    #expect(typed([.left, .backspace], into: "a👨‍👩‍👧b").text == "ab")
    #expect(typed([.home, .delete], into: "🇨🇭x").text == "x")
  }

  @Test("Words can be skipped and deleted")
  func words() {
    #expect(typed([Key(.left, .control)], into: "api/users/get").caret == 10)
    #expect(typed([.home, Key(.right, .alt)], into: "api/users").caret == 3)
    #expect(typed([.control("w")], into: "api/users/get").text == "api/users/")
    #expect(typed([.control("w"), .control("w")], into: "api/users/").text == "")
    #expect(typed([Key(.left, .control), .control("k")], into: "one two").text == "one ")
    #expect(typed([Key(.left, .control), .control("u")], into: "one two").text == "two")
  }

  @Test("Shift selects, typing replaces, moving out of a selection goes to its edge")
  func selection() {
    var field = typed([Key(.left, .shift), Key(.left, .shift)], into: "abcd")
    #expect(field.selectedText == "cd" && field.selection == 2..<4)
    _ = field.handle(.left)
    #expect(field.selection == nil && field.caret == 2)
    #expect(typed([.control("a")] + letters("x"), into: "abcd").text == "x")
    #expect(typed([Key(.home, .shift), .backspace], into: "abcd").text == "")
  }

  @Test("Undo removes a word of typing at a time, and redo restores it")
  func undo() {
    var field = typed(letters("one two"))
    _ = field.handle(.control("z"))
    #expect(field.text == "one ")
    _ = field.handle(.control("z"))
    #expect(field.text == "")
    _ = field.handle(.control("z"))
    #expect(field.text == "")
    _ = field.handle(.control("y"))
    _ = field.handle(.control("y"))
    #expect(field.text == "one two" && field.caret == 7)
  }

  @Test("Consecutive backspaces are undone together, and a selection is restored with them")
  func undoErasing() {
    var field = typed([.backspace, .backspace, .control("z")], into: "abcd")
    #expect(field.text == "abcd" && field.caret == 4)
    field.selectAll()
    field.insert("x")
    _ = field.handle(.control("z"))
    #expect(field.text == "abcd" && field.selectedText == "abcd")
  }

  @Test("After any typing, undoing everything gives the first text, and redoing everything the last")
  func undoAll() {
    var random = SystemRandomNumberGenerator()
    let keys: [Key] =
      letters("ab /日e\u{301}") + [
        .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("k"), Key(.left, .shift),
        .control("a"),
        .character("\u{301}"), .control("z"), .control("y"),
      ]
    for _ in 0..<200 {
      var field = TextField("start 日本")
      for _ in 0..<60 { _ = field.handle(keys.randomElement(using: &random) ?? .left) }
      for _ in 0..<60 { _ = field.handle(.control("y")) }
      let last = field.text
      for _ in 0..<60 { _ = field.handle(.control("z")) }
      #expect(field.text == "start 日本")
      for _ in 0..<60 { _ = field.handle(.control("y")) }
      #expect(field.text == last)
    }
  }

  @Test("A paste never presses Enter")
  func paste() {
    var field = TextField("x")
    field.paste("a\r\nb\nc\n")
    #expect(field.text == "xa b c")
    var marked = TextField("", pastedLineEnd: "⏎")
    marked.paste("a\nb")
    #expect(marked.text == "a⏎b")
    _ = field.handle(.control("z"))
    #expect(field.text == "x")
  }

  @Test(
    "Keys without a use in the field are left to others",
    arguments: [Key.enter, .tab, .escape, .up, .function(5), .control("r"), .control("s"), .control("e"), .alt("x")])
  func unhandled(key: Key) {
    var field = TextField("abc")
    let isHandled = field.handle(key)
    #expect(!isHandled)
    #expect(field == TextField("abc"))
  }

  @Test("The part around the caret is drawn, with marks for hidden text")
  func drawing() {
    var screen = Screen(Size(columns: 10, rows: 1))
    var field = TextField("0123456789abcdef")
    field.draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.text == "…bcdef" && screen.cursor == Point(x: 6, y: 0))
    _ = field.handle(.home)
    field.draw(into: &screen, in: screen.bounds, isFocused: true)
    #expect(screen.text == "012345678…" && screen.cursor == Point(x: 0, y: 0))
  }

  @Test("The caret is never drawn outside, at any width and position", arguments: 1...12)
  func caretInSight(width: Int) {
    var field = TextField("ab日本cd語ef\u{1B}gh👍")
    for _ in 0...field.text.count {
      var screen = Screen(Size(columns: width, rows: 1))
      field.draw(into: &screen, in: screen.bounds, isFocused: true)
      #expect(screen.cursor.map(screen.bounds.contains) == true)
      _ = field.handle(.left)
    }
  }

  @Test("Runs colour the text and the selection covers them")
  func runs() {
    var screen = Screen(Size(columns: 8, rows: 1))
    var field = TextField("a{{b}}c")
    field.moveCaret(to: 1)
    field.moveCaret(to: 3, selecting: true)
    field.draw(into: &screen, in: screen.bounds, runs: [TextRun(1..<6, Style(.palette(2)))], isFocused: true)
    #expect(screen.markedText == "a{reverse 2|{{}{2|▏b}}}c")
  }

  @Test("The mouse places the caret, selects a word or selects all")
  func mouse() {
    var field = TextField("日本 users")
    field.click(column: 3, width: 20)
    #expect(field.caret == 3)
    field.click(column: 6, width: 20, clicks: 2)
    #expect(field.selectedText == "users")
    field.click(column: 99, width: 20, clicks: 3)
    #expect(field.selectedText == "日本 users")
    field.click(column: -5, width: 20)
    #expect(field.caret == 0)
    field.click(column: 4, width: 20, selecting: true)
    #expect(field.selectedText == "日本")
  }

  @Test("Offsets from outside are moved to a character of the text")
  func hostileOffsets() {
    var field = TextField("日本")
    field.moveCaret(to: 4)
    #expect(field.caret == 3)
    field.replace(-5..<400, with: "x\ny")
    #expect(field.text == "x y")
    field.moveCaret(to: .max)
    #expect(field.caret == 3)
  }
}
