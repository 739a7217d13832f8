import Basics
import TestSupport
import Testing

@testable import Documents

@Suite("JSONPath compared with a plain implementation")
struct JSONPathModelTests {
  /// 20 × 1,000 expressions, ten for each document.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `An expression selects the same nodes as a walk over the tree, in order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var selected = 0
    for _ in 0..<100 {
      let root = PlainJSON.random(depth: 4, &random)
      let bytes = Array(root.text.utf8)
      let document = Document(bytes: bytes, kind: .json)
      document.advanceToEnd()
      for _ in 0..<10 {
        let plain = PlainJSONPath.random(&random)
        let expected = plain.nodes(of: root)
        let found = try JSONPath(parsing: plain.text).evaluate(over: document)
        #expect(found.map(\.path.normalized) == expected.map(\.path), "\(plain.text) of \(root.text)")
        #expect(
          found.map { String(decoding: bytes[$0.range], as: UTF8.self) } == expected.map(\.value.text),
          "\(plain.text) of \(root.text)")
        selected += found.count
      }
    }
    #expect(selected > 100)
  }
}
