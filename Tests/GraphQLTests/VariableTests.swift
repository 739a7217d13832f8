import Basics
import GraphQL
import Testing

@Suite("GraphQL's variables")
struct VariableTests {
  private let text = "query Q($id: ID!, $n: Int = 3, $f: UserFilter, $r: [Role!]!, $i: RenameInput!) { version }"

  @Test("A template has a valid value for each variable")
  func template() throws {
    let schema = try Sample.schema()
    let operation = try Sample.document(text).operations[0]
    let template = schema.variablesTemplate(of: operation)
    #expect(template.text == #"{"id":"","n":3,"f":null,"r":[],"i":{"id":"","name":""}}"#)
    #expect(schema.check(variables: template, of: operation) == [])
  }

  @Test("A value that its type does not allow is reported with its path")
  func faults() throws {
    let schema = try Sample.schema()
    let operation = try Sample.document(text).operations[0]
    let values: JSONValue = [
      "n": 1.5, "f": ["role": "NOBODY", "nested": ["nmae": 1]], "r": ["ADMIN", nil as JSONValue? ?? .null],
      "i": ["id": 7, "name": "a", "by": ["id": "1", "name": "2"]], "x": 1,
    ]
    let issues = schema.check(variables: values, of: operation).map { "\($0.path): \($0.message)" }
    #expect(
      issues == [
        "id: a value is missing: ID!", "n: expected Int, found 1.5", "f.role: expected Role, found \"NOBODY\"",
        "f.nested.nmae: UserFilter has no field \"nmae\"", "r[1]: a Role! cannot be null",
        "i.by: By takes exactly one of its fields", "x: the operation has no variable $x",
      ])
    #expect(
      schema.check(variables: ["id": "{{id}}", "r": "{{r}}", "i": "{{i}}"], of: operation) { $0.hasPrefix("{{") } == [])
  }
}
