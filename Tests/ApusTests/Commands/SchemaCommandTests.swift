import DemoServer
import Foundation
import TestSupport
import Testing

/// `apus schema`, against the demo server and files.
@Suite struct SchemaCommandTests {
  private let folder: TemporaryDirectory
  private var program: Program { Program(in: folder.path) }

  init() throws {
    folder = try TemporaryDirectory("schema-command")
    try folder.write("opencollection.yml", "info: {name: C}\n")
  }

  private func write(_ url: String, _ more: String = "") throws {
    try folder.write(
      "q.yml", "info: {name: Q, type: graphql}\ngraphql:\n  url: \(url)\n  body: {query: '{ a }'}\n" + more)
  }

  private var kept: [String] {
    get throws {
      let path = folder.path(".apus/schemas")
      return FileManager.default.fileExists(atPath: path)
        ? try FileManager.default.contentsOfDirectory(atPath: path) : []
    }
  }

  @Test func `The schema is fetched once, and again on request.`() async throws {
    let server = try await DemoServer.start()
    try write("\(server.url)/graphql")
    let all = try await program.run("schema", "q")
    #expect(
      all.status == 0 && all.lines.contains("type User  # A user who can place orders."), "\(all.text)\(all.error)")
    let history = try await program.run("history", "list")
    #expect(try kept.count == 1)
    #expect(history.text.isEmpty)
    let user = try await program.run("schema", "q", "User")
    #expect(
      user.lines.contains("  email: String!")
        && user.lines.contains("  Record  # A record with an id and times."))
    await server.stop()
    let field = try await program.run("schema", "q", "Query.users")
    #expect(
      field.lines.first
        == "users(role: Role, active: Boolean, city: String, first: Int = 100): [User!]!  # All users, ordered by id."
    )
    #expect(field.lines.contains("  first: Int = 100  # The maximum number."))
    let again = try await program.run("schema", "q", "--refresh")
    #expect(again.status == 5 && again.error.contains("the schema cannot be fetched"), "\(again.error)")
    #expect(try await program.run("schema", "q").status == 0)
  }

  @Test func `An error in a schema text is reported with its position, and the rest is used.`() async throws {
    try write("http://h/", "extensions: {apus: {graphql: {schema: s.graphql}}}\n")
    try folder.write("s.graphql", "type Query @key {\n  a: Nope\n  \u{1B}[31m")
    let broken = try await program.run("schema", "q")
    #expect(broken.status == 1 && broken.error.contains("line 3, column 3"), "\(broken.error)")
    try folder.write("s.graphql", "type Query @key {\n  a: Nope\n  b: Int\n}\n")
    let used = try await program.run("schema", "q", "Query")
    #expect(used.status == 0 && used.lines.contains("  b: Int"), "\(used.text)\(used.error)")
    #expect(
      used.error.hasSuffix("s.graphql: line 1, column 12: there is no directive @key (and 1 more)\n"), "\(used.error)")
    try folder.write("s.graphql", "type Query { b: Int }\n")
    #expect(try await program.run("schema", "q").error.isEmpty)
    let unknown = (0..<2000).map { "  f\($0): N\($0)\n" }.joined()
    try folder.write("s.graphql", "type Query {\n  a: Int\n\(unknown)}\n")
    let many = try await program.run("schema", "q", "Query").error
    #expect(many.hasSuffix("there is no type \"N0\" (and at least 999 more)\n"), "\(many)")
  }

  @Test(arguments: ["s.graphql", "./s.graphql", "/", "sub/s.gql"])
  func `A schema file given as target is answered with advice, however it is written.`(path: String) async throws {
    try write("http://h/", "extensions: {apus: {graphql: {schema: s.graphql}}}\n")
    try folder.write("s.graphql", "type Query { b: Int }\n")
    let result = try await program.run("schema", path == "/" ? folder.path + "/s.graphql" : path)
    let hint = "; a request names a schema file in extensions.apus.graphql.schema\n"
    #expect(
      result.status != 0 && result.error.hasSuffix(hint) && result.error.count { $0 == "\n" } == 1, "\(result.error)")
  }

  @Test func `Search, deprecations and JSON lines work.`() async throws {
    let server = try await DemoServer.start()
    try write("\(server.url)/graphql")
    let found = try await program.run("schema", "q", "--search", "people", "--json")
    let entry = try JSONDecoder().decode(JSONValue.self, from: Data((found.lines.first ?? "").utf8))
    #expect(entry["owner"].string == "Query" && entry["deprecated"].string == "Use `users`.", "\(found.text)")
    let wrong = try await program.run("schema", "q", "Usr")
    #expect(wrong.status == 1 && wrong.error.contains("did you mean User?"), "\(wrong.error)")
    let document = try await program.run("schema", "q", "--document")
    #expect(
      try JSONDecoder().decode(JSONValue.self, from: Data(document.text.utf8))["data"]["__schema"]["types"][0] != .null)
    await server.stop()
  }

  @Test func `A schema may come from a file of the collection, or from a URL without login.`() async throws {
    try write(
      "http://127.0.0.1:1/",
      "  auth: {type: bearer, token: t0ken}\nextensions: {apus: {graphql: {schema: s.graphql}}}\n")
    try folder.write("s.graphql", "type Query { \"What it is.\" thing: Int }")
    let file = try await program.run("schema", "q", "Query")
    #expect(file.lines == ["type Query", "  thing: Int  # What it is."], "\(file.error)")
    #expect(try kept.isEmpty)
    let server = try AnsweringServer { _ in Answer.text("type Query { other: Int }") }
    let text = try folder.readText("q.yml")
    try folder.write("q.yml", text.replacing("s.graphql", with: "http://127.0.0.1:\(server.port)/s"))
    let fetched = try await program.run("schema", "q", "Query")
    #expect(fetched.lines == ["type Query", "  other: Int"], "\(fetched.error)")
    #expect(try kept.count == 1)
    #expect(server.requests.count == 1 && !server.requests.contains { "\($0)".contains("t0ken") })
    try folder.write("q.yml", text.replacing("s.graphql", with: "../s.graphql"))
    let outside = try await program.run("schema", "q")
    #expect(outside.status == 3, "\(outside.error)")
  }

  @Test func `An invalid schema is reported and does not replace the saved one.`() async throws {
    let server = try AnsweringServer { _ in Answer.text(#"{"errors": [{"message": "introspection is off"}]}"#) }
    try write("http://127.0.0.1:\(server.port)/")
    let refused = try await program.run("schema", "q")
    #expect(refused.status == 1 && refused.error.contains("introspection is off"), "\(refused.error)")
    #expect(try kept.isEmpty)
    try folder.write("p.yml", "info: {name: P, type: http}\nhttp: {url: http://127.0.0.1:1/}\n")
    #expect(try await program.run("schema", "p").status == 2)
  }
}
