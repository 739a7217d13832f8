import Basics
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("JSONPath")
struct JSONPathTests {
  /// A case of the compliance suite: texts as in its file, so that the order of members is preserved.
  struct Case {
    var name = ""
    var selector = ""
    var isInvalid = false
    var document: [UInt8] = []
    var results: [[[UInt8]]] = []
    var paths: [[String]] = []
  }

  /// The children of a JSON container, as ranges of its text, based on the reference parser's tokens.
  static func children(_ bytes: [UInt8]) -> [(key: String?, value: [UInt8])] {
    var index = JSONIndex()
    index.limit = bytes.count
    return bytes.withUnsafeBytes { text in
      guard let cursor = JSONCursor(text, index: index), let root = cursor.root else { return [] }
      var found: [(key: String?, value: [UInt8])] = []
      var offset = root + 1
      while let child = cursor.child(at: offset, isObject: text[root] == 0x7B, index: found.count) {
        offset = cursor.end(child.value)
        found.append((child.key.flatMap { JSONString.decoded(text[$0]) }, Array(text[child.value..<offset])))
      }
      return found
    }
  }

  static func string(_ bytes: [UInt8]) -> String { JSONString.decoded(bytes) ?? "" }

  static func cases() throws -> [Case] {
    let folder = try Corpora.folder("jsonpath")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/cts.json")))
    let tests = children(bytes).first { $0.key == "tests" }?.value ?? []
    return children(tests).map { element in
      var test = Case()
      for (key, value) in children(element.value) {
        switch key {
        case "name": test.name = string(value)
        case "selector": test.selector = string(value)
        case "invalid_selector": test.isInvalid = value == Array("true".utf8)
        case "document": test.document = value
        case "result": test.results = [children(value).map(\.value)]
        case "results": test.results = children(value).map { children($0.value).map(\.value) }
        case "result_paths": test.paths = [children(value).map { string($0.value) }]
        case "results_paths": test.paths = children(value).map { children($0.value).map { string($0.value) } }
        default: break
        }
      }
      return test
    }
  }

  @Test(
    "Every case of the compliance suite gives a permitted result, and every invalid expression is rejected",
    .corpora("jsonpath"))
  func compliance() throws {
    let cases = try Self.cases()
    var passed = 0
    for test in cases {
      guard let path = try? JSONPath(parsing: test.selector) else {
        #expect(test.isInvalid, "\(test.name): \(test.selector) was refused")
        passed += test.isInvalid ? 1 : 0
        continue
      }
      guard !test.isInvalid else {
        Issue.record("\(test.name): \(test.selector) should have been refused")
        continue
      }
      let document = Document(bytes: test.document, kind: .json)
      document.advanceToEnd()
      let nodes = path.evaluate(over: document)
      let values = nodes.map { ReferenceJSON.tokens(document.store.bytes(in: $0.range)) }
      let paths = nodes.map(\.path.normalized)
      let isRight = test.results.indices.contains { number in
        values == test.results[number].map(ReferenceJSON.tokens)
          && (!test.paths.indices.contains(number) || paths == test.paths[number])
      }
      #expect(isRight, "\(test.name): \(test.selector) gave \(paths)")
      passed += isRight ? 1 : 0
    }
    #expect(passed == cases.count && cases.count >= 703)
  }

  @Test("A path in the result leads back to the same value")
  func pathsLeadBack() throws {
    var sample = SampleJSON(seed: 5)
    let document = Document(bytes: sample.document(size: 300), kind: .json)
    document.advanceToEnd()
    let nodes = try JSONPath(parsing: "$..*").evaluate(over: document)
    #expect(nodes.count > 10)
    for node in nodes {
      let again = try JSONPath(parsing: node.path.normalized).evaluate(over: document)
      #expect(again.contains(node))
    }
  }

  @Test("The selected values form a separate document, with the original texts in order")
  func filtered() throws {
    let document = Document(bytes: Array(#"{"a":[{"n":1.10},{"n":"x"},{"m":0},{"n":[1, 2]}]}"#.utf8), kind: .json)
    document.advanceToEnd()
    let result = try JSONPath(parsing: "$.a[*].n").filtered(document)
    #expect(String(decoding: result.document.store.allBytes, as: UTF8.self) == "[\n1.10,\n\"x\",\n[1, 2]\n]")
    #expect(
      result.origins.compactMap { document.path(ofValueAt: $0)?.normalized } == [
        "$['a'][0]['n']", "$['a'][1]['n']", "$['a'][3]['n']",
      ])
  }

  @Test(
    "A fault in an expression has a position",
    arguments: [
      ("$.a[", 4), ("$x", 1), ("$[?@.a = 1]", 7), ("$[01]", 3), ("$[?length(@.a)]", 3), ("a", 0),
    ])
  func faults(text: String, position: Int) {
    #expect { try JSONPath(parsing: text) } throws: { ($0 as? JSONPathFault)?.position == position }
  }

  @Test(
    "Filters that compare all pairs of values end when their budget is used up, or on request",
    arguments: [
      "$..[?$..[?$..[?@]]]", "$[?$..[?@.x == 1]]", "$[?$[-1] == $[1999]]", "$[?length($) == count($[*])]",
      "$[?$[1998] == 1]",
    ])
  func bounded(text: String) throws {
    let document = Document(bytes: Array("[\(String(repeating: "0,", count: 1999))0]".utf8), kind: .json)
    document.advanceToEnd()
    let path = try JSONPath(parsing: text)
    var found = 0
    let end = path.forEachNode(of: document, steps: 1_000_000) { _, _, _ in
      found += 1
      return true
    }
    #expect(end == .tooLong && found == 0)
    var asked = 0
    let stopped = path.forEachNode(
      of: document, steps: 1_000_000,
      isCancelled: {
        asked += 1
        return true
      }, { _, _, _ in true })
    #expect(stopped == .stopped && asked >= 1)
  }

  @Test("A regular expression in a filter uses the same budget")
  func boundedPatterns() throws {
    var seed: UInt32 = 1
    let text = (0..<10_000).map { _ -> String in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return seed >> 31 == 0 ? "a" : "b"
    }.joined()
    let document = Document(bytes: Array("[\"\(text)\"]".utf8), kind: .json)
    document.advanceToEnd()
    let path = try JSONPath(parsing: "$[?search(@, '(a|b)*a(a|b){200}c')]")
    #expect(path.forEachNode(of: document, steps: 100_000) { _, _, _ in true } == .tooLong)
    #expect(path.forEachNode(of: document) { _, _, _ in true } == .complete)
  }

  @Test("A cancelled evaluation returns no nodes")
  func cancelled() throws {
    let text = "[" + String(repeating: "[1,2,3],", count: 30_000) + "0]"
    let document = Document(bytes: Array(text.utf8), kind: .json)
    document.advanceToEnd()
    #expect(try JSONPath(parsing: "$..*").evaluate(over: document, isCancelled: { true }).isEmpty)
  }
}
