import GraphQL
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct SchemaTests {
  private static let text = """
    type Query {
      "Everybody."
      users(first: Int = 10): [User!]!
      user(id: ID!): User
      old: String @deprecated(reason: "Use users.")
    }
    type Mutation { rename(id: ID!, name: String!): User }
    "A user who can place orders."
    type User { id: ID!  name: String  friend: User  role: Role }
    enum Role { admin editor }
    """
  private static let path = "/w/demo/graphql/people.yml"

  private func opened(
    _ query: String = "query People {\n  users { id }\n}\n", columns: Int = 120, rows: Int = 40
  ) throws -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(
      RequestDefinition(
        kind: .graphql, name: "People", method: "POST", url: "http://h/graphql",
        body: .graphql(query: query, variables: "")), path: Self.path)
    journey.state.focus = .request
    journey.apply(.request(.tabChosen(.body)))
    let schema = SchemaReference(try GraphQLSchema(text: Self.text), origin: "The stored schema")
    journey.apply(.schema(.arrived(.file(Self.path), .known(schema))))
    return journey
  }

  @Test func `A stored schema is read with the request, and fetched only when the pane opens.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open(
      RequestDefinition(
        kind: .graphql, name: "Q", method: "POST", url: "http://h/", body: .graphql(query: "", variables: "")),
      path: Self.path)
    func reads(_ fetches: Bool) -> Int {
      journey.effects.count {
        if case .transfer(.readSchema(_, _, _, fetches: fetches)) = $0 { true } else { false }
      }
    }
    #expect(reads(false) == 1 && reads(true) == 0)
    journey.apply(.schema(.arrived(.file(Self.path), .absent("not fetched yet: introspection of http://h/"))))
    #expect(reads(true) == 0)
    journey.state.focus = .request
    journey.apply(.request(.tabChosen(.body)))
    journey.go("S")
    #expect(reads(true) == 1 && journey.text.contains("Fetching the schema"), "\(journey.text)")
    journey.apply(.schema(.arrived(.file(Self.path), .failed("the server answered 404"))))
    #expect(journey.text.contains("No schema: the server answered 404"))
    journey.go("esc")
    #expect(journey.state.schema == nil && journey.state.overlay == nil)
  }

  @Test func `Another environment or source reads another schema, after a pause in typing.`()
    throws
  {
    var journey = try opened()
    func reads() -> [String?] {
      defer { journey.forget() }
      return journey.effects.compactMap {
        guard case .transfer(.readSchema(_, _, let terms, fetches: false)) = $0 else { return nil }
        return terms.environment ?? "none"
      }
    }
    _ = reads()
    journey.apply(.environment(.chosen("local")))
    #expect(reads() == ["local"] && journey.state.session?.schema == .waiting(isFetch: false))
    journey.apply(.schema(.arrived(.file(Self.path), .absent("nothing"))))
    #expect(reads().isEmpty)
    var draft = try #require(journey.state.session?.draft)
    draft.graphQL.schema = "schema.graphql"
    journey.apply(.request(.replaced(draft), of: .file(Self.path)))
    #expect(reads() == ["local"])
    // A schema that arrives for the former request data is requested again.
    draft.graphQL.schema = "other.graphql"
    journey.apply(.request(.replaced(draft), of: .file(Self.path)))
    #expect(reads().isEmpty)
    journey.apply(.schema(.arrived(.file(Self.path), .absent("nothing"))))
    #expect(reads() == ["local"])
    journey.apply(.schema(.arrived(.file(Self.path), .absent("nothing"))))
    draft.graphQL.schema = ""
    journey.apply(.request(.replaced(draft), of: .file(Self.path)))
    journey.apply(.schema(.arrived(.file(Self.path), .absent("nothing"))))
    _ = reads()
    journey.go("ctrl-l ‹x›")
    #expect(journey.state.session?.draft.url != draft.url && reads().isEmpty)
    journey.go("esc")
    #expect(reads() == ["local"])
  }

  @Test func `Space adds a field to the query or removes it, and undo reverts that.`() throws {
    var journey = try opened()
    let before = journey.query
    journey.go("S")
    #expect(journey.text.contains("◉ users(first: Int = 10)") && journey.text.contains("○ user(id: ID!)"))
    journey.go("right down down space")
    #expect(journey.query.contains("name") && journey.text.contains("◉ name"), "\(journey.query)")
    journey.go("space")
    #expect(journey.query == before)
    journey.go("space esc u")
    #expect(journey.query == before)
  }

  @Test func `The tree opens step by step, and shows docs and deprecations.`() throws {
    var journey = try opened()
    journey.go("S")
    #expect(journey.text.contains("Everybody.") && journey.text.contains("old") && journey.text.contains("deprecated"))
    journey.go("down down")
    #expect(journey.text.contains("Deprecated: Use users."))
    journey.go("o")
    #expect(journey.text.contains("rename(id: ID!, name: String!)") && journey.text.contains("mutation"))
  }

  @Test func `Types lead to other types and back, and a search finds them by name.`() throws {
    var journey = try opened()
    journey.go("S tab")
    #expect(journey.text.contains("type User") && journey.text.contains("enum Role"))
    journey.go("/ ‹friend› down")
    #expect(journey.text.contains("User.friend: User"))
    journey.go("up enter")
    #expect(journey.text.contains("User › ") == false && journey.text.contains("User.role: Role"), "\(journey.text)")
    journey.go("down down down enter")
    #expect(journey.text.contains("Role.admin") && journey.text.contains("User › Role"), "\(journey.text)")
    journey.go("esc esc")
    #expect(journey.text.contains("friend") && journey.state.schema?.place.isEmpty == true)
    journey.go("esc esc")
    #expect(journey.state.schema == nil)
  }

  @Test func `Completion offers what the schema allows at the caret.`() throws {
    var journey = try opened("")
    journey.go("enter ‹{ us›")
    let list = journey.text
    #expect(list.contains("users") && list.contains("[User!]!"), "\(list)")
    journey.go("enter")
    #expect(journey.query.contains("users"), "\(journey.query)")
  }

  @Test func `Violations of the schema are reported during typing.`() throws {
    var journey = try opened("{ users { nme } }")
    #expect(journey.text.contains("line 1, column 11"), "\(journey.text)")
    journey = try opened("{ users { {{field}} } }")
    #expect(!journey.text.contains("line 1, column"))
  }

  @Test func `The variables of the operation are filled in and checked against their types.`() throws {
    var journey = try opened("query Q($id: ID!, $n: Int = 3) { user(id: $id) { id } users(first: $n) { id } }")
    func variables() -> String { journey.state.session?.draft.text(in: .graphVariables) ?? "" }
    journey.go("S v esc")
    #expect(variables().contains("\"id\"") && variables().contains("\"n\": 3"), "\(variables())")
    journey.go("S v")
    let said = String(describing: journey.state.message)
    #expect(said.contains("All variables have a value"), "\(said)")
    let wrong = QueryIssue.first(
      inVariables: "{\n  \"id\": 1,\n  \"n\": \"x\"\n}", of: try #require(journey.state.session?.draft),
      by: try GraphQLSchema(text: Self.text))
    #expect(
      wrong?.line == 3 && wrong?.column == 3 && wrong?.message.hasPrefix("n: ") == true, "\(String(describing: wrong))")
  }

  @Test func `With several operations, the one under the cursor is sent unless the file names one.`() throws {
    var journey = try opened("query A { users { id } }\n\nquery B { old }\n")
    func sent() -> String? {
      for case .transfer(.send(_, _, let definition, _)) in journey.effects { return definition.graphQL.operation }
      return nil
    }
    journey.go("enter ctrl-end esc")
    journey.forget()
    journey.go("ctrl-r")
    #expect(sent() == "B", "\(journey.effects)")
    #expect(journey.state.session?.draft.graphQL.operation == "")
  }

  @Test(arguments: [(20, 5), (80, 24), (120, 40), (200, 60)])
  func `The schema is drawn at any size.`(columns: Int, rows: Int) throws {
    var journey = try opened(columns: columns, rows: rows)
    journey.go("S down right tab enter / ‹u› down esc")
    #expect(!journey.text.isEmpty)
  }
}
