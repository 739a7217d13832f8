import Basics
import Foundation
import TestSupport
import Testing

@testable import Documents

@Suite("JSON conformance")
struct ConformanceTests {
  static func formatted(_ bytes: [UInt8], _ style: JSONFormatter.Style, chunk: Int = .max) -> Result<[UInt8], JSONFault>
  {
    var formatter = JSONFormatter(style)
    var output: [UInt8] = []
    return Result { () throws(JSONFault) in
      var position = 0
      while position < bytes.count {
        let end = min(bytes.count, position + min(chunk, bytes.count))
        let piece = Array(bytes[position..<end])
        let result: Result<Void, JSONFault> = piece.withUnsafeBytes { raw in
          Result { () throws(JSONFault) in try formatter.consume(raw) { output.append(contentsOf: $0) } }
        }
        try result.get()
        position = end
      }
      try formatter.finish { output.append(contentsOf: $0) }
      return output
    }
  }

  static func read(_ file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }
  static func name(_ file: String) -> String { URL(fileURLWithPath: file).lastPathComponent }

  static func fault(_ bytes: [UInt8], chunk: Int = .max) -> JSONFault? {
    if case .failure(let fault) = formatted(bytes, .check, chunk: chunk) { return fault }
    return nil
  }

  @Test(
    "Every file of JSONTestSuite is accepted or rejected as named, by the validator and by the document",
    .corpora("json/JSONTestSuite/test_parsing"))
  func testSuite() throws {
    let files = try Corpora.files("json/JSONTestSuite/test_parsing")
    for file in files {
      let bytes = try Self.read(file)
      let found = Self.fault(bytes)
      let name = Self.name(file)
      if name.hasPrefix("y_") { #expect(found == nil, "\(name)") }
      if name.hasPrefix("n_") { #expect(found != nil, "\(name)") }
      for chunk in [1, 2, 3, 7] { #expect(Self.fault(bytes, chunk: chunk) == found, "\(name) in pieces of \(chunk)") }
      let document = Document(bytes: bytes, kind: .json)
      document.advanceToEnd()
      if document.charset == .utf8 { #expect(document.fault == found, "\(name)") }
      var view = document.view(columns: 80, rows: 20)
      for mode in document.kind.modes {
        view.mode = mode
        document.advanceToEnd()
        document.move(&view, .bottom)
        #expect(document.lines(in: view).count <= 20)
      }
    }
  }

  @Test(
    "Formatting and minifying keeps every token of an accepted file",
    .corpora("json/JSONTestSuite/test_parsing", "json/JSONTestSuite/test_transform"))
  func tokens() throws {
    for folder in ["json/JSONTestSuite/test_parsing", "json/JSONTestSuite/test_transform"] {
      for file in try Corpora.files(folder) {
        let bytes = try Self.read(file)
        guard case .success(let pretty) = Self.formatted(bytes, .pretty(indent: 2)) else { continue }
        let small = try Self.formatted(pretty, .minified).get()
        #expect(ReferenceJSON.tokens(small) == ReferenceJSON.tokens(bytes), "\(Self.name(file))")
        #expect(try Self.formatted(bytes, .pretty(indent: 2), chunk: 3).get() == pretty)
        let lines = ReferenceJSON.prettyLines(bytes)
        #expect(pretty == Array(lines.joined(separator: [0x0A])) + [0x0A], "\(Self.name(file))")
      }
    }
  }

  @Test(
    "A file without white space is identical after formatting and minifying",
    .corpora("json/nativejson-benchmark/roundtrip"))
  func roundTrip() throws {
    for file in try Corpora.files("json/nativejson-benchmark/roundtrip") {
      let bytes = try Self.read(file)
      let pretty = try Self.formatted(bytes, .pretty(indent: 4)).get()
      #expect(try Self.formatted(pretty, .minified).get() == bytes + [0x0A], "\(Self.name(file))")
    }
  }

  @Test(
    "The json.org checker files pass and fail as named; two excluded ones are valid by RFC 8259",
    .corpora("json/nativejson-benchmark/jsonchecker"))
  func jsonChecker() throws {
    for file in try Corpora.files("json/nativejson-benchmark/jsonchecker") {
      let name = Self.name(file)
      let bytes = try Self.read(file)
      #expect((Self.fault(bytes) == nil) == (name.hasPrefix("pass") || name.contains("EXCLUDE")), "\(name)")
    }
  }

  @Test(
    "A fault has a line, a column and the expected token",
    arguments: [
      ("[1,\n 2,\n tru]", 3, 2, "true, false or null"),
      ("{\"a\" 1}", 1, 6, "a colon"),
      ("{\"a\": 1,}", 1, 9, "a key in quotes"),
      ("[1 2]", 1, 4, "a comma or ]"),
      ("[\"é\u{1}\"]", 1, 4, "an escape instead of a bare control character"),
      ("[01]", 1, 3, "the end of a number"),
      ("[\"\\x\"]", 1, 4, "one of \" \\ / b f n r t u after the backslash"),
      ("{}x", 1, 3, "the end of the text"),
      ("", 1, 1, "a value"),
    ])
  func faults(text: String, line: Int, column: Int, expected: String) {
    let found = Self.fault(Array(text.utf8))
    #expect(found?.line == line)
    #expect(found?.column == column)
    #expect(found?.expected.rawValue == expected)
  }

  @Test(
    "A byte order mark is skipped at the very beginning and nowhere else, in pieces of any size",
    arguments: [1, 2, 3, 100])
  func byteOrderMark(chunk: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(Self.fault(mark + Array("{}".utf8), chunk: chunk) == nil)
    #expect(Self.fault([0x20] + mark + Array("{}".utf8), chunk: chunk)?.offset == 1)
    #expect(Self.fault(mark + mark + Array("{}".utf8), chunk: chunk)?.offset == 3)
    #expect(Self.fault(mark, chunk: chunk)?.offset == 3)
    #expect(Self.fault([0xEF, 0xBB], chunk: chunk)?.expected == .value)
  }

  @Test("A million open arrays are a fault at their end, not a crash; closed, they are valid and can be read")
  func deep() {
    let count = 1_000_000
    let open = Array(repeating: UInt8(0x5B), count: count)
    #expect(Self.fault(open)?.offset == count)
    let document = Document(bytes: open + Array(repeating: 0x5D, count: count), kind: .json)
    document.advanceToEnd()
    #expect(document.fault == nil)
    var view = document.view(columns: 80, rows: 30)
    #expect(document.lineCount(in: view) == 2 * count - 1)
    document.move(&view, .line(count - 1))
    #expect(document.lines(in: view).contains { $0.text.hasSuffix("[]") || $0.depth == count - 1 })
    #expect(document.path(at: view)?.isCut == true)
    document.fold(&view, .closeAll)
    #expect(document.lines(in: view).map(\.text) == ["[ 1 × […] ]"])
  }
}
