import Foundation
import TestSupport
import Testing

/// GraphQL against third-party servers: graphql-core, and `websockets` for subscriptions.
@Suite struct GraphQLCoreTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer
  private var program: Program { Program(in: folder.path) }

  init() async throws {
    server = try await PythonPeer.makeGraphQLCore()
    folder = try TemporaryDirectory("graphql-core")
    try folder.write("opencollection.yml", "info: {name: C}\n")
  }

  private func write(_ url: String, _ query: String, _ variables: String = "{}", _ more: String = "") throws {
    try folder.write(
      "q.yml",
      "info: {name: Q, type: graphql}\ngraphql:\n  method: POST\n  url: \(url)\n  body: {query: '\(query)', variables: '\(variables)'}\n"
        + more)
  }

  private func json(_ text: some StringProtocol) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  @Test func `A query is answered, with variables and a chosen operation.`() async throws {
    let query = "query A { hello } query B($n: String!, $r: Role) { hello(name: $n) users(role: $r) { id name role } }"
    try write(server.url, query, #"{"n": "Ada", "r": "ADMIN"}"#)
    let sent = try await program.run("send", "q", "--operation", "B")
    let data = try json(sent.text)["data"]
    #expect(data["hello"].string == "Hello Ada" && data["users"].array.count == 1, "\(sent.text)\(sent.error)")
    #expect(data["users"][0]["role"].string == "ADMIN" && server.seen.contains("POST B"))
  }

  @Test func `Errors of resolvers and queries are answers with errors.`() async throws {
    try write(server.url, "{ broken hello }")
    let broken = try json(try await program.run("send", "q").text)
    #expect(broken["errors"][0]["message"].string == "it is broken" && broken["data"]["hello"].string == "Hello you")
    try write(server.url, "{ nothing }")
    let refused = try json(try await program.run("send", "q").text)
    #expect(refused["errors"][0]["message"].string?.contains("Cannot query field") == true)
  }

  @Test func `The schema is fetched by introspection and parsed completely.`() async throws {
    try write(server.url, "{ hello }")
    let query = try await program.run("schema", "q", "Query")
    #expect(
      query.lines.contains { $0.hasPrefix("  hello(name: String! = \"you\"): String!") }, "\(query.text)\(query.error)")
    #expect(query.lines.contains { $0.hasPrefix("  users(first: Int = 2, role: Role): [User!]!") })
    let all = try await program.run("schema", "q")
    for line in ["interface Node", "enum Role", "input Unused", "type User"] {
      #expect(all.lines.contains { $0.hasPrefix(line) }, "\(all.text)")
    }
    let found = try await program.run("schema", "q", "--search", "guest", "--json")
    #expect(try json(found.lines.first ?? "")["deprecated"].string == "Nobody is.", "\(found.text)")
  }

  @Test func `A subscription over graphql-transport-ws ends, and a rejected one is reported.`() async throws {
    let line = server.seen.split(separator: "\n").first { $0.hasPrefix("ws ") }
    let url = "ws://127.0.0.1:\(try #require(line).dropFirst(3))/"
    try write(
      url, "subscription C($to: Int!) { count(to: $to) }", #"{"to": 3}"#,
      "extensions: {apus: {graphql: {connectionInit: '{\"who\": \"apus\"}'}}}\n")
    let sent = try await program.run("send", "q")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(try sent.lines.map { try json($0)["data"]["count"].int } == [1, 2, 3])
    #expect(server.seen.contains("subscribe None"), "\(server.seen)")
    let lines = try await program.run("send", "q", "--json").lines.map { try json($0) }
    #expect(lines.contains { $0["data"]["payload"]["init"]["who"].string == "apus" })
    try write(url, "subscription C { count(to: \"x\") }")
    let refused = try await program.run("send", "q")
    let message = try json(refused.lines.first ?? "")["errors"][0]["message"].string
    #expect(message?.contains("Int cannot represent") == true, "\(refused.text)")
    // The server writes that after the program's end, so not after the first send.
    #expect(server.seen.contains("closed 1000"), "\(server.seen)")
  }
}
