import Basics
import TestSupport
import Testing

@testable import Documents

@Suite("Windows of pretty JSON")
struct JSONWindowTests {
  /// The whole text of a view, read in windows of `rows` lines.
  static func lines(_ document: Document, from top: Int, rows: Int, folds: FoldSet = FoldSet()) -> [DocumentLine] {
    var view = DocumentView(mode: .pretty, columns: 100_000, rows: rows)
    view.topLine = top
    view.folds = folds
    return document.lines(in: view)
  }

  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(
    "Any window shows the same lines as a naive printer of the whole document", arguments: 1...12 as ClosedRange<UInt64>
  )
  func windows(seed: UInt64) {
    var sample = SampleJSON(seed: seed)
    let bytes = sample.document(size: seed > 9 ? 20_000 : 400)
    let expected = ReferenceJSON.prettyLines(bytes).map { Self.text($0).withShownEscapes }
    let document = Document(bytes: bytes, kind: .json)
    document.advanceToEnd()
    #expect(document.fault == nil)
    var random = SeededGenerator(seed: seed)
    let view = DocumentView(mode: .pretty)
    #expect(document.lineCount(in: view) == expected.count)
    for _ in 0..<60 {
      let top = Int.random(in: 0..<expected.count, using: &random)
      let rows = Int.random(in: 1...80, using: &random)
      let lines = Self.lines(document, from: top, rows: rows)
      #expect(lines.map(\.text) == Array(expected[top..<min(top + rows, expected.count)]))
      #expect(lines.first?.number == top)
    }
  }

  @Test(
    "A document that arrives in pieces of any size ends up the same as one that arrives at once",
    arguments: 1...8 as ClosedRange<UInt64>)
  func growth(seed: UInt64) throws {
    var sample = SampleJSON(seed: seed &+ 100)
    let bytes = sample.document(size: 3000)
    let whole = Document(bytes: bytes, kind: .json)
    whole.advanceToEnd()
    let store = ByteStore()
    let growing = Document(store: store, kind: .json)
    var random = SeededGenerator(seed: seed)
    var position = 0
    while position < bytes.count {
      let size = seed < 3 ? 1 : Int.random(in: 1...5000, using: &random)
      let end = min(bytes.count, position + size)
      try store.append(Array(bytes[position..<end]))
      position = end
      while growing.advance(by: Int.random(in: 1...4000, using: &random)) {}
      #expect(growing.fault == nil)
    }
    store.finish()
    growing.advanceToEnd()
    let rows = whole.lineCount(in: DocumentView())
    #expect(growing.lineCount(in: DocumentView()) == rows)
    #expect(growing.isComplete(in: DocumentView()))
    #expect(Self.lines(growing, from: 0, rows: rows) == Self.lines(whole, from: 0, rows: rows))
    #expect(growing.text.index.json?.blocks == whole.text.index.json?.blocks)
  }

  @Test("The received part can be read while the rest is missing")
  func partial() throws {
    let store = ByteStore()
    let document = Document(store: store, kind: .json)
    try store.append(Array(#"{"name": "half a str"#.utf8))
    document.advanceToEnd()
    #expect(Self.lines(document, from: 0, rows: 10).map(\.text) == ["{", #"  "name": "half a str"#])
    #expect(document.fault == nil)
    store.finish()
    document.advanceToEnd()
    #expect(document.fault?.expected == .closingQuote)
  }
}
