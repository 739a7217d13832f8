import Basics
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("Mutations")
struct MutationTests {
  static let rounds = 20_000

  static func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for folder in [
      "json/JSONTestSuite/test_parsing", "json/JSONTestSuite/test_transform", "json/nativejson-benchmark/roundtrip",
    ] {
      for file in try Corpora.furtherFiles(folder) {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        if bytes.count < 3000 { seeds.append(bytes) }
      }
    }
    var sample = SampleJSON(seed: 99)
    for size in 1...30 { seeds.append(sample.document(size: size)) }
    return seeds
  }

  static func mutated(_ seed: [UInt8], _ other: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 2: bytes.insert(Array("{}[]\",:\\u0eE+-. \n\u{1}tfn19".utf8).randomElement(using: &random) ?? 0, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...5, using: &random)))
      case 4: bytes = Array(bytes[..<place])
      default:
        let start = Int.random(in: 0...other.count, using: &random)
        let piece = other[start..<min(other.count, start + Int.random(in: 0...20, using: &random))]
        bytes.insert(contentsOf: piece, at: place)
      }
    }
    return bytes
  }

  @Test("Mutated texts are accepted and rejected as by a naive parser, whole or in pieces, and all views draw them")
  func mutations() throws {
    let seeds = try Self.seeds()
    var random = SeededGenerator(seed: 2026)
    var accepted = 0
    for round in 0..<Self.rounds {
      let seed = seeds.randomElement(using: &random) ?? []
      let bytes = Self.mutated(seed, seeds.randomElement(using: &random) ?? [], &random)
      let expected = ReferenceJSON.accepts(bytes)
      let whole = ConformanceTests.fault(bytes)
      let isTooDeep = bytes.filter { $0 == 0x5B || $0 == 0x7B }.count > 400
      if !isTooDeep { #expect((whole == nil) == expected, "round \(round): \(String(decoding: bytes, as: UTF8.self))") }
      accepted += expected ? 1 : 0
      let chunk = Int.random(in: 1...9, using: &random)
      #expect(ConformanceTests.fault(bytes, chunk: chunk) == whole, "round \(round) in pieces of \(chunk)")
      if round % 50 == 0 { draw(bytes, whole, &random) }
      if expected, round % 5 == 0 {
        let pretty = try ConformanceTests.formatted(bytes, .pretty(indent: 2)).get()
        #expect(pretty == Array(ReferenceJSON.prettyLines(bytes).joined(separator: [0x0A])) + [0x0A], "round \(round)")
      }
    }
    #expect(accepted > 0)
  }

  /// Draws a text in every view, with random motions and folds: nothing may trap, and rows stay in the window.
  private func draw(_ bytes: [UInt8], _ fault: JSONFault?, _ random: inout SeededGenerator) {
    for kind in [DocumentKind.json, .jsonSequence, .xml, .html, .csv(separator: 0x2C), .form, .eventStream, .yaml] {
      let document = Document(bytes: bytes, kind: kind)
      var view = document.view(
        columns: Int.random(in: 1...60, using: &random), rows: Int.random(in: 1...12, using: &random))
      for mode in kind.modes {
        view.mode = mode
        view.wraps = Bool.random(using: &random)
        // A derived text is created when it is first requested.
        _ = document.lineCount(in: view)
        document.advanceToEnd()
        #expect(document.isComplete(in: view))
        let motions: [DocumentMotion] = [
          .bottom, .lines(-3), .parent, .firstChild, .nextSibling, .previousSibling, .percent(50), .pages(1),
          .scroll(2),
          .offset(bytes.count / 2), .scroll(-4), .top,
        ]
        for motion in motions {
          document.move(&view, motion)
          if motion == .parent { document.fold(&view, .toggle) }
          let lines = document.lines(in: view)
          #expect(lines.count <= view.rows)
          _ = document.path(at: view)
          _ = document.value(at: view)
        }
        document.fold(&view, .toDepth(1))
        document.fold(&view, .openAll)
      }
      if kind == .json, document.charset == .utf8 { #expect(document.fault == fault) }
    }
  }

  /// A store whose content ends exactly where readable memory ends: reading one byte more crashes.
  private func storeAtEdge(_ bytes: [UInt8]) throws -> ByteStore {
    let store = ByteStore(spillThreshold: .max, capacity: 1 << 20)
    let page = 64 << 10
    try store.append(Array(repeating: 0x20, count: max(0, page - bytes.count)) + bytes)
    store.finish()
    return store
  }

  @Test("No byte beyond the end of the text is ever read")
  func edge() throws {
    let seeds = try Self.seeds()
    let path = try JSONPath(parsing: "$..[?@.a == @.b || length(@) > 1]")
    var random = SeededGenerator(seed: 11)
    for round in 0..<Self.rounds / 400 {
      var bytes = Self.mutated(
        seeds.randomElement(using: &random) ?? [], seeds.randomElement(using: &random) ?? [], &random)
      if round % 3 == 0, let cut = bytes.indices.randomElement(using: &random) { bytes = Array(bytes[..<cut]) }
      let store = try storeAtEdge(bytes)
      for kind in (DocumentKind.choices + [.multipart(boundary: "a")]).shuffled(using: &random).prefix(2) {
        let document = Document(store: store, kind: kind)
        var view = document.view(columns: 30, rows: 20)
        for mode in kind.modes {
          view.mode = mode
          _ = document.lineCount(in: view)
          document.advanceToEnd()
          document.move(&view, .bottom)
          #expect(document.lines(in: view).count <= 20)
          document.fold(&view, .closeAll)
          _ = document.path(at: view)
          for query in [SearchQuery("a"), SearchQuery("é", scope: .keys), SearchQuery("[^ ]+$", isRegex: true)] {
            let search = try DocumentSearch(query, in: document, view: view)
            search.advanceToEnd()
            #expect(search.status.isComplete)
          }
        }
        _ = path.evaluate(over: document)
        _ = DocumentTable(document)
        _ = DocumentDifference(from: document, to: document)
        _ = document.parts
      }
    }
  }

  @Test("Mutated expressions and patterns never trap, and valid ones can be evaluated")
  func expressions() {
    let document = Document(bytes: Array(#"{"a": [1, {"b": "x"}, [2, 3]], "b": null}"#.utf8), kind: .json)
    document.advanceToEnd()
    let seeds = [
      "$..a[?@.b == 'x' && length(@) > 1]", "$['a','b'][0:3:-1]", "$[?match(@.b, '[a-z]{1,3}') || !(@ == null)]",
      "$..*[?count(@..*) >= 1.5e0]", "$.a[-1:]", "$[?value(@..b) < \"\\u0078\"]",
    ].map { Array($0.utf8) }
    var random = SeededGenerator(seed: 7)
    var read = 0
    for _ in 0..<Self.rounds / 10 {
      let bytes = Self.mutated(
        seeds.randomElement(using: &random) ?? [], seeds.randomElement(using: &random) ?? [], &random)
      let text = String(decoding: bytes, as: UTF8.self)
      if let path = try? JSONPath(parsing: text) {
        read += 1
        _ = path.evaluate(over: document)
      }
      if let query = try? DocumentSearch(SearchQuery(text, isRegex: true), in: document, view: DocumentView()) {
        query.advanceToEnd()
      }
    }
    #expect(read > 0)
  }
}
