import Basics
import Networking
import Testing

@testable import Workspaces

@Suite("Comments in JSON") struct JSONCommentTests {
  private func sent(_ text: String, _ kind: BodyDefinition.TextKind = .json) throws -> String {
    var definition = RequestDefinition(name: "R", method: "POST", url: "http://h/")
    definition.body = .text(kind, text)
    let table = VariableTable([.init("n", "1", origin: .request), .init("url", "http://x/", origin: .request)])
    let prepared = try PreparedRequest(definition, in: SendContext(variables: table))
    guard case .bytes(let bytes) = prepared.request.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("{\n  // who\n  \"a\": 1, /* b */\n  \"c\": 2 // d\n}", "{\n  \"a\": 1,\n  \"c\": 2\n}"),
      ("{\"a\": /* x */ {{n}}}", "{\"a\":  1}"), ("// {{missing}}\r\n{\"a\": \"{{url}}\"}", "{\"a\": \"http://x/\"}"),
      ("{\"a\": \"http://x/*y*/\", \"b\": \"\\\" // z\"} // end", "{\"a\": \"http://x/*y*/\", \"b\": \"\\\" // z\"}"),
      ("/*\n{\n*/\n[1]\n", "[1]\n"),
    ])
  func `Comments are removed if the rest is JSON`(text: String, expected: String) throws {
    #expect(try sent(text) == expected)
  }

  @Test(
    arguments: [
      "{\"a\": \"// x\"}", "{ \"a\" : 1 }\n", "not // JSON", "{\"a\": 1, // last\n}", "{\"a\": 1 /* open }",
      "http://h/a/*b",
    ])
  func `Other text is sent unchanged`(text: String) throws {
    #expect(try sent(text) == text)
  }

  @Test func `Other kinds of text keep their comments`() throws {
    #expect(try sent("{} // x", .text) == "{} // x")
  }

  @Test func `Comments are removed from GraphQL variables`() throws {
    var definition = RequestDefinition(name: "R", method: "POST", url: "http://h/")
    definition.kind = .graphql
    definition.body = .graphql(query: "query($x: Int) { a(x: $x) }", variables: "{\n  // who\n  \"x\": 1\n}")
    let prepared = try PreparedRequest(definition, in: SendContext())
    guard case .bytes(let bytes) = prepared.request.body else {
      Issue.record("no body")
      return
    }
    #expect(try JSONValue(parsing: bytes)["variables"] == .object(["x": .number("1")]))
  }

  @Test(arguments: [("grpc", "text", true), ("websocket", "json", true), ("websocket", "text", false)])
  func `Messages of a call have none, and of a WebSocket those of the type JSON`(
    kind: String, type: String, isJSON: Bool
  ) throws {
    let text = "{\n  // {{nobody}}\n  \"a\": \"//\"\n}"
    var definition = RequestDefinition(name: "R", method: kind == "grpc" ? "/a.B/C" : "", url: "http://h/")
    definition.kind = RequestDefinition.Kind(word: kind)
    definition.conversation.messages = [.init("m", kind: type, text, isSelected: true)]
    let context = SendContext()
    #expect(context.missing(in: definition).isEmpty == isJSON)
    guard isJSON else { return }
    let prepared = try PreparedRequest(definition, in: context, kinds: [kind])
    #expect(prepared.messages.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\n  \"a\": \"//\"\n}"])
  }

  @Test func `A comment asks for nothing`() {
    var definition = RequestDefinition(name: "R", url: "http://h/")
    definition.body = .text(.json, "{} // {{?Pin}} {{login | $.x}}")
    #expect(SendContext().prompts(in: definition).isEmpty && SendContext().references(of: definition).isEmpty)
  }

  @Test func `Comments are replaced by blanks where positions matter`() {
    #expect(JSONComments.blanked(in: "{/* a\n */} // b") == "{    \n   }     ")
  }
}
