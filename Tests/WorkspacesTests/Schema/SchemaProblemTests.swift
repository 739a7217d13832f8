import Basics
import Testing

@testable import Workspaces

@Suite("The problems of a value with its schema") struct SchemaProblemTests {
  static func words(_ schema: String, _ value: String) throws -> [String] {
    let schema = try JSONSchema(JSONValue(parsing: schema.utf8))
    return try schema.problems(in: JSONValue(parsing: value.utf8)).map { $0.words() }
  }

  private static let user = """
    {"type": "object", "required": ["id", "name"], "additionalProperties": false,
     "properties": {"id": {"type": "integer"}, "name": {"type": ["string", "null"], "maxLength": 5},
       "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": true},
       "owner": {"$ref": "#/$defs/owner"}}, "$defs": {"owner": {"properties": {"age": {"minimum": 18}}}}}
    """

  @Test(
    "Each problem has its path in the value, a reason, and its location in the schema",
    arguments: [
      (#"{"id": 1, "name": null, "tags": ["a", "b"], "owner": {"age": 18}}"#, []),
      (#"{"id": "1", "name": "Ada"}"#, [#"$.id: expected an integer, got "1" (#/properties/id/type)"#]),
      (
        #"{"id": 1.5, "name": 7}"#,
        [
          "$.id: expected an integer, got 1.5 (#/properties/id/type)",
          "$.name: expected a string or null, got 7 (#/properties/name/type)",
        ]
      ),
      (#"{"id": 1}"#, [#"$: the member "name" is missing (#/required)"#]),
      (
        #"{"id": 1, "name": "Gottfried"}"#,
        [
          "$.name: expected at most 5 characters, got 9 (#/properties/name/maxLength)"
        ]
      ),
      (#"{"id": 1, "name": "", "more": 1}"#, ["$.more: this member is not allowed (#/additionalProperties)"]),
      (
        #"{"id": 1, "name": "", "tags": ["a", "c", "a"]}"#,
        [
          "$.tags: elements 0 and 2 are equal (#/properties/tags/uniqueItems)",
          #"$.tags[1]: expected one of "a", "b", got "c" (#/properties/tags/items/enum)"#,
        ]
      ),
      (
        #"{"id": 1, "name": "", "owner": {"age": 17}}"#,
        [
          "$.owner.age: expected at least 18, got 17 (#/$defs/owner/properties/age/minimum)"
        ]
      ),
      ("[1]", ["$: expected an object, got an array of 1 (#/type)"]),
    ])
  func places(value: String, wanted: [String]) throws {
    #expect(try Self.words(Self.user, value) == wanted)
  }

  @Test("The reason comes from the nearest alternative")
  func alternatives() throws {
    let schema = #"{"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "null"}}, "type": "object"}]}"#
    #expect(
      try Self.words(schema, #"{"a": 1}"#) == [
        "$: fits none of the 2 alternatives; nearest is anyOf/1: $.a: expected null, got 1 "
          + "(#/anyOf/1/properties/a/type) (#/anyOf)"
      ])
    #expect(
      try Self.words(#"{"oneOf": [{"minimum": 1}, {"maximum": 9}]}"#, "5") == [
        "$: fits oneOf/0 and oneOf/1, expected exactly one of them (#/oneOf)"
      ])
  }

  @Test(
    "An invalid schema is reported with the location and the supported drafts",
    arguments: [
      (#"{"properties": {"a": {"type": "strng"}}}"#, "#/properties/a/type"), (#"{"minLength": -1}"#, "#/minLength"),
      (#"{"items": [{}]}"#, "#/items"), ("7", "#"), (#"{"pattern": "("}"#, "#/pattern"),
      (##"{"$ref": "#/$defs/nowhere"}"##, "#/$defs/nowhere, which does not exist"),
      (#"{"$ref": "https://example.com/a.json"}"#, "https://example.com/a.json"),
      (#"{"$schema": "http://json-schema.org/draft-04/schema#"}"#, "only draft 2020-12 and draft 7"),
    ])
  func wrong(schema: String, words: String) throws {
    let value = try JSONValue(parsing: schema.utf8)
    let fault = #expect(throws: SchemaFault.self) { try JSONSchema(value) }
    #expect(fault?.description.contains(words) == true, "\(fault as Any)")
  }

  @Test("The meta-schemas are complete, even if the first caller is cancelled")
  func cancelled() async {
    for (address, dialect) in [
      (SchemaDialect.draft7Address, SchemaDialect.draft7), (SchemaDialect.draft2020Address, .draft2020),
    ] {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return JSONSchema.meta(address, dialect) != nil
      }
      #expect(await task.value)
    }
  }

  @Test("Numbers are compared with all their digits, texts by their code points")
  func exact() throws {
    #expect(try Self.words(#"{"maximum": 9007199254740992}"#, "9007199254740993").count == 1)
    #expect(try Self.words(#"{"multipleOf": 0.01}"#, "4.35").isEmpty)
    #expect(try Self.words(#"{"multipleOf": 0.01}"#, "4.355").count == 1)
    #expect(try Self.words(#"{"const": 1e2}"#, "100.0").isEmpty)
    #expect(try Self.words("{\"const\": \"e\u{301}\"}", "\"\u{e9}\"").count == 1)
    #expect(try Self.words(#"{"maximum": 1}"#, "1e999999999999999999999").count == 1)
  }
}
