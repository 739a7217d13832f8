import Basics
import Testing

@testable import Protobuf

@Suite struct MessageCompletionTests {
  /// - Parameter text: with `|` where the cursor is.
  private func complete(_ text: String) throws -> MessageCompletion {
    let schema = try Shop.schema()
    let bytes = Array(text.utf8)
    let cursor = try #require(bytes.firstIndex(of: UInt8(ascii: "|")))
    return schema.completion(in: bytes.filter { $0 != UInt8(ascii: "|") }, at: cursor, as: try Shop.item(schema))
  }

  @Test(arguments: [
    (
      #"{|}"#,
      ["id", "displayName", "state", "parts", "cents", "free", "made", "extra", "labels", "weight", "data", "codes"]
    ),
    (#"{"id": 1, "st|"#, ["state"]),
    (
      #"{"cents": 1, "|"#,
      ["id", "displayName", "state", "parts", "made", "extra", "labels", "weight", "data", "codes"]
    ),
    (#"{"state": |"#, ["NEW", "SOLD"]), (#"{"state": "S|", "id": 1}"#, ["SOLD"]),
    (#"{"parts": [{}, {"state": "N|"#, ["NEW"]),
    (#"{"labels": {"any": {"wei|"#, ["weight"]), (#"{"free": t|"#, ["true"]), (#"{"codes": |"#, ["[]"]),
    (#"{"labels": |"#, ["{}"]),
    (#"{"id" |"#, []), (#"{"id": 1 |"#, []), (#"{"nope": {|"#, []), (#"{"codes": [|"#, []), (#"|"#, []),
    (#"{"extra": {"@type": "a/shop.Item", "sta|"#, ["state"]), (#"{"extra": {"@t|"#, ["@type"]),
    (#"{"extra": {"@type": "shop.I|"#, ["shop.Item"]), (#"{"display_name": "a", "disp|"#, []),
  ])
  func `Exactly the allowed names are offered at a cursor`(text: String, names: [String]) throws {
    #expect(try complete(text).candidates.map(\.name) == names)
  }

  @Test func `A candidate replaces the word at the cursor with its quotes and keeps an existing colon`() throws {
    let text = #"{"st|at": 1}"#
    let completion = try complete(text)
    #expect(completion.range == 1..<7)
    #expect(completion.candidates.map(\.text) == [#""state""#])
    #expect(try complete(#"{"st|"#).candidates.map(\.text) == [#""state": "#])
    #expect(try complete(#"{"state": S|}"#).range == 10..<11)
  }

  @Test func `A text is a valid message after a candidate is inserted`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    var count = 0
    for candidate in try complete("{|}").candidates {
      let start = Array("{\(candidate.text)".utf8)
      for value in schema.completion(in: start, at: start.count, as: type).candidates {
        let text = start + Array("\(value.text)}".utf8)
        #expect(schema.problems(ofJSON: text, as: type).isEmpty, "\(String(decoding: text, as: UTF8.self))")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test func `Completion works after any text`() throws {
    let schema = try Shop.schema()
    let type = try Shop.item(schema)
    let text = Array(
      #"{"parts": [{"state": "NEW", "labels": {"a\"": {"extra": {"@type": "x/shop.Item", "id": 1}}}}], "free": true}"#
        .utf8)
    for cursor in 0...text.count {
      for cut in [text, Array(text[..<cursor]), Array(text[..<cursor].reversed())] {
        let completion = schema.completion(in: cut, at: cursor, as: type)
        #expect(completion.range.upperBound <= cut.count)
      }
    }
  }
}
