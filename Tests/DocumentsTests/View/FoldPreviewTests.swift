import Basics
import Testing

@testable import Documents

@Suite("The beginnings that folds show")
struct FoldPreviewTests {
  private static func folded(_ text: String, depth: Int = 0, isComplete: Bool = true) throws -> String {
    let store = ByteStore()
    try store.append(Array(text.utf8))
    if isComplete { store.finish() }
    let document = Document(store: store, kind: .json)
    document.advanceToEnd()
    var view = DocumentView(mode: .pretty, columns: 200, rows: 50)
    document.fold(&view, .toDepth(depth))
    return document.lines(in: view).map(\.text).joined(separator: "\n")
  }

  @Test(
    "A fold shows its first members, and how many follow",
    arguments: [
      (#"{"id":1,"name":"Ada"}"#, #"{ id: 1, name: "Ada" }"#),
      (#"{"a":1,"b":2.5,"c":null,"d":true,"e":5,"f":6}"#, "{ a: 1, b: 2.5, c: null, d: true … 2 more }"),
      (#"{"a":{"b":1},"c":[1],"d":{},"e":[]}"#, "{ a: {…}, c: […], d: {}, e: [] }"),
      ("[1,2,3,4,5,6]", "[ 1, 2, 3, 4 … 2 more ]"),
      (#"[{"id":1,"name":"x"},{"id":2}]"#, "[ 2 × { id, name } ]"),
      (#"[{"a":1,"b":2,"c":3,"d":4}]"#, "[ 1 × { a, b, c, … } ]"),
      ("[[1],[2],[3]]", "[ 3 × […] ]"),
      (#"[{"a":1},2,[3]]"#, "[ {…}, 2, […] ]"),
      (#"{"text":"0123456789012345678901234567890"}"#, #"{ text: "01234567890123456789012…" }"#),
      (#"{"text":"12345678901234567890\u00e9\n\n\n\n"}"#, #"{ text: "12345678901234567890é\n\n…" }"#),
    ])
  func beginnings(text: String, expected: String) throws {
    #expect(try Self.folded(text) == expected)
  }

  @Test("A fold inside another container keeps its key and comma")
  func nested() throws {
    #expect(
      try Self.folded(#"{"users":[{"id":1},{"id":2}],"next":null}"#, depth: 1)
        == "{\n  \"users\": [ 2 × { id } ],\n  \"next\": null\n}")
  }

  @Test("A container that has not ended shows what has arrived of its beginning")
  func unfinished() throws {
    #expect(try Self.folded(#"{"id":1,"name":"Ada","#, isComplete: false) == #"{ id: 1, name: "Ada" … "#)
    #expect(try Self.folded(#"[{"id":1},{"id":2},"#, isComplete: false) == "[ { id } … ")
    #expect(try Self.folded("[", isComplete: false) == "[ … ")
  }

  @Test("The preview of an array of 200 000 objects has the width of a short one")
  func large() throws {
    let items = Array(repeating: #"{"id":1,"name":"Ada","tags":[1,2,3]}"#, count: 200_000).joined(separator: ",")
    #expect(try Self.folded("[\(items)]") == "[ 200000 × { id, name, tags } ]")
  }
}

@Suite("Escapes in the pretty view")
struct ShownEscapeTests {
  private static func shown(_ text: String, _ mode: DocumentView.Mode = .pretty) -> String {
    let document = ViewTests.document("[\(text)]")
    let view = DocumentView(mode: mode, columns: 200, rows: 50)
    let lines = document.lines(in: view).map(\.text)
    return lines.count > 1 ? lines[1].trimmed : lines[0]
  }

  @Test(
    "Characters written as \\uXXXX are shown",
    arguments: [
      (#""Stra\u00dfe""#, #""Straße""#), (#""\ud83d\ude00\u6F22""#, #""😀漢""#), (#""\u003cb\u003e""#, #""<b>""#),
      (#""\\u00df""#, #""\\u00df""#), (#""\\\u00df""#, #""\\ß""#), (#""e\u0301\u00df""#, #""e\u0301ß""#),
      (#""\u0065\u0301""#, "\"e\u{301}\""), (#""\u0065\#u{301}""#, "\"\\u0065\u{301}\""),
    ])
  func decoded(text: String, expected: String) {
    #expect(Self.shown(text) == expected)
  }

  @Test(
    "Escapes whose character would be misread stay",
    arguments: [
      #""\u0022""#, #""\u005c""#, #""\u001b[31m""#, #""\u202e""#, #""\u00a0""#, #""\ud83d""#, #""\ue000""#,
      #""\n\t\/""#,
    ])
  func kept(text: String) {
    #expect(Self.shown(text) == text)
  }

  @Test("The raw view shows the bytes, and a copied value is the value")
  func raw() {
    #expect(Self.shown(#""\u00df""#, .raw) == #"["\u00df"]"#)
    let document = ViewTests.document(#"["\u00df"]"#)
    var view = DocumentView(mode: .pretty, columns: 80, rows: 5)
    document.move(&view, .line(1))
    #expect(document.plainValue(at: view) == "ß")
    #expect(document.value(at: view) == Array(#""\u00df""#.utf8))
  }

  @Test("Keys are decoded, too, and a match on a part of an escape marks its character")
  func keys() throws {
    let document = ViewTests.document(#"{"Stra\u00dfe": "a\u00dfb"}"#)
    let view = DocumentView(mode: .pretty, columns: 80, rows: 5)
    let lines = document.lines(in: view, matches: [17..<25])
    #expect(lines[1].text == #"  "Straße": "aßb""#)
    #expect(lines[1].runs.filter(\.isMatch).map(\.text) == ["aßb"])
  }
}
