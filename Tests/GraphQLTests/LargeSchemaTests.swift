import GraphQL
import Testing

/// Schemas of the maximum supported size.
@Suite struct LargeSchemaTests {
  private static func introspection(types: Int, description: Int) -> [UInt8] {
    let words = String(repeating: "w", count: description)
    var text = #"{"data":{"__schema":{"queryType":{"name":"Query"},"directives":[],"types":["#
    text += #"{"kind":"SCALAR","name":"Int"},{"kind":"OBJECT","name":"Query","interfaces":[],"fields":["#
    text += #"{"name":"t1","args":[],"type":{"kind":"OBJECT","name":"T1"}}]}"#
    for number in 1...types {
      text += #",{"kind":"OBJECT","name":"T\#(number)","interfaces":[],"description":"\#(words)","fields":["#
      text += #"{"name":"n","args":[],"type":{"kind":"SCALAR","name":"Int"}},"#
      text += #"{"name":"next","args":[],"type":{"kind":"OBJECT","name":"T\#(number % types + 1)"}}]}"#
    }
    return Array((text + "]}}}").utf8)
  }

  @Test func `A schema of 20,000 types can be parsed, validated against and completed`() throws {
    let schema = try GraphQLSchema(introspection: Self.introspection(types: 20_000, description: 0))
    #expect(schema.types.count >= 20_002)
    let query = "{ t1 { next { next { n x } } } }"
    #expect(schema.issues(in: query).map(\.message) == ["T3 has no field \"x\"; did you mean \"n\"?"])
    #expect(schema.completions(in: "{ t1 { ne", at: 9).map(\.label) == ["next"])
  }

  @Test func `A schema of 20 MB is parsed, and a truncated one is rejected in one line`() throws {
    let bytes = Self.introspection(types: 1_000, description: 20_800)
    #expect(bytes.count > 20 << 20)
    #expect(try GraphQLSchema(introspection: bytes).type("T1000")?.description?.utf8.count == 20_800)
    let error = #expect(throws: SchemaError.self) { try GraphQLSchema(introspection: Array(bytes.dropLast(3))) }
    #expect(error.map { !"\($0)".contains("\n") && "\($0)".utf8.count < 300 } == true, "\(error.map { "\($0)" } ?? "")")
  }
}
