import GraphQL
import Testing

@Suite("Fields toggled in a query")
struct ToggleTests {
  private func toggle(_ text: String, _ path: [SelectionStep], _ kind: OperationKind = .query) throws -> String {
    let schema = try Sample.schema()
    let result = try schema.toggle(path, of: kind, in: text).text
    #expect(schema.issues(in: result) == [], "\(result)")
    return result
  }

  @Test("A field is added with its required arguments as variables and its required selection")
  func added() throws {
    let text = "# mine\nquery Q {\n  version # it\n}\n"
    #expect(
      try toggle(text, [.field("user"), .field("friends"), .field("name")])
        == "# mine\nquery Q($id: ID!) {\n  version # it\n  user(id: $id) {\n    friends {\n      name\n    }\n  }\n}\n")
    #expect(try toggle("{ version }", [.field("user")]) == "query($id: ID!) { version user(id: $id) { id } }")
    #expect(
      try toggle(
        "query Q($id: ID!) {\r\n\tuser(id: $id) {\r\n\t\tid\r\n\t}\r\n}",
        [.field("node"), .on("Page"), .field("title")])
        == "query Q($id: ID!, $nodeId: ID!) {\r\n\tuser(id: $id) {\r\n\t\tid\r\n\t}\r\n\tnode(id: $nodeId) {\r\n\t\t... on Page {\r\n\t\t\ttitle\r\n\t\t}\r\n\t}\r\n}"
    )
  }

  @Test("A field whose response name is taken gets an alias")
  func alias() throws {
    #expect(try toggle("{ version: __typename }", [.field("version")]) == "{ version: __typename version2: version }")
  }

  @Test(
    "A field is removed with its line, its empty parents and its unused variables"
  )
  func removed() throws {
    let text =
      "query Q($id: ID!, $n: Int) {\n  version\n  user(id: $id) {\n    friends(first: $n) {\n      name # who\n    }\n    id\n  }\n}\n"
    #expect(
      try toggle(text, [.field("user"), .field("friends"), .field("name")])
        == "query Q($id: ID!) {\n  version\n  user(id: $id) {\n    id\n  }\n}\n")
    #expect(
      try toggle("query($id: ID!) { version user(id: $id) { id } }", [.field("user"), .field("id")])
        == "query { version }")
    #expect(try toggle("{ version }", [.field("version")]) == "{ __typename }")
  }

  @Test("Adding and removing a field restores the text")
  func both() throws {
    let text = "query Q($r: Role) {\n  users(role: $r) {\n    id\n    # end\n  }\n}\n"
    for path: [SelectionStep] in [
      [.field("user"), .field("name")], [.field("users"), .field("name")],
      [.field("users"), .field("friends"), .field("id")],
      [.field("node"), .on("User"), .field("role")], [.field("version")],
    ] {
      let there = try toggle(text, path)
      #expect(there != text)
      #expect(try toggle(there, path) == text)
    }
  }

  @Test("A missing operation of that kind is added")
  func newOperation() throws {
    #expect(try toggle("", [.field("version")]) == "query {\n  version\n}\n")
    #expect(
      try toggle("query Q { version }", [.field("rename")], .mutation)
        == "query Q { version }\n\nmutation NewMutation($input: RenameInput!) {\n  rename(input: $input) {\n    id\n  }\n}\n"
    )
  }

  @Test("A field selected by a fragment is marked, and can only be changed in the fragment")
  func fragments() throws {
    let schema = try Sample.schema()
    let text = "{ node(id: 1) { ...F ... on Page { title } id } } fragment F on User { name friends { ...F } }"
    let document = try Sample.document(text)
    let marks = SelectionMarks(schema, document, document.operations[0])
    #expect(marks.steps(at: []) == [.field("node"): .direct])
    #expect(
      marks.steps(at: [.field("node")]) == [.on("User"): .byFragment("F"), .on("Page"): .direct, .field("id"): .direct])
    #expect(
      marks.steps(at: [.field("node"), .on("User"), .field("friends")])
        == [.field("name"): .byFragment("F"), .field("friends"): .byFragment("F")])
    let error = #expect(throws: ToggleError.self) {
      try schema.toggle([.field("node"), .on("User"), .field("name")], in: text)
    }
    #expect(error?.message == "the fragment \"F\" selects it; change it there")
  }

  @Test("An unparsable text and an unknown field are rejected with a reason")
  func faults() throws {
    let schema = try Sample.schema()
    #expect(throws: ToggleError.self) { try schema.toggle([.field("version")], in: "{ version") }
    #expect(throws: ToggleError.self) { try schema.toggle([.field("nope")], in: "{ version }") }
  }
}
