import Basics
import TestSupport
import Testing

@testable import Documents

@Suite("Search")
struct DocumentSearchTests {
  static func ranges(
    _ text: String, _ query: SearchQuery, kind: DocumentKind = .text, budget: Int = 1 << 20
  ) throws -> [Range<Int>] {
    let document = Document(bytes: Array(text.utf8), kind: kind)
    document.advanceToEnd()
    let search = try DocumentSearch(query, in: document, view: document.view(columns: 80, rows: 20))
    while search.advance(by: budget) {}
    #expect(search.status.isComplete)
    let found = search.matches(in: 0..<text.utf8.count)
    #expect(search.status.count == found.count)
    return found
  }

  static func texts(_ text: String, _ query: SearchQuery, kind: DocumentKind = .text) throws -> [String] {
    let bytes = Array(text.utf8)
    return try ranges(text, query, kind: kind).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test("Lower-case letters match both cases, a capital matches only itself")
  func smartCase() throws {
    let text = "Swift swift SWIFT ßwift Éa éa"
    #expect(try Self.texts(text, SearchQuery("swift")) == ["Swift", "swift", "SWIFT"])
    #expect(try Self.texts(text, SearchQuery("Swift")) == ["Swift"])
    #expect(try Self.texts(text, SearchQuery("éa")) == ["Éa", "éa"])
    #expect(try Self.texts(text, SearchQuery("swift", caseRule: .sensitive)) == ["swift"])
    #expect(try Self.texts(text, SearchQuery("SWIFT", caseRule: .insensitive)).count == 3)
  }

  @Test("Plain search finds what a naive search finds, in slices of any size", arguments: 1...30 as ClosedRange<UInt64>)
  func naive(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("abAB, \"é")
    var text = ""
    for _ in 0..<9000 { text.append(alphabet.randomElement(using: &random) ?? "a") }
    var needle = ""
    for _ in 0..<Int.random(in: 1...4, using: &random) { needle.append(alphabet.randomElement(using: &random) ?? "a") }
    let bytes = Array(text.utf8)
    let wanted = Array(needle.utf8)
    var expected: [Range<Int>] = []
    var i = 0
    while i + wanted.count <= bytes.count {
      if Array(bytes[i..<i + wanted.count]) == wanted {
        expected.append(i..<i + wanted.count)
        i += wanted.count
      } else {
        i += 1
      }
    }
    let query = SearchQuery(needle, caseRule: .sensitive)
    #expect(try Self.ranges(text, query) == expected)
    #expect(try Self.ranges(text, query, budget: 4096) == expected)
  }

  @Test("Keys and values are distinguished")
  func scopes() throws {
    let text = #"{"name": "name", "other": {"name": ["name", 1]}}"#
    #expect(try Self.ranges(text, SearchQuery("name"), kind: .json).count == 4)
    #expect(try Self.ranges(text, SearchQuery("name", scope: .keys), kind: .json) == [2..<6, 28..<32])
    #expect(try Self.ranges(text, SearchQuery("name", scope: .values), kind: .json) == [10..<14, 37..<41])
  }

  @Test(
    "Regular expressions match within a line",
    arguments: [
      (#"\d+"#, ["12", "345"]), ("^b.*$", ["b 345 x"]), (#"\bx\b"#, ["x"]), ("(a|b) ", ["a ", "b "]),
      ("[^ -~\n]+", ["é"]),
      ("x?é", ["é"]), ("a.{0,3}1", ["a 1"]), ("q", []),
    ])
  func regex(pattern: String, expected: [String]) throws {
    #expect(try Self.texts("a 12 é\nb 345 x", SearchQuery(pattern, isRegex: true)) == expected)
  }

  @Test("Regular expressions run in linear time, and an invalid one is reported")
  func hostileRegex() throws {
    let text = String(repeating: "a", count: 50_000) + "!"
    #expect(try Self.ranges(text, SearchQuery("(a*)*b", isRegex: true)).isEmpty)
    #expect(throws: RegexFault.self) { try Self.ranges("x", SearchQuery("(a", isRegex: true)) }
    #expect(throws: RegexFault.self) { try Self.ranges("x", SearchQuery("((a{900}){900}){900}", isRegex: true)) }
  }

  @Test("Next and previous wrap around, and a match in a fold opens it")
  func stepping() throws {
    let text = #"{"a": {"b": "needle"}, "c": ["needle"]}"#
    let document = Document(bytes: Array(text.utf8), kind: .json)
    document.advanceToEnd()
    var view = document.view(columns: 80, rows: 20)
    let search = try DocumentSearch(SearchQuery("needle"), in: document, view: view)
    search.advanceToEnd()
    document.fold(&view, .closeAll)
    let first = try #require(search.next(from: 0))
    let second = try #require(search.next(from: first.range.upperBound))
    #expect((first.ordinal, second.ordinal) == (1, 2))
    #expect(search.next(from: second.range.upperBound)?.isWrapped == true)
    #expect(search.previous(from: first.range.lowerBound)?.ordinal == 2)
    document.move(&view, .offset(second.range.lowerBound))
    let matches = search.matches(in: 0..<text.utf8.count)
    let lines = document.lines(in: view, matches: matches, current: second.range)
    #expect(lines.map(\.text) == ["{", ##"  "a": { b: "needle" },"##, #"  "c": ["#, #"    "needle""#, "  ]", "}"])
    let marked = lines.flatMap(\.runs).filter(\.isMatch)
    #expect(marked.map(\.text) == ["needle", "needle"])
    #expect(marked.map(\.isCurrentMatch) == [false, true])
    #expect(lines.first(where: \.isCursor)?.number == 5)
  }

  @Test("A search continues as the text arrives")
  func growing() throws {
    let store = ByteStore()
    let document = Document(store: store, kind: .text)
    let search = try DocumentSearch(SearchQuery("end"), in: document, view: document.view(columns: 80, rows: 5))
    try store.append(Array("the e".utf8))
    document.advanceToEnd()
    search.advanceToEnd()
    #expect(search.status.count == 0)
    try store.append(Array("nd".utf8))
    store.finish()
    document.advanceToEnd()
    search.advanceToEnd()
    #expect(search.status == DocumentSearch.Status(count: 1, isComplete: true))
    #expect(search.matches(in: 0..<7) == [4..<7])
  }
}
