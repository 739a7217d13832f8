import Basics
import Testing

@testable import Workspaces

@Suite("Schemas that would not terminate") struct HostileSchemaTests {
  private static func verdict(_ schema: String, _ value: String = "1", steps: Int = 2_000_000) -> SchemaFault? {
    do {
      let schema = try JSONSchema(JSONValue(parsing: schema.utf8))
      _ = try schema.problems(in: JSONValue(parsing: value.utf8), steps: steps)
      return nil
    } catch {
      return error as? SchemaFault
    }
  }

  @Test(
    "A schema that refers to itself for the same value is refused by name",
    arguments: [
      ##"{"$ref": "#"}"##, ##"{"allOf": [{"$ref": "#"}, {"$ref": "#"}]}"##, ##"{"not": {"$ref": "#"}}"##,
      ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}, "$ref": "#/$defs/a"}"##,
      ##"{"$dynamicAnchor": "x", "$dynamicRef": "#x"}"##,
      ##"{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#"}"##,
    ])
  func endless(schema: String) {
    guard case .endless? = Self.verdict(schema) else {
      Issue.record("\(Self.verdict(schema) as Any)")
      return
    }
  }

  @Test("A schema that refers to itself for parts of the value is allowed")
  func tree() {
    let list = ##"{"properties": {"next": {"$ref": "#"}}, "required": ["value"]}"##
    let value =
      String(repeating: #"{"value": 1, "next": "#, count: 150) + #"{"value": 1}"#
      + String(repeating: "}", count: 150)
    #expect(Self.verdict(list, value) == nil)
  }

  @Test("Alternatives that multiply, in the schema or with the value, end with a reason")
  func exponential() {
    let levels = (0..<30).map {
      ##""a\##($0)": {"anyOf": [{"$ref": "#/$defs/a\##($0 + 1)"}, {"$ref": "#/$defs/a\##($0 + 1)"}]}"##
    }
    let schema = ##"{"$defs": {"## + levels.joined(separator: ", ") + ##", "a30": false}, "$ref": "#/$defs/a0"}"##
    #expect(Self.verdict(schema) == .tooLong)
    let twice =
      ##"{"anyOf": [{"items": {"$ref": "#"}, "minItems": 2}, {"items": {"$ref": "#"}, "minItems": 3}], "type": "array"}"##
    let value = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    #expect([nil, .tooLong].contains(Self.verdict(twice, value)))
  }

  @Test("A pattern with exponential backtracking elsewhere is fast here")
  func pattern() {
    let value = "\"" + String(repeating: "a", count: 50_000) + "!\""
    #expect(Self.verdict(#"{"pattern": "^(a+)+$"}"#, value) == nil)
    #expect(Self.verdict(#"{"pattern": "^(a|aa)+$"}"#, value) == nil)
    let member = "{\(value): 1}"
    #expect(Self.verdict(#"{"patternProperties": {"^(a|a?)+$": false}}"#, member) == nil)
  }

  @Test("The deepest schema and the deepest value that can be read do not overflow the stack")
  func deep() {
    let depth = 199
    for (open, close) in [(#"{"not": "#, "}"), (#"{"items": "#, "}"), (#"{"$defs": {"a": "#, "}}")] {
      let count = open.contains("$defs") ? depth / 2 : depth
      let schema = String(repeating: open, count: count) + "true" + String(repeating: close, count: count)
      let value = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      _ = Self.verdict(schema, value)
    }
    // Several schemas for each level of the value.
    let nested = ##"{"allOf": [{"anyOf": [{"allOf": [{"items": {"$ref": "#"}}]}]}]}"##
    let value = String(repeating: "[", count: 199) + String(repeating: "]", count: 199)
    let fault = Self.verdict(nested, value, steps: 50_000_000)
    if case .tooDeep? = fault { return }
    #expect(fault == nil)
  }

  @Test("A huge schema is compiled, and its value checked")
  func huge() {
    let members = (0..<20_000).map { #""m\#($0)": {"type": "integer"}"# }.joined(separator: ", ")
    #expect(Self.verdict("{\"properties\": {\(members)}}", #"{"m19999": 1}"#) == nil)
  }
}
