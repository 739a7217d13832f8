import Basics
import Foundation
import GraphQL
import TestSupport
import Testing

@Suite("GraphQL's schemas")
struct SchemaTests {
  @Test("A schema's text gives types, arguments, defaults, deprecation and possible types")
  func text() throws {
    let schema = try Sample.schema()
    let query = try #require(schema.root(.query))
    #expect(query.field("users")?.signature == "users(first: Int = 10, filter: UserFilter, role: Role): [User!]!")
    #expect(query.field("user")?.description == "A user by identifier.")
    #expect(schema.type("User")?.field("login")?.deprecation == "Use name.")
    #expect(schema.type("Role")?.value("OLD")?.deprecation == "No longer supported")
    #expect(try schema.possibleTypes(of: #require(schema.type("Node"))) == ["User", "Page"])
    #expect(schema.type("By")?.isOneOf == true)
    #expect(schema.field("__typename", of: query)?.type.description == "String!")
    #expect(schema.directive("include")?.argument("if")?.isRequired == true)
  }

  @Test(
    "A text that does not define a schema is rejected with a reason",
    arguments: [("{ a }", "the text defines no types"), ("type A { b: Int }", "Query"), ("type", "line 1")])
  func faults(text: String, words: String) {
    let error = #expect(throws: SchemaError.self) { try GraphQLSchema(text: text) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test("An introspection result and the schema's text give the same types", .corpora("graphql"))
  func introspection() throws {
    let folder = try Corpora.folder("graphql")
    let json = try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/github-schema.json")))
    let introspected = try GraphQLSchema(introspection: json)
    let text = try String(contentsOf: URL(fileURLWithPath: "\(folder)/github-schema.graphql"), encoding: .utf8)
    let written = try GraphQLSchema(text: text)
    // The text omits scalars that are not used.
    let names = introspected.types.filter { !$0.name.hasPrefix("__") && $0.kind != .scalar }.map(\.name)
    #expect(names.count > 500)
    for name in names {
      let (one, other) = try (#require(introspected.type(name)), #require(written.type(name), "\(name)"))
      // The defaults of the introspection are JSON, which the text lacks.
      #expect(one.fields.map { [$0.name, "\($0.type)"] } == other.fields.map { [$0.name, "\($0.type)"] })
      #expect(one.fields.map { $0.arguments.map(\.type) } == other.fields.map { $0.arguments.map(\.type) })
      #expect(one.inputFields.map(\.type) == other.inputFields.map(\.type))
      #expect(Set(introspected.possibleTypes(of: one)) == Set(written.possibleTypes(of: other)))
    }
    let bare = try #require(try JSONValue(parsing: json)["data"]?["__schema"] ?? JSONValue(parsing: json)["__schema"])
    #expect(try GraphQLSchema(introspection: bare).types.count == introspected.types.count)
  }

  @Test("A server's rejection of introspection is quoted")
  func refused() {
    let error = #expect(throws: SchemaError.self) {
      try GraphQLSchema(introspection: ["errors": [["message": "not allowed"]]])
    }
    #expect(error?.message == "the server refused introspection: not allowed")
  }

  @Test(
    "The introspection queries are valid, and each one that a server rejects has a fallback",
    arguments: IntrospectionQuery.allCases)
  func query(query: IntrospectionQuery) throws {
    #expect(try Sample.schema().issues(in: query.text) == [])
    #expect(IntrospectionQuery.current.fallback == .october2021)
    #expect(query.text.contains("isOneOf") == (query == .current))
    #expect(query.text.contains("specifiedByURL") == (query != .june2018))
  }

  @Test("20,000 types that refer to each other are read in linear time")
  func large() throws {
    func text(_ count: Int) -> String {
      (0..<count).map { "type T\($0) implements I { id: ID next: T\(($0 + 1) % count) all(first: Int): [T\($0)!] }" }
        .joined(separator: "\n") + "\ninterface I { id: ID } type Query { a: T0 }"
    }
    let growth = Growth(from: 500, upTo: 20_000, enough: 2.3, input: text) { text in
      #expect(throws: Never.self) { try GraphQLSchema(text: text) }
    }
    #expect(growth.factor <= 2.6, "\(growth)")
    let schema = try GraphQLSchema(text: text(20_000))
    #expect(schema.types.count > 20_000)
    #expect(schema.issues(in: "{ a { ... on T19999 { next { id } } } }").isEmpty == false)
    #expect(schema.issues(in: "{ a { next { next { id } } } }") == [])
  }

  @Test("Search finds names before descriptions, and leads from a field to its type")
  func search() throws {
    let search = SchemaSearch(try Sample.schema())
    #expect(search.entries(matching: "user").map(\.name).prefix(3) == ["user", "User", "users"])
    #expect(search.entries(matching: "identifier").contains { $0.owner == "Query" && $0.name == "user" })
    #expect(search.entries(matching: "page title").map(\.signature) == ["title(upper: Boolean): String"])
    #expect(search.entries(matching: "query.node").first?.target == "Node")
    #expect(search.entries(matching: "") == [])
  }
}
