import Basics
import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

/// The parts of a GraphQL document to send, depending on the settings in its file.
@Suite struct GraphQLRequestTests {
  private static let two = "query A { a } mutation B { b }"

  private func definition(_ query: String, variables: String = "") -> RequestDefinition {
    RequestDefinition(
      kind: .graphql, name: "x", method: "POST", url: "http://h/graphql",
      body: .graphql(query: query, variables: variables))
  }

  private func text(_ definition: RequestDefinition, _ context: SendContext = SendContext()) throws -> String {
    guard case .bytes(let bytes) = try PreparedRequest(definition, in: context).request.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `One of several operations is named in the body; the only one is not.`() throws {
    var several = definition(Self.two)
    several.graphQL.operation = "B"
    #expect(try text(several) == #"{"query":"query A { a } mutation B { b }","operationName":"B"}"#)
    #expect(try PreparedRequest(several, in: SendContext()).operation?.kind == .mutation)
    #expect(try text(definition("query A { a }")) == #"{"query":"query A { a }"}"#)
    several.graphQL.operation = "{{which}}"
    let table = VariableTable([.init("which", "A", origin: .collection)])
    #expect(try text(several, SendContext(variables: table)).hasSuffix(#""operationName":"A"}"#))
  }

  @Test func `With GET the document is in the URL, and no body is sent.`() throws {
    var asked = definition(Self.two, variables: #"{"n": 1}"#)
    asked.method = "get"
    asked.url = "http://h/graphql?v=1"
    asked.graphQL.operation = "A"
    let request = try PreparedRequest(asked, in: SendContext()).request
    #expect(
      request.url == "http://h/graphql?v=1&query=query%20A%20%7B%20a%20%7D%20mutation%20B%20%7B%20b%20%7D"
        + "&operationName=A&variables=%7B%22n%22%3A%201%7D")
    #expect(request.method == .get && request.body == .none && request.headers["Content-Type"] == nil)
  }

  @Test func `Several operations without a choice, and an unknown one, are refused with the names.`() throws {
    func refusal(_ definition: RequestDefinition) -> String? {
      #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: SendContext()) }?.description
    }
    var several = definition(Self.two)
    let words = try #require(refusal(several))
    #expect(words.contains("GraphQL query: several operations (A, B)") && words.contains("--operation"), "\(words)")
    several.graphQL.operation = "C"
    #expect(refusal(several) == "GraphQL query: no operation is named C; known: A, B")
  }

  @Test func `A subscription accepts events, and has its payload and transport.`() throws {
    var watched = definition("subscription W { w }", variables: #"{"n": 1}"#)
    watched.graphQL.connectionInit = #"{"token": "{{t}}"}"#
    let context = SendContext(variables: VariableTable([.init("t", "abc", origin: .collection)]))
    let made = try PreparedRequest(watched, in: context)
    #expect(made.request.headers["Accept"] == "text/event-stream" && made.request.method.rawValue == "POST")
    let operation = try #require(made.operation)
    #expect(operation.kind == .subscription && operation.transport == nil)
    #expect(String(decoding: operation.payload, as: UTF8.self).hasSuffix(#","variables":{"n": 1}}"#))
    #expect(String(decoding: operation.connectionInit, as: UTF8.self) == #"{"token": "abc"}"#)
    watched.url = "ws://h/graphql"
    let socket = try PreparedRequest(watched, in: context)
    #expect(socket.request.url == "http://h/graphql" && socket.operation?.transport == .webSocket)
    watched.headers = [Row("Accept", "*/*")]
    #expect(try PreparedRequest(watched, in: context).request.headers["Accept"] == "*/*")
    watched.graphQL.transport = .events
    #expect(throws: SendRefusal.self) { try PreparedRequest(watched, in: context) }
    watched.graphQL.connectionInit = "[1]"
    #expect(throws: SendRefusal.self) { try PreparedRequest(watched, in: context) }
  }

  @Test func `Only a document with a directive for parts asks for them, unless the request says what it accepts.`()
    throws
  {
    for directive in ["@defer", "@stream(initialCount: 1)"] {
      var asked = definition("query A { ... \(directive) { a } }")
      let made = try PreparedRequest(asked, in: SendContext())
      let types = try #require(made.request.headers["Accept"])
      #expect(made.operation?.isIncremental == true)
      #expect(types.hasPrefix("multipart/mixed;incrementalSpec=v0.2, multipart/mixed;deferSpec=20220824, "))
      #expect(types.hasSuffix("application/json;q=0.9"))
      asked.headers = [Row("accept", "text/event-stream")]
      #expect(try PreparedRequest(asked, in: SendContext()).request.headers["Accept"] == "text/event-stream")
    }
    let plain = try PreparedRequest(definition("{ a }"), in: SendContext())
    #expect(plain.request.headers["Accept"] == nil && plain.operation?.isIncremental == false)
    for text in ["# @defer\n{ a }", #"{ a(b: "@stream") }"#, "{ a @deferred }", #"query @a { a(b: """@defer""") }"#] {
      #expect(try PreparedRequest(definition(text), in: SendContext()).operation?.isIncremental == false, "\(text)")
    }
    let watched = try PreparedRequest(definition("subscription { ... @defer { a } }"), in: SendContext())
    #expect(watched.operation?.isIncremental == false)
  }

  @Test func `Settings of a folder or collection apply if the request has none.`() throws {
    let outer = GraphQLSettings(operation: "B", transport: .events, connectionInit: "{}", schema: "a.graphql")
    let inner = GraphQLSettings(schema: "b.graphql")
    let layers = [outer, inner].map { SendContext.Layer(path: "/c", name: "C", settings: SharedSettings(graphQL: $0)) }
    let found = SendContext(layers: layers).graphQL(of: definition("{ a }"))
    #expect(found == GraphQLSettings(transport: .events, connectionInit: "{}", schema: "b.graphql"))
  }

  @Test func `Files of variables are separate parts, after operations and map.`() throws {
    let folder = try TemporaryDirectory("uploads")
    try folder.write("a.txt", "hello")
    try folder.write("b.png", "png")
    var upload = definition("mutation U($f: Upload!) { u }", variables: #"{"n": 1, "list": [null, null]}"#)
    upload.graphQL.files = [
      Row("f", "a.txt"), Row("list.1", "b.png"), Row("input.deep", "a.txt"), Row("off", "no", isEnabled: false),
    ]
    let context = SendContext(folder: folder.path)
    let parts = try #require(try PreparedRequest(upload, in: context).request.parts).parts
    #expect(parts.map(\.name) == ["operations", "map", "0", "1", "2"])
    guard case .data(let operations) = parts[0].content, case .text(let map) = parts[1].content else {
      Issue.record("no operations or map")
      return
    }
    let variables = try JSONValue(parsing: operations)["variables"]
    #expect(variables?.text == #"{"n":1,"list":[null,null],"f":null,"input":{"deep":null}}"#)
    #expect(map == #"{"0":["variables.f"],"1":["variables.list.1"],"2":["variables.input.deep"]}"#)
    #expect(parts[2].sentFileName == "a.txt" && parts[3].sentContentType == "image/png")
    upload.graphQL.files = [Row("list.7", "a.txt")]
    #expect(throws: SendRefusal.self) { try PreparedRequest(upload, in: context) }
    upload.graphQL.files = [Row("f", "missing")]
    #expect(throws: SendRefusal.self) { try PreparedRequest(upload, in: context) }
  }

  @Test func `A file outside of the collection needs consent, naming its receiver.`() throws {
    let sample = try ConsentSample()
    let outside = try TemporaryDirectory("outside")
    try outside.write("key.pem", "secret")
    var upload = definition("mutation U { u }")
    upload.url = "https://api.test/graphql"
    upload.graphQL.files = [Row("f", outside.path("key.pem"))]
    let uses = try sample.refused(upload)
    #expect(uses.map(\.receiver) == ["https://api.test"] && uses.map(\.source.kind) == [.file])
  }
}
