import Basics
import GraphQL

extension Reader {
  private static func schema(
    _ name: String, upTo most: Int = 1 << 14, _ text: @escaping @Sendable (Int) -> String
  ) -> Reader {
    Reader("GraphQL: \(name)", upTo: most, text) { text in
      // Measured whether it is rejected or not.
      _ = try? GraphQLSchema(text: text)
    }
  }

  private static func document(
    _ name: String, upTo most: Int = 1 << 14, _ text: @escaping @Sendable (Int) -> String
  ) -> Reader {
    Reader("GraphQL: \(name)", upTo: most, text) { text in
      // Measured whether it is rejected or not.
      _ = try? GraphQLDocument(parsing: text)
    }
  }

  private static func issues(
    _ name: String, upTo most: Int = 1 << 13, _ text: @escaping @Sendable (Int) -> String
  ) -> Reader {
    Reader("GraphQL: checking \(name)", upTo: most, text) { text in _ = small?.issues(in: text, limit: .max) }
  }

  private static let small = try? GraphQLSchema(
    text: "type Query { a(x: Int, i: I): Query b: Int n: N } interface N { b: Int } input I { x: Int i: I }")

  private static func large(_ count: Int) -> GraphQLSchema? {
    try? GraphQLSchema(
      text: "type Query { t0: T0 }"
        + copies(max(1, count)) { "\"About number \($0).\" type T\($0) { name\($0): String next: T\($0 / 2) } " })
  }

  private static func introspection(_ type: (Int) -> String, _ count: Int) -> [UInt8] {
    let types = (0..<max(1, count)).map(type).joined(separator: ",")
    return Array(#"{"data":{"__schema":{"queryType":{"name":"T0"},"types":[\#(types)]}}}"#.utf8)
  }

  static let graphQL: [Reader] = [
    document("a query of many fields") { "{ \(copies($0) { "f\($0)(x: [1, \"a\", $v]) @skip(if: true) " }) }" },
    document("many fragments") { copies($0) { "fragment F\($0) on T { ...F\($0 / 2) } " } },
    document("values within a value") { "{ a(x: {\(copies($0) { "k\($0): [{}, [1.5e3]] " })}) }" },
    document("a block string of many lines") { "{ a(x: \"\"\"\n\(copies($0) { "  line \($0)\n" })\"\"\") }" },
    document("a string of escapes, never closed") { "{ a(x: \"\(copies($0) { _ in #"\u0041"# })" },
    document("comments and commas") { "{ a \(copies($0) { "# \($0)\n,,,," }) }" },
    document("what is wrong in its last line") { "\(copies($0) { "# \($0)\n" })}" },
    schema("types that name each other") { count in
      "type Query { a: T0 } " + copies(count) { "type T\($0) { a(x: I): T\($0 / 2) } " }
    },
    schema("many fields, arguments and values") { count in
      "type Query { \(copies(count) { "f\($0)(a: Int = 1, b: E = V0): [Int!]! @deprecated " }) } "
        + "enum E { \(copies(max(1, count)) { "V\($0) " }) }"
    },
    schema("one type extended many times") { count in
      "type Query { a: Int } " + copies(count) { "extend type Query { f\($0): Int } " }
    },
    schema("one type defined many times") { copies(max(1, $0)) { "type Query { f\($0): Int } " } },
    schema("a union of many, and an interface that all implement") { count in
      "type Query { u: U } interface N { a: Int } union U = \(copies(max(1, count)) { "| T\($0)" }) "
        + copies(max(1, count)) { "type T\($0) implements N { a: Int } " }
    },
    schema("interfaces in a chain, each with those before") { count in
      "type Query { a: Int } interface I0 { a: Int } "
        + copies(count) { "interface I\($0 + 1) implements I\($0) { a: Int } " }
    },
    schema("descriptions") { count in
      "type Query { a: Int } " + copies(count) { "\"\"\"\n  About \($0)\n\"\"\" scalar S\($0) " }
    },
    Reader("GraphQL: an introspection of many types", upTo: 1 << 14) { count in
      introspection(
        {
          #"{"kind":"OBJECT","name":"T\#($0)","fields":[{"name":"a","args":[],"#
            + #""type":{"kind":"OBJECT","name":"T\#($0 / 2)"}}]}"#
        },
        count)
    } read: { bytes in
      // Measured whether it is rejected or not.
      _ = try? GraphQLSchema(introspection: bytes)
    },
    Reader("GraphQL: an introspection of one type of many fields", upTo: 1 << 14) { count in
      let fields = (0..<count).map { #"{"name":"f\#($0)","args":[],"type":{"kind":"SCALAR","name":"Int"}}"# }
      return introspection(
        { _ in #"{"kind":"OBJECT","name":"T0","fields":[\#(fields.joined(separator: ","))]}"# }, 1)
    } read: { bytes in
      // Measured whether it is rejected or not.
      _ = try? GraphQLSchema(introspection: bytes)
    },
    issues("fields that are not known") { "{ \(copies($0) { "x\($0) " }) }" },
    issues("one field many times") { "{ \(copies($0) { _ in "b " }) }" },
    issues("one field of many names") { "{ \(copies($0) { "f\($0): a { b } " }) }" },
    issues("one name with many selections") { "{ \(copies($0) { "a { f\($0): b } " }) }" },
    issues("fragments in a chain") { count in
      "{ ...F0 } " + copies(count) { "fragment F\($0) on Query { b ...F\($0 + 1) } " }
        + "fragment F\(count) on Query { b }"
    },
    issues("variables") { count in
      let uses = copies(count) { "f\($0): a(x: $v\($0)) { b } " }
      return "query Q(\(copies(count) { "$v\($0): Int " })$z: Int) { \(uses) b }"
    },
    issues("an object of many fields") { "{ a(i: {\(copies($0) { "x\($0): 1 " })}) { b } }" },
    issues("operations") { copies(max(1, $0)) { "query Q\($0) { b } " } },
    Reader("GraphQL: completing at the end of a long text", upTo: 1 << 13) { count in
      "{ \(copies(count) { "f\($0): a(x: 1) { b } " }) a { "
    } read: { text in
      _ = small?.completions(in: text, at: text.utf8.count)
    },
    Reader("GraphQL: making the search of a schema", upTo: 1 << 13) {
      large($0)
    } read: { schema in
      _ = schema.map { SchemaSearch($0) }
    },
    Reader("GraphQL: searching for a letter that all have", upTo: 1 << 13) {
      large($0).map { SchemaSearch($0) }
    } read: { search in
      _ = search?.entries(matching: "a")
    },
    Reader("GraphQL: searching for two words that none has", upTo: 1 << 13) {
      large($0).map { SchemaSearch($0) }
    } read: { search in
      _ = search?.entries(matching: "name zz")
    },
  ]
}
