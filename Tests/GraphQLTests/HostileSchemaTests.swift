import Basics
import GraphQL
import Testing

/// Unusual texts of schemas, and schemas with dangling types.
@Suite struct HostileSchemaTests {
  private static func many(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: " ")
  }

  private static let refused: [(name: String, text: String)] = [
    ("nothing", ""), ("a query", "{ a }"), ("no root", "type A { a: Int }"), ("no end", "type Query { a: Int"),
    ("lists within lists", "type Query { a: \(String(repeating: "[", count: 100_000))"),
    ("values within values", "type Query { a(x: Int = \(String(repeating: "[", count: 100_000))) : Int }"),
    ("objects within objects", "type Query { a(x: Int = \(String(repeating: "{a:", count: 100_000))) : Int }"),
    ("a string without end", "type Query { a: Int } \"" + String(repeating: "x", count: 1 << 20)),
    ("a block without end", "\"\"\"" + String(repeating: "x\n", count: 1 << 19)),
    ("bytes of control", "type Query { a: Int } \u{0}\u{1}"),
    ("a name that never ends", String(repeating: "x", count: 1 << 20)),
    ("directives nowhere", "directive @a on NOWHERE\(String(repeating: "E", count: 1 << 20)) type Query { a: Int }"),
    ("an empty body", "type Query {}"), ("arguments without end", "type Query { a(\(many(50_000) { "x\($0): Int" })"),
  ]

  @Test func `A text that is not a schema is rejected in one line`() {
    for (name, text) in Self.refused {
      let error = #expect(throws: SchemaError.self, "\(name)") { try GraphQLSchema(text: text) }
      let words = error.map { "\($0)" } ?? ""
      #expect(!words.contains("\n") && words.utf8.count < 300, "\(name): \(words.prefix(400))")
    }
  }

  @Test func `A schema of 20,000 types in SDL can be parsed, searched, validated against and completed`() throws {
    let types = Self.many(20_000) {
      "\"Number \($0).\" type T\($0) implements N { id: ID! next(first: Int = 3): [T\(($0 + 1) % 20_000)!] }"
    }
    let text =
      "type Query { t1: T1 } " + types
      + " interface N { id: ID! } union All = \((0..<20_000).map { "T\($0)" }.joined(separator: " | "))"
    let schema = try GraphQLSchema(text: text)
    #expect(schema.types.count >= 20_003)
    let search = SchemaSearch(schema)
    #expect(search.entries(matching: "T19999").first?.signature == "type T19999")
    #expect(search.entries(matching: "t777 next").map(\.owner).contains("T777"))
    #expect(search.entries(matching: "number 12345").map(\.name) == ["T12345"])
    #expect(search.entries(matching: "e").count == 200 && search.entries(matching: "no such thing").isEmpty)
    #expect(schema.issues(in: "{ t1 { next { id ... on N { id } ... on T7 { nxt } } } }").count == 2)
    #expect(schema.entries(of: try #require(schema.type("N"))).count == 20_001)
  }

  @Test func `Cyclic and dangling types can be queried like others`() throws {
    let schema = try GraphQLSchema(
      text: """
        type Query implements Query & N & Missing { a(i: I!, m: Missing!): Query u: U m: Missing }
        interface N implements N { a: N }
        union U = U | Query | Missing
        union V = V
        input I { i: I! j: [I!]! m: Missing! }
        enum E { A A }
        type Query { b: Int }
        extend type Query { a: Int }
        extend type Nobody { a: Int }
        """)
    for type in schema.types {
      for entry in schema.entries(of: type) { _ = entry.target.flatMap { schema.type($0) } }
      for field in type.fields { _ = schema.entries(of: field, in: type) }
    }
    let inner = "u { ... on U { __typename } ... on V { x } } m { y }"
    let query = "query Q($i: I!, $m: Missing!) { a(i: $i, m: $m) { \(inner) } }"
    _ = schema.issues(in: query)
    for place in 0...query.utf8.count { _ = schema.completions(in: query, at: place) }
    let operation = try #require(try GraphQLDocument(parsing: query).operations.first)
    #expect(schema.variablesTemplate(of: operation).compact.count < 100_000)
    #expect(!SchemaSearch(schema).entries(matching: "query m").isEmpty)
  }

  /// An introspection result in which an element of each kind has this name, beside valid elements.
  private static func introspection(_ name: String) -> [UInt8] {
    let name = JSONString.quoted(name)
    let int = #""type": {"kind": "SCALAR", "name": "Int"}"#
    let odd = #"{"name": \#(name), "args": [], "locations": [], "isDeprecated": false, \#(int)}"#
    let text = #"""
      {"__schema": {
        "queryType": {"name": "Query"}, "mutationType": {"name": \#(name)},
        "directives": [\#(odd), {"name": "d", "args": [\#(odd)], "locations": ["FIELD"]}],
        "types": [
          {"kind": "OBJECT", "name": \#(name), "fields": [{"name": "a", \#(int)}]},
          {"kind": "OBJECT", "name": "Query", "interfaces": [\#(odd)], "fields": [
            \#(odd), {"name": "a", "args": [\#(odd)], \#(int)},
            {"name": "b", "type": {"kind": "LIST", "ofType": {"kind": "OBJECT", "name": \#(name)}}}
          ]},
          {"kind": "UNION", "name": "U", "possibleTypes": [\#(odd), {"name": "Query"}]},
          {"kind": "ENUM", "name": "E", "enumValues": [\#(odd), {"name": "_OK1"}]},
          {"kind": "INPUT_OBJECT", "name": "I", "inputFields": [\#(odd), {"name": "i", \#(int)}]}
        ]
      }}
      """#
    return Array(text.utf8)
  }

  @Test func `Introspected types and fields with invalid names are omitted`() throws {
    let names = ["x\u{1B}]0;t\u{7}\n", "", " ", "a b", "1a", "a-b", "a{b}", "a(b:1)", "é", "aé", "a\u{202E}", "a\0"]
    for name in names {
      let schema = try GraphQLSchema(introspection: Self.introspection(name))
      #expect(schema.types.map(\.name) == ["Query", "U", "E", "I"], "\(name)")
      #expect(Array(schema.roots.values) == ["Query"] && schema.directives.map(\.name) == ["d"], "\(name)")
      let arguments = schema.directives.flatMap(\.arguments)
      #expect(arguments.isEmpty, "\(name)")
      let query = try #require(schema.root(.query))
      #expect(query.fields.map(\.name) == ["a"] && query.interfaces.isEmpty, "\(name)")
      #expect(query.fields.flatMap(\.arguments).isEmpty, "\(name)")
      #expect(schema.type("U")?.members == ["Query"], "\(name)")
      #expect(schema.type("E")?.values.map(\.name) == ["_OK1"], "\(name)")
      #expect(schema.type("I")?.inputFields.map(\.name) == ["i"], "\(name)")
    }
    let right = try GraphQLSchema(introspection: Self.introspection("_right1"))
    #expect(right.types.count == 5 && right.root(.query)?.fields.map(\.name) == ["_right1", "a", "b"])
  }
}
