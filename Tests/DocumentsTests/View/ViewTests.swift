import Basics
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Viewing documents")
struct ViewTests {
  static func document(_ text: String, _ kind: DocumentKind = .json) -> Document {
    let document = Document(bytes: Array(text.utf8), kind: kind)
    document.advanceToEnd()
    return document
  }

  /// The lines that remain visible when `folds` are closed, computed the slow way.
  static func folded(_ document: Document, _ all: [DocumentLine], _ folds: FoldSet) -> [Int] {
    var shown: [Int] = []
    var hiddenBelow: Int?
    for line in all {
      if let depth = hiddenBelow {
        if line.depth > depth { continue }
        // The closing bracket of the fold itself.
        hiddenBelow = nil
        continue
      }
      shown.append(line.number)
      let open = document.source(line.byteRange, in: DocumentView()).lastIndex { $0 == 0x7B || $0 == 0x5B }
      if line.foldState != .none, let open, folds.isFolded(at: line.byteRange.lowerBound + open, depth: line.depth) {
        hiddenBelow = line.depth
      }
    }
    return shown
  }

  @Test(arguments: [false, true])
  func `The last row of a document stays at the end of the window after any motion`(wraps: Bool) throws {
    let document = Self.document("[\((1...99).map(String.init).joined(separator: ","))]")
    var view = DocumentView(mode: .pretty, columns: 40, rows: 20)
    view.wraps = wraps
    let ways: [DocumentMotion] = [.bottom, .scroll(1_000), .lines(1_000), .pages(50), .percent(100)]
    for way in ways {
      document.move(&view, .top)
      document.move(&view, way)
      #expect(document.lines(in: view).count == 20, "\(way)")
      #expect(document.lines(in: view).last?.number == document.lineCount(in: view) - 1, "\(way)")
    }
    view.rows = 1_000
    document.move(&view, .bottom)
    #expect(view.topLine == 0)
  }

  @Test("Folded windows show the same as a slow walk over all lines", arguments: 1...10 as ClosedRange<UInt64>)
  func folds(seed: UInt64) {
    var sample = SampleJSON(seed: seed &+ 40)
    let document = Document(bytes: sample.document(size: seed > 7 ? 9000 : 600), kind: .json)
    document.advanceToEnd()
    var view = DocumentView(mode: .pretty, columns: 200, rows: 1_000_000)
    let all = document.lines(in: view)
    var random = SeededGenerator(seed: seed)
    var folds = FoldSet()
    if seed % 2 == 0 { folds.depth = Int(seed % 5) }
    for line in all where line.foldState == .open && Int.random(in: 0..<4, using: &random) == 0 {
      if let open = document.source(line.byteRange, in: view).lastIndex(where: { $0 == 0x7B || $0 == 0x5B }) {
        folds.toggled.insert(line.byteRange.lowerBound + open)
      }
    }
    view.folds = folds
    let expected = Self.folded(document, all, folds)
    #expect(document.lines(in: view).map(\.number) == expected)
    view.rows = 15
    document.move(&view, .top)
    for _ in 0..<60 {
      let position = expected.firstIndex(of: view.cursorLine)
      #expect(position != nil)
      guard let position else { return }
      let step = Int.random(in: -40...40, using: &random)
      document.move(&view, .lines(step))
      #expect(view.cursorLine == expected[max(0, min(expected.count - 1, position + step))])
      let shown = document.lines(in: view)
      #expect(shown.filter(\.isCursor).count == 1)
      let top = expected.firstIndex(of: view.topLine) ?? -1
      #expect(shown.map(\.number) == Array(expected[max(0, top)..<min(expected.count, top + 15)]))
      document.move(&view, .line(Int.random(in: 0..<all.count, using: &random)))
      #expect(expected.contains(view.cursorLine))
    }
  }

  @Test("The cursor knows the path and the exact text of its value")
  func paths() throws {
    let document = Self.document(#"{"a b": [10, {"x'y": 1.50, "e": []}], "s": "é\n"}"#)
    var view = document.view(columns: 80, rows: 20)
    var seen: [String] = []
    for line in 0..<document.lineCount(in: view) {
      document.move(&view, .line(line))
      let value = String(decoding: document.value(at: view) ?? [], as: UTF8.self)
      seen.append("\(document.path(at: view)?.normalized ?? "-") \(value)")
    }
    let inner = #"{"x'y": 1.50, "e": []}"#
    let whole = #"{"a b": [10, {"x'y": 1.50, "e": []}], "s": "é\n"}"#
    #expect(
      seen == [
        "$ \(whole)", "$['a b'] [10, \(inner)]", "$['a b'][0] 10", "$['a b'][1] \(inner)", #"$['a b'][1]['x\'y'] 1.50"#,
        "$['a b'][1]['e'] []", "$['a b'][1] \(inner)", "$['a b'] [10, \(inner)]", #"$['s'] "é\n""#, "$ \(whole)",
      ])
    document.move(&view, .line(8))
    #expect(document.plainValue(at: view) == "é\n")
    document.move(&view, .line(4))
    #expect(document.path(at: view)?.short == #"['a b'][1]['x\'y']"#)
  }

  @Test("The path at any line of a large document leads to that value", arguments: 1...3 as ClosedRange<UInt64>)
  func pathsAgree(seed: UInt64) throws {
    var sample = SampleJSON(seed: seed &+ 70)
    let document = Document(bytes: sample.document(size: 12_000), kind: .json)
    document.advanceToEnd()
    var view = document.view(columns: 80, rows: 20)
    let count = document.lineCount(in: view)
    for line in stride(from: 0, to: count, by: max(1, count / 40)) {
      document.move(&view, .line(line))
      let path = try #require(document.path(at: view))
      let range = try #require(document.valueRange(at: view))
      let nodes = try JSONPath(parsing: path.normalized).evaluate(over: document)
      #expect(nodes.contains { $0.range == range })
    }
  }

  @Test("The cursor goes to parents, children and siblings")
  func relatives() {
    let document = Self.document(#"{"a": [1, [2], {"k": 3}], "b": {"c": {}}, "d": 4}"#)
    var view = document.view(columns: 80, rows: 40)
    func go(_ motion: DocumentMotion) -> String {
      document.move(&view, motion)
      return document.path(at: view)?.short ?? "-"
    }
    #expect(go(.firstChild) == "a")
    #expect(go(.nextSibling) == "b")
    #expect(go(.nextSibling) == "d")
    #expect(go(.nextSibling) == "d")
    #expect(go(.previousSibling) == "b")
    #expect(go(.previousSibling) == "a")
    #expect(go(.previousSibling) == "a")
    #expect(go(.firstChild) == "a[0]")
    #expect(go(.nextSibling) == "a[1]")
    #expect(go(.nextSibling) == "a[2]")
    #expect(go(.previousSibling) == "a[1]")
    #expect(go(.firstChild) == "a[1][0]")
    #expect(go(.parent) == "a[1]")
    #expect(go(.parent) == "a")
    #expect(go(.parent) == "$")
    #expect(go(.bottom) == "$")
    #expect(go(.percent(50)) == "a[2].k")
  }

  @Test("Invalid JSON is formatted up to the fault, which is marked on its line, and the rest is raw text")
  func broken() {
    let document = Self.document("{\"a\": 1,\n \"b\": [tru, 2]\n\"more\": \u{1B}[31m")
    let lines = document.lines(in: document.view(columns: 80, rows: 20))
    #expect(lines.map(\.text) == ["{", "  \"a\": 1,", "  \"b\": [", "tru, 2]", "\"more\": ␛[31m"])
    #expect(lines.map { $0.fault != nil } == [false, false, false, true, false])
    #expect(lines[3].fault?.description == "line 2, column 8: expected true, false or null, found t")
    let cut = Self.document(#"{"a": [1,"#)
    let end = cut.lines(in: cut.view(columns: 80, rows: 20))
    #expect(end.map(\.text) == ["{", #"  "a": ["#, "    1,", ""])
    #expect(end.last?.fault?.found == nil && end.last?.fault != nil)
  }

  @Test("Characters that a terminal would interpret or hide are drawn as visible text")
  func substitutes() {
    let text = "a\u{1B}]0;x\u{7}\tb\u{7F}\u{85}\u{202E}c\u{200B}d\u{FEFF}\r"
    let document = Document(bytes: Array(text.utf8) + [0xFF, 0xC3, 0x0A], kind: .text)
    document.advanceToEnd()
    #expect(
      document.lines(in: document.view(columns: 90, rows: 2)).map(\.text) == [
        "a␛]0;x␇ b␡<U+0085><U+202E>c<U+200B>d<U+FEFF>␍" + "\u{FFFD}\u{FFFD}"
      ])
  }

  @Test("The CR of a line end is marked as such; any other CR is shown as a control character")
  func lineEnds() {
    for kind in [DocumentKind.text, .css] {
      let document = Self.document("a: b\r\nc\rd\r\n\r\ne\r\r\nf\r", kind)
      let lines = document.lines(in: document.view(columns: 90, rows: 9))
      #expect(lines.map(\.text) == ["a: b␍", "c␍d␍", "␍", "e␍␍", "f␍"])
      let marks = lines.map { line in line.runs.filter { $0.text.contains("␍") }.map(\.token) }
      #expect(marks == [[.lineEnd], [.substitute, .lineEnd], [.lineEnd], [.substitute, .lineEnd], [.substitute]])
    }
  }

  @Test("No naughty string puts a control character on the screen in any view", .corpora("naughty-strings"))
  func naughty() throws {
    let folder = try Corpora.folder("naughty-strings")
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/blns.json"))
    let strings = try JSONDecoder().decode([String].self, from: data)
    let raw = Array(strings.joined(separator: "\n").utf8)
    for (bytes, kind) in [([UInt8](data), DocumentKind.json), (raw, .text), (raw, .html), (raw, .csv(separator: 0x2C))]
    {
      let document = Document(bytes: bytes, kind: kind)
      var view = document.view(columns: 40, rows: 5000)
      for mode in kind.modes {
        view.mode = mode
        for wraps in [false, true] {
          view.wraps = wraps
          _ = document.lineCount(in: view)
          document.advanceToEnd()
          for line in document.lines(in: view) {
            let width = line.runs.reduce(0) { $0 + TextWidth.of($1.text) }
            #expect(width <= (mode == .hex ? 80 : 40), "\(line.text)")
            #expect(VisibleText.of(line.text) == line.text)
          }
        }
      }
    }
  }

  @Test("Characters of several scalars have their width on the screen, even where a row is cut")
  func clusters() {
    let text = "か\u{3099}x👨‍👩‍👧e\u{301}🇨🇭क्ष\u{301}"
    let document = Self.document(text + "\n", .text)
    let whole = document.lines(in: document.view(columns: 40, rows: 2))[0].text
    #expect(TextWidth.of(whole) == TextWidth.of(text))
    #expect(whole == "か\u{3099}x👨‍👩‍👧e\u{301}🇨🇭क्ष\u{301}")
    for columns in 2..<12 {
      var view = document.view(columns: columns, rows: 20)
      view.wraps = true
      let rows = document.lines(in: view).map(\.text)
      #expect(rows.allSatisfy { TextWidth.of($0) <= columns })
      #expect(rows.joined().filter { $0 != " " } == whole)
    }
  }

  @Test("A combining mark with nothing before it is shown on a circle, and occupies a column")
  func loneMark() {
    let document = Self.document("\u{301}a\n", .text)
    #expect(document.lines(in: document.view(columns: 9, rows: 2))[0].text == "\u{25CC}\u{301}a")
  }

  @Test("Wrapped rows joined are the whole line, including wide characters")
  func wrapping() {
    let text = "漢字漢字 and then some more 漢字 text\nshort\n" + String(repeating: "é漢", count: 50)
    let document = Self.document(text, .text)
    for width in [2, 3, 7, 20] {
      var view = document.view(columns: width, rows: 1000)
      view.wraps = true
      let rows = document.lines(in: view)
      for (number, line) in text.split(separator: "\n").enumerated() {
        let joined = rows.filter { $0.number == number }.map(\.text).joined()
        #expect(joined.filter { $0 != " " } == line.filter { $0 != " " })
      }
    }
  }

  @Test("Scrolling row by row through wrapped lines shows every row once, down and up")
  func wrappedScrolling() {
    let document = Self.document(
      String(repeating: "abcdefghij", count: 7) + "\nx\n" + String(repeating: "k", count: 25), .text)
    var view = document.view(columns: 10, rows: 3)
    view.wraps = true
    var all = view
    all.rows = 100
    let rows = document.lines(in: all).map { "\($0.number).\($0.row)" }
    var down: [String] = []
    for _ in 0..<rows.count {
      down.append(document.lines(in: view).first.map { "\($0.number).\($0.row)" } ?? "-")
      document.move(&view, .scroll(1))
    }
    // The last window is full, so its two lower rows are never its first.
    let tops = rows.dropLast(2)
    #expect(down == tops + Array(repeating: rows[rows.count - 3], count: 2))
    var up: [String] = []
    for _ in 0..<rows.count {
      document.move(&view, .scroll(-1))
      up.append(document.lines(in: view).first.map { "\($0.number).\($0.row)" } ?? "-")
    }
    #expect(up == tops.dropLast().reversed() + Array(repeating: rows[0], count: 3))
  }

  @Test func `Pages go through every row of a wrapped line taller than the window`() {
    let document = Self.document(String(repeating: "abcdefghij", count: 30) + "\nx\ny", .text)
    var view = document.view(columns: 10, rows: 5)
    view.wraps = true
    var tops: [String] = []
    func press(_ motion: DocumentMotion) {
      document.move(&view, motion)
      tops.append("\(view.topLine).\(view.topRow) \(view.cursorLine)")
    }
    for _ in 0..<9 { press(.pages(1)) }
    #expect(
      tops == ["0.4 0", "0.8 0", "0.12 0", "0.16 0", "0.20 0", "0.24 0", "0.27 0", "0.27 2", "0.27 2"])
    tops = []
    for _ in 0..<9 { press(.pages(-1)) }
    #expect(tops == ["0.23 0", "0.19 0", "0.15 0", "0.11 0", "0.7 0", "0.3 0", "0.0 0", "0.0 0", "0.0 0"])
    press(.bottom)
    press(.top)
    #expect(tops.suffix(2) == ["0.27 2", "0.0 0"])
    // Home also returns to the first row from inside the same line.
    press(.pages(2))
    press(.top)
    #expect(tops.suffix(2) == ["0.8 0", "0.0 0"])
    let single = Self.document(String(repeating: "abcdefghij", count: 30), .text)
    single.move(&view, .bottom)
    #expect(view.topRow == 25)
  }

  @Test("Any part of a 20 MB line is shown quickly")
  func longLine() {
    let size = 20 << 20
    let document = Document(bytes: [0x22] + Array(repeating: 0x61, count: size) + [0x22], kind: .json)
    document.advanceToEnd()
    var view = document.view(columns: 30, rows: 4)
    #expect(document.lines(in: view).map(\.text) == ["\"" + String(repeating: "a", count: 29)])
    view.horizontalOffset = size - 8
    #expect(document.lines(in: view).map(\.text) == ["aaaaaaaaa\""])
    view.horizontalOffset = 0
    view.wraps = true
    document.move(&view, .scroll(size / 30 - 1))
    #expect(document.lines(in: view).map(\.row) == Array(size / 30 - 3...size / 30))
    #expect(document.lines(in: view).last?.text.hasSuffix("a\"") == true)
  }

  @Test(
    "Highlighting covers every piece of a line and loses none",
    arguments: [
      (DocumentKind.xml, "<a b=\"c\">t</a> <!-- x"), (.yaml, "- key: \"v\" # c"),
      (.javaScript, "const x = `a` + 1 // c"),
      (.css, "a:hover { color: #fff; } /* c */"), (.csv(separator: 0x2C), "1,\"a,b\",c"), (.form, "a=b&c=d"),
      (.json, #"{"a": [1, true]} x"#), (.eventStream, "data: {\"a\":1}"),
    ])
  func highlighting(kind: DocumentKind, text: String) {
    let document = Self.document(text, kind)
    var view = document.view(columns: 200, rows: 2)
    view.mode = .raw
    let line = document.lines(in: view).first
    #expect(line?.text == text)
    #expect(Set(line?.runs.map { "\($0.token)" } ?? []).count > 2)
  }

  @Test("An open comment highlights the lines below it")
  func states() {
    let document = Self.document("a = 1 /* open\n" + String(repeating: "still\n", count: 50) + "*/ b", .javaScript)
    var view = document.view(columns: 80, rows: 60)
    #expect(document.lines(in: view)[30].runs.map(\.token) == [.comment])
    document.move(&view, .line(40))
    view.rows = 5
    document.settle(&view)
    #expect(document.lines(in: view).allSatisfy { $0.runs.allSatisfy { $0.token == .comment } })
  }
}

extension ViewTests {
  @Test("Another mode shows the same position")
  func modes() {
    let document = Self.document("{\"a\": 1,\n \"b\": [2,\n 3]}")
    var view = document.view(columns: 80, rows: 20)
    document.move(&view, .line(4))
    #expect(document.path(at: view)?.short == "b[1]")
    document.setMode(&view, .raw)
    #expect(view.cursorLine == 2)
    document.setMode(&view, .hex)
    #expect(view.cursorLine == 1)
    document.setMode(&view, .pretty)
    #expect(document.path(at: view)?.short.hasPrefix("b") == true)
    document.setMode(&view, .compact)
    document.advanceToEnd()
    document.settle(&view)
    #expect(document.lines(in: view).map(\.text) == ["{\"a\":1,\"b\":[2,3]}"])
    #expect(document.percent(of: view) == 0)
  }
}
