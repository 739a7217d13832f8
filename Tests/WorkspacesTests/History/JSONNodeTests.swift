import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Small JSON values") struct JSONNodeTests {
  @Test("The conformance suite's verdicts hold, and what is read is written back the same")
  func conformance() throws {
    var counts = (accepted: 0, rejected: 0)
    for path in Corpora.files("json/JSONTestSuite/test_parsing", extensions: ["json"]) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let name = (path as NSString).lastPathComponent
      let value = try? JSONNode(parsing: bytes)
      if name.hasPrefix("y_") {
        #expect(value != nil, "\(name)")
        if let value { #expect(try JSONNode(parsing: value.compact) == value, "\(name)") }
        counts.accepted += 1
      } else if name.hasPrefix("n_"), String(validating: bytes, as: UTF8.self) != nil {
        #expect(value == nil, "\(name)")
        counts.rejected += 1
      }
    }
    Notice.show("JSONTestSuite: \(counts.accepted) accepted, \(counts.rejected) rejected as they must")
  }

  @Test("Every naughty string survives writing and reading, and never breaks the line")
  func naughty() throws {
    guard let folder = Corpora.folder("naughty-strings") else { return }
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/blns.json"))
    for text in try JSONDecoder().decode([String].self, from: data) {
      let line = JSONNode.string(text).compact
      #expect(!line.contains(0x0A) && !line.contains(0x1B))
      #expect(try JSONNode(parsing: line).string.map { Array($0.utf8) } == Array(text.utf8))
    }
  }
}
