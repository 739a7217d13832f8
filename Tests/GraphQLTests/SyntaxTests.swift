import GraphQL
import TestSupport
import Testing

@Suite("GraphQL's syntax")
struct SyntaxTests {
  @Test("An operation is parsed with the locations of its parts")
  func operation() throws {
    let text =
      "query Q($a: [Int!]! = [1] @x) @y { a: b(c: {d: \"e\"}) @skip(if: $a) { ...F ... on T { f } ... { g } } }"
    let document = try GraphQLDocument(parsing: text)
    let operation = try #require(document.operations.first)
    #expect(operation.name?.text == "Q")
    #expect(operation.variables.map(\.type.type.description) == ["[Int!]!"])
    #expect(operation.range == 0..<text.utf8.count)
    guard case .field(let field) = operation.selectionSet.selections[0] else {
      Issue.record("no field")
      return
    }
    #expect(field.responseName == "a")
    #expect(field.arguments.map(\.value.description) == ["{d: \"e\"}"])
    #expect(field.selectionSet?.selections.count == 3)
  }

  @Test(
    "A syntax error is reported in plain words with its line and column",
    arguments: [
      ("{ a\n  b( }", "line 2, column 6: expected an argument, found }"),
      ("{ a", "line 1, column 4: expected a field, found the end of the text"),
      ("query Q {\r\n  ä }", "line 2, column 3: a character that GraphQL does not know (expected a field)"),
      ("{ a(b: 01) }", "line 1, column 8: a number with a leading zero (expected a value)"),
      ("{ a(b: \"x\n\") }", "line 1, column 8: a string without its end (expected a value)"),
      ("{ a(b: 'x') }", "line 1, column 8: a single quote; strings need double quotes (expected a value)"),
      ("fragment on on T { a }", "line 1, column 10: expected the name of the fragment, found \"on\""),
      (
        "",
        "line 1, column 1: expected an operation or a fragment: query, mutation, subscription, fragment or {, found the end of the text"
      ),
    ])
  func fault(text: String, words: String) {
    let error = #expect(throws: GraphQLSyntaxError.self) { try GraphQLDocument(parsing: text) }
    #expect(error?.description == words)
  }

  @Test("An error in a schema names the definitions that a schema may have", arguments: ["", "type T { a: Int }\n}"])
  func schemaFault(text: String) {
    let error = #expect(throws: GraphQLSyntaxError.self) { try GraphQLDocument(parsing: text, isSchema: true) }
    let words = "expected a definition: schema, scalar, type, interface, union, enum, input, directive or extend"
    #expect(error?.message.hasPrefix(words) == true, "\(String(describing: error))")
  }

  @Test("Block strings lose the common indentation of their lines and empty lines at both ends")
  func blockStrings() throws {
    let text = "{ a(b: \"\"\"\n    one\n      two \\\"\"\"\n\n  \"\"\") }"
    let document = try GraphQLDocument(parsing: text)
    guard case .field(let field) = document.operations[0].selectionSet.selections[0] else {
      Issue.record("\(document)")
      return
    }
    #expect(field.arguments[0].value.kind == .string("one\n  two \"\"\"", isBlock: true))
  }

  @Test("Excessive nesting is an error, not an overflow", arguments: ["{a", "{a(b:[", "query($a:["])
  func deep(opening: String) {
    let unit = opening.last == "[" ? "[" : "{a"
    let text = opening + String(repeating: unit, count: 100_000)
    let error = #expect(throws: GraphQLSyntaxError.self) { try GraphQLDocument(parsing: text) }
    #expect(error?.message == "nested deeper than 100 levels")
  }

  @Test("Parsing time is linear in the length of the text")
  func linear() {
    let growth = Growth(from: 256, upTo: 1 << 14, enough: 2.3) { size in
      "{" + String(repeating: " a(b: [1, {c: \"d\"}]) { e } # f\n", count: size) + "}"
    } work: { text in
      #expect(throws: Never.self) { try GraphQLDocument(parsing: text) }
    }
    #expect(growth.factor <= 2.6, "\(growth)")
  }
}
