import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Going to the definition of a variable and back")
struct DefinitionTests {
  private static let settingsPath = "/w/demo/users/folder.yml"

  private func journey(_ definition: RequestDefinition, _ entries: [VariableTable.Entry]) -> Journey {
    var journey = Journey.request(definition, columns: 120, rows: 40)
    let layers = [
      SendContext.Layer(path: Samples.root, name: "Demo", settings: SharedSettings(variables: [Row("area", "all")])),
      SendContext.Layer(
        path: "/w/demo/users", name: "Users",
        settings: SharedSettings(variables: [Row("other", "1"), Row("area", "users")])),
    ]
    journey.apply(
      .files(
        .variablesLoaded(
          .file(Samples.getUserPath), VariableTable(entries), surroundings: RequestSurroundings(layers: layers))))
    journey.press(.up)
    journey.forget()
    return journey
  }

  private func url(_ url: String) -> RequestDefinition { RequestDefinition(name: "R", url: url) }

  @Test("An environment variable opens the editor on its row, and Esc returns")
  func environment() {
    var journey = journey(url("http://h/{{token}}"), [.init("token", "1", origin: .environment("local"))])
    journey.apply(.environment(.loaded([Environment(name: "local", variables: [.init(Row("token", "1"))])])))
    journey.press(.alt("."))
    #expect(journey.state.overlay == .environmentEditor)
    journey.press(.escape)
    #expect(journey.state.overlay == nil && journey.editor.isOnURL)
  }

  @Test("A request variable leads to its row, and back to the field, even from a text")
  func own() {
    var definition = url("http://h/{{id}}")
    definition.variables = [Row("id", "1", isEnabled: false), Row("id", "7")]
    var journey = journey(definition, [.init("id", "7", origin: .request)])
    journey.press(.control("l"), .function(12))
    #expect(journey.editor.tab == .variables && journey.editor.cursor.row == 1 && !journey.editor.isOnURL)
    journey.press(.alt(","))
    #expect(journey.editor.isOnURL)
    journey.press(.alt(","))
    #expect(journey.footer.contains("There is nothing to go back to"))
  }

  @Test("A folder variable opens the folder's settings on its row once they are read")
  func folder() {
    var journey = journey(url("http://h/{{area}}"), [.init("area", "users", origin: .folder("Users"))])
    journey.press(.alt("."))
    #expect(journey.effects.contains(.files(.loadSettings(folder: "/w/demo/users"))))
    let settings = RequestDefinition(
      SharedSettings(authentication: .inherit, variables: [Row("other", "1"), Row("area", "users")]), of: .folder,
      named: "Users")
    journey.apply(.files(.requestLoaded(.file(Self.settingsPath), settings, id: nil, collection: Samples.root)))
    #expect(journey.state.current == .file(Self.settingsPath))
    #expect(journey.editor.tab == .variables && journey.editor.cursor.row == 1)
    journey.press(.alt(","))
    #expect(journey.state.current == .file(Samples.getUserPath) && journey.editor.isOnURL)
  }

  @Test("With equal names, the collection's variable leads to the collection")
  func collection() {
    var journey = journey(url("http://h/{{area}}"), [.init("area", "all", origin: .collection)])
    journey.press(.alt("."))
    #expect(journey.effects.contains(.files(.loadSettings(folder: Samples.root))))
  }

  @Test("A reference opens the request of the answer; a captured variable opens the capturing request")
  func answers() {
    var journey = journey(url("http://h/{{users/list | $.id}}"), [])
    journey.press(.alt("."))
    #expect(journey.effects.contains(.files(.loadRequest(.file("/w/demo/users/List users.yml")))))
    var keeping = with(Samples.getUser, url: "http://h/{{id}}")
    keeping.captures = [Capture(variable: "id", expression: "body.id")]
    var other = self.journey(keeping, [.init("id", "7", origin: .runtime)])
    other.press(.alt("."))
    #expect(other.editor.tab == .tests)
  }

  private func with(_ definition: RequestDefinition, url: String) -> RequestDefinition {
    var definition = definition
    definition.url = url
    return definition
  }

  @Test("With several variables in a field a list asks which; without any, a note says so")
  func several() {
    var journey = journey(
      url("http://{{a}}/{{b}}"),
      [.init("a", "1", origin: .request), .init("b", "2", origin: .environment("local"))])
    journey.press(.alt("."))
    #expect(journey.text.contains("Why this value?"))
    var plain = self.journey(url("http://h/"), [])
    plain.press(.alt("."))
    #expect(plain.footer.contains("There is no variable under the cursor"))
  }

  @Test("An undefined variable leads to the chosen environment")
  func missing() {
    var journey = journey(url("http://h/{{new}}"), [])
    let local = Environment(name: "local", variables: [.init(Row("token", "1"))])
    journey.apply(.environment(.loaded([Environment(name: "staging", isProtected: true), local])))
    journey.press(.alt("."))
    #expect(journey.state.overlay == .environmentEditor)
    #expect(journey.state.environment.editor?.shownName == "local")
  }
}
