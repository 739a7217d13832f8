import Basics
import Foundation
import GraphQL
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The schema in a window wide enough to show it beside the request.
@Suite struct SchemaPaneTests {
  private static let path = "/w/demo/graphql/people.yml"

  private func opened(columns: Int = 200, rows: Int = 60) throws -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(
      RequestDefinition(
        kind: .graphql, name: "People", method: "POST", url: "http://h/graphql",
        body: .graphql(query: "query People {\n  users { id }\n}\n", variables: "")), path: Self.path)
    journey.state.focus = .request
    journey.apply(.request(.tabChosen(.body)))
    let schema = try GraphQLSchema(text: "type Query { users: [User] old: Int } type User { id: ID name: String }")
    journey.apply(.schema(.arrived(.file(Self.path), .known(SchemaReference(schema, origin: "kept")))))
    journey.go("S")
    return journey
  }

  /// The position of a text on the screen.
  private func place(of text: String, in journey: Journey) throws -> Point {
    let lines = journey.lines
    let row = try #require(lines.firstIndex { $0.contains(text) })
    let start = try #require(lines[row].range(of: text)).lowerBound
    return Point(x: TextWidth.of(String(lines[row][..<start])), y: row)
  }

  @Test(arguments: [(160, 24), (200, 60)])
  func `The query is visible and changes while its fields are ticked.`(columns: Int, rows: Int) throws {
    var journey = try opened(columns: columns, rows: rows)
    #expect(journey.text.contains("users { id }") && journey.text.contains("◉ users: [User]"), "\(journey.text)")
    #expect(journey.text.contains("Response") && (journey.lines.last ?? "").contains("Space tick"))
    journey.go("down space")
    #expect(journey.query.contains("old") && journey.text.contains("◉ old: Int"))
    #expect(journey.lines.contains { $0.contains(" old ") && !$0.contains("Int") }, "\(journey.text)")
  }

  @Test func `The focus can move to the query and back while the schema stays; Esc closes it.`() throws {
    var journey = try opened()
    journey.go("⇧Tab enter ‹x›")
    #expect(journey.query.contains("x") && journey.state.schema != nil && journey.text.contains("○ old: Int"))
    journey.go("esc S down")
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
    journey.go("S")
    #expect(journey.state.overlay == nil && journey.state.schema != nil)
    journey.go("S esc")
    #expect(journey.state.schema == nil && journey.state.overlay == nil && journey.state.focus == .request)
    #expect(!journey.text.contains("old: Int"))
  }

  @Test func `The send keys also work in the schema.`() throws {
    var journey = try opened()
    journey.forget()
    journey.go("ctrl-r")
    let isSent = !journey.sends.isEmpty
    #expect(isSent && journey.state.schema != nil && journey.state.overlay == nil)
  }

  @Test func `The motion keys of a preset also work in the schema.`() throws {
    var journey = try opened()
    journey.apply(.settingsRead(UserSettings(ReadConfiguration(Array("keys: emacs\n".utf8), .user))))
    journey.press(.control("n"))
    #expect(journey.state.schema?.cursor.row == 1)
    journey.press(.control("p"), .control("f"), .control("s"))
    #expect(journey.state.schema?.view == .types && journey.state.schema?.search != nil)
    journey.go("‹old›")
    #expect(journey.text.contains("Query.old"))
    journey.press(.control("g"), .control("g"))
    #expect(journey.state.schema == nil && journey.state.overlay == nil)
  }

  @Test func `A click acts on the pane under it.`() throws {
    var journey = try opened()
    let (old, users, key) = (
      try place(of: "old: Int", in: journey), try place(of: "users {", in: journey),
      try place(of: "t types", in: journey)
    )
    journey.click(users.x, users.y)
    #expect(journey.state.overlay == nil && journey.state.focus == .request && journey.state.schema != nil)
    journey.click(old.x, old.y)
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
    journey.click(key.x, key.y)
    #expect(journey.state.schema?.view == .types)
    let response = try place(of: "Response", in: journey)
    journey.click(response.x, response.y + 2)
    #expect(journey.state.overlay == nil && journey.state.focus == .response && journey.state.schema != nil)
  }

  @Test func `The first press on the row under the cursor only focuses the schema.`() throws {
    var journey = try opened()
    let users = try place(of: "users: [User]", in: journey)
    journey.go("⇧Tab")
    journey.click(users.x, users.y)
    #expect(journey.state.overlay == .schema && journey.state.schema?.opened.isEmpty == true)
    journey.click(users.x, users.y)
    #expect(journey.state.schema?.opened.isEmpty == false)
  }

  @Test func `Tab and ⇧Tab cycle through the request, the schema and the answer.`() throws {
    var journey = try opened()
    journey.go("tab")
    #expect(journey.state.overlay == nil && journey.state.focus == .response && journey.state.schema != nil)
    journey.go("⇧Tab")
    #expect(journey.state.overlay == .schema)
    journey.go("⇧Tab")
    #expect(journey.state.overlay == nil && journey.state.focus == .request)
    journey.go("⇧Tab")
    #expect(journey.state.overlay == nil && journey.state.focus == .tree)
    journey.go("tab")
    #expect(journey.state.overlay == nil && journey.state.focus == .request)
    journey.go("tab t")
    #expect(journey.state.overlay == .schema && journey.state.schema?.view == .types)
    journey.go("/ ‹t?:› tab")
    #expect(journey.state.schema?.search?.text == "t?:" && journey.state.focus == .response)
  }

  @Test(arguments: [200, 120])
  func `Help and palette open over the schema unless a text is edited, and return the focus.`(columns: Int) throws {
    var journey = try opened(columns: columns)
    journey.go("down ?")
    guard case .help = journey.state.overlay else {
      Issue.record("\(journey.text)")
      return
    }
    journey.go("esc")
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
    journey.go(":")
    guard case .picker = journey.state.overlay else {
      Issue.record("\(journey.text)")
      return
    }
    journey.go("esc")
    #expect(journey.state.overlay == .schema && journey.state.boxes.covered == nil)
    journey.go("/ ‹?:›")
    #expect(journey.state.overlay == .schema && journey.state.schema?.search?.text == "?:")
  }

  @Test(arguments: [200, 120])
  func `After a palette command and its box, the schema has the focus again.`(columns: Int) throws {
    var journey = try opened(columns: columns)
    journey.go("down : ‹help for this› enter")
    guard case .help = journey.state.overlay else {
      Issue.record("\(journey.text)")
      return
    }
    journey.go("esc")
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
    #expect(journey.state.boxes.covered == nil && journey.text.contains("old: Int"))
    journey.go(": ‹choose the theme› enter")
    guard case .picker = journey.state.overlay else {
      Issue.record("\(journey.text)")
      return
    }
    journey.go("down enter")
    #expect(journey.state.overlay == .schema)
    journey.go(": ‹copy the request as a› enter")
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
  }

  @Test(arguments: ["send the request", "next pane", "edit the url", "jump to a request", "go to the history"])
  func `The target of a palette command in the panes is not covered by the schema.`(command: String) throws {
    var journey = try opened(columns: 120)
    journey.go(": ‹\(command)› enter")
    if case .picker? = journey.state.overlay { journey.go("enter") }
    #expect(
      journey.state.overlay == nil && journey.state.boxes.covered == nil && journey.state.schema != nil,
      "\(journey.text)")
    #expect(!journey.text.contains("old: Int"))
    journey.go("esc")
    journey.state.focus = .request
    journey.go("S")
    #expect(journey.state.overlay == .schema && journey.text.contains("old: Int"))
  }

  @Test(arguments: [200, 120])
  func `The help begins with the keys of the schema.`(columns: Int) throws {
    var journey = try opened(columns: columns)
    journey.go("?")
    let lines = journey.lines.filter { $0.contains("│") }
    let first = try #require(lines.firstIndex { $0.contains("What you can do now, in the schema") }, "\(journey.text)")
    #expect(lines[first + 1].contains("Space") && lines[first + 1].contains("Add the field to the query"))
    #expect(lines[first...].contains { $0.contains("⇧Tab") && $0.contains("To the query") } == (columns == 200))
    journey.go("esc")
    #expect(journey.state.overlay == .schema)
  }

  @Test func `A number selects a tab of the request.`() throws {
    var journey = try opened()
    journey.go("1")
    #expect(journey.state.overlay == nil && journey.state.session?.editor.tab != .body)
  }

  @Test func `In a smaller window the schema covers the panes while focused, and is hidden otherwise.`() throws {
    var journey = try opened()
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 36))))
    #expect(journey.state.overlay == .schema && journey.text.contains("old: Int"))
    journey.apply(.terminal(.resized(Size(columns: 200, rows: 60))))
    journey.go("⇧Tab")
    journey.apply(.terminal(.resized(Size(columns: 120, rows: 36))))
    #expect(journey.state.overlay == nil && !journey.text.contains("old: Int"))
    journey.apply(.terminal(.resized(Size(columns: 200, rows: 60))))
    #expect(journey.state.overlay == nil && journey.text.contains("old: Int"))
  }

  @Test func `The schema closes with its request.`() throws {
    var journey = try opened()
    journey.go("⇧Tab")
    journey.open()
    #expect(journey.state.schema == nil && journey.state.layout.schema == nil)
  }

  @Test func `A question is drawn over the schema and returns the focus.`() throws {
    var journey = try opened()
    journey.apply(.overlay(.show(.question(.confirm("Sure", "Really?", yes: .command(OverlayCommands.help))))))
    #expect(journey.asked.contains("Really?") && journey.text.contains("old: Int"))
    journey.go("esc down")
    #expect(journey.state.overlay == .schema && journey.state.schema?.cursor.row == 1)
  }
}
