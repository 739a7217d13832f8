import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite("The keys of vim, compared with vim") struct VimComparisonTests {
  private static let count = 5_000

  /// The result of `VimEditor` for a case, in the format of the script.
  private func made(_ test: VimCase) -> String {
    var editor = VimEditor("x")
    editor.press("x")
    let last = editor.last
    editor = VimEditor(test.lines.joined(separator: "\n"))
    editor.last = last
    for name in ["a", "b", "\""] as [Character] { editor.registers[name] = .init(text: "q", isLinewise: false) }
    editor.find = VimFind(character: "q", isForward: true, isTill: false)
    editor.text.cursor = VimText.Place(line: test.line, column: test.column)
    editor.settle()
    editor.setGoal()
    let names: [Character: Character] = ["\u{2}": "\u{1B}", "\u{3}": "\r", "\u{4}": "\u{8}", "\u{5}": "\u{12}"]
    for key in test.keys { editor.press(names[key] ?? key) }
    editor.press("\u{1B}\u{1B}\u{1B}")
    let lines = editor.text.lines.map { String($0) }.joined(separator: "\u{1}")
    return "\(editor.text.cursor.line)\t\(editor.text.cursor.column)\t\(lines)"
  }

  @Test(
    "Random keys over random texts result in the same text and cursor as in vim",
    .enabled(if: Tool.path("vim") != nil, "vim is not installed"))
  func beside() throws {
    let vim = try #require(Tool.path("vim"))
    let folder = try TemporaryDirectory("vim")
    var random = SeededGenerator(seed: 17)
    let cases = (0..<Self.count).map { _ in VimCase(&random) }
    let settings = [
      // Sets the encoding first; otherwise the locale determines it.
      "set nocp enc=utf-8", "scriptencoding utf-8",
      "set bs=indent,eol,start sw=2 ts=4 et noai nosi sol nojs cpo&vim nf= ww=",
      "set sel=inclusive tw=0 nows wrapscan ve= magic noic noscs report=9999 noswapfile viminfo= nomodeline",
      "set iskeyword=@,48-57,_,192-255", "let g:out=[]",
    ]
    let ends = ["call writefile(g:out,'\(folder.path("out"))')", "qa!"]
    try folder.write("case.vim", (settings + cases.flatMap(\.script) + ends).joined(separator: "\n") + "\n")
    // The exit status differs after a beep; the file contains the result.
    _ = try? Tool.run(vim, ["-es", "-u", "NONE", "-i", "NONE", "-N", "-S", folder.path("case.vim")])
    let wanted = try folder.readText("out").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(wanted.count == cases.count)
    var wrong = 0
    for (test, want) in zip(cases, wanted) {
      let made = made(test)
      if made == want { continue }
      wrong += 1
      if wrong < 10 {
        Issue.record(
          "\(test.lines) \(test.line):\(test.column) \(test.keys.debugDescription): vim \(want.debugDescription), here \(made.debugDescription)"
        )
      }
    }
    #expect(wrong == 0, "of \(cases.count)")
  }

  @Test("Random keys in any order end with the cursor in the text")
  func anything() {
    var random = SeededGenerator(seed: 18)
    let keys = Array("hjklwbe0^$gGfFtT;,dcypPxXrR~><J.uiaIAoOvV\"'()[]{}tWB123/n:N\r\u{1B}\u{8}\u{12} éZ")
    for _ in 0..<300 {
      var editor = VimEditor("foo (bar) {\n  \"a\": [1, 2]\n}\n\n<p>x</p>")
      for _ in 0..<200 { editor.press(keys.randomElement(using: &random) ?? "x") }
      #expect(editor.text.lines.indices.contains(editor.text.cursor.line))
      #expect(editor.text.cursor.column <= editor.text.line.count)
    }
  }

  @Test("After a search that fails, j and k keep the column of the cursor, even after $")
  func failedSearch() {
    for search in ["n", "N", "/zz\r"] {
      var editor = VimEditor("ab\nabcd")
      editor.press("$\(search)jix")
      #expect(editor.text.lines.map { String($0) } == ["ab", "axbcd"], "\(search)")
    }
  }

  @Test("An operation on a word ends with its line, even in a line of blanks")
  func blanks() {
    for (text, keys, wanted) in [
      ("    \nb\nx", "ldw", " \nb\nx"), ("    \nb\nx", "lcwQ\u{1B}", " Q\nb\nx"), ("    \nb\nx", "ld2w", "x"),
      ("\nb\nx", "dw", "b\nx"),
    ] {
      var editor = VimEditor(text)
      editor.press(keys)
      #expect(editor.text.lines.map { String($0) }.joined(separator: "\n") == wanted, "\(keys)")
    }
  }

  @Test("Commands of the command line are returned as their outcome")
  func line() {
    var editor = VimEditor("a\nb\nc")
    #expect(":w".reduce(VimEditor.Outcome.done) { editor.press($1) } == .done)
    #expect(editor.press("\r") == .write)
    editor.press(":q")
    #expect(editor.press("\r") == .quit)
    editor.press(":wq")
    #expect(editor.press("\r") == .writeAndQuit)
    editor.press(":3\r")
    #expect(editor.text.cursor.line == 2)
  }

  @Test("A text area and a field follow, including undo from outside")
  func session() {
    var area = TextArea("foo bar\nbaz")
    var session = VimSession(area)
    func type(_ keys: String) { for key in keys { _ = session.press(.character(key), in: &area) } }
    type("dwyyjp")
    #expect(area.text == "bar\nbaz\nbar" && area.caret == TextPosition(line: 2))
    type("ggvw")
    #expect(area.selectedText == "bar\nb" && session.modeName == "VISUAL")
    _ = session.press(.escape, in: &area)
    area.paste("new ")
    type("x")
    #expect(area.text.hasPrefix("bar\nnew az"))
    #expect(session.press(.escape, in: &area) == .leave)
    #expect(session.press(.function(5), in: &area) == .ignored)
    var field = TextField("id=1")
    var line = VimSession(field)
    #expect(line.isInserting)
    _ = line.press(.character("2"), in: &field)
    _ = line.press(.escape, in: &field)
    _ = line.press(.character("o"), in: &field)
    #expect(field.text == "id=12" && line.modeName == "NORMAL")
    _ = line.press(.character("0"), in: &field)
    _ = line.press(.character("D"), in: &field)
    #expect(field.text == "")
  }

  @Test("A paste over a selection of vim ends it")
  func pasteOverSelection() {
    var area = TextArea("one\ntwo\nthree")
    var session = VimSession(area)
    for key in "Gvgg" { _ = session.press(.character(key), in: &area) }
    #expect(area.selectedText == "one\ntwo\nt")
    area.paste("x")
    _ = session.press(.character("l"), in: &area)
    #expect(area.text == "xhree" && session.modeName == "NORMAL")
  }
}
