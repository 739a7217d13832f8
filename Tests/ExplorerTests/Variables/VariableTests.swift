import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Explanations of variables")
struct VariableTests {
  private static let table = VariableTable([
    .init("host", "h.example", origin: .folder("users")),
    .init("base_url", "https://{{host}}", origin: .environment("local")),
    .init("base_url", "http://old", origin: .collection),
    .init("token", "s3cr3t", isSecret: true, origin: .environment("local")),
    .init("id", "7", origin: .request),
  ])

  private func journey(_ url: String, columns: Int = 120) -> Journey {
    var journey = Journey.request(RequestDefinition(name: "R", url: url), columns: columns)
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), Self.table)))
    return journey
  }

  @Test("An explanation names the value, its origin, the definition, and overridden ones")
  func explains() {
    let explanation = VariableExplanation("base_url", in: Self.table)
    #expect(explanation.value == "https://h.example")
    #expect(explanation.reason == "from environment local")
    #expect(explanation.written == "https://{{host}}")
    #expect(explanation.losers == [.init(place: "the collection", value: "http://old")])
  }

  @Test("A secret is explained without being shown")
  func secret() {
    let explanation = VariableExplanation("token", in: Self.table)
    #expect(explanation.value == "••••")
    #expect(!explanation.lines.joined().contains("s3cr3t"))
  }

  @Test("Undefined names, dynamic values, prompts and answers are explained")
  func others() {
    #expect(VariableExplanation("nope", in: Self.table).reason.contains("not defined"))
    #expect(VariableExplanation("nope", in: Self.table).isWrong)
    #expect(VariableExplanation("$uuid", in: Self.table).reason == "regenerated on each send")
    #expect(VariableExplanation("?code", in: Self.table).reason == "asked for at each send")
    let answer = VariableExplanation("users/login | $.token | 10m", in: Self.table)
    #expect(answer.reason.contains("last answer of users/login, at most 600 s old"))
    #expect(!answer.isWrong)
  }

  @Test("During typing, the bottom line explains the variable at the caret")
  func live() {
    var journey = journey("{{base_url}}/{{id}}")
    journey.press(.control("l"))
    #expect(journey.footer.contains("id = 7  from this request"))
    journey.press(.home, .right)
    #expect(journey.footer.contains("base_url = https://h.example  from environment local, over the collection"))
    journey.press(.end)
    journey.type("x")
    #expect(!journey.footer.contains("id = 7"))
  }

  @Test("The key F3 opens the full explanation, even on a narrow screen", arguments: [40, 80, 120])
  func page(columns: Int) {
    var journey = journey("{{base_url}}/{{id}}", columns: columns)
    journey.press(.up, .function(3))
    #expect(journey.text.contains("Why this value?"))
    #expect(journey.text.contains("https://h.example"))
    #expect(journey.text.contains("from environment local"))
    journey.press(.down)
    #expect(journey.text.contains("from this request"))
  }

  @Test("F3 explains during typing, with the caret's variable first")
  func whileTyping() {
    var journey = journey("{{base_url}}/{{id}}")
    journey.press(.control("l"), .function(3))
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("no page was opened")
      return
    }
    #expect(picker.current?.id == "id")
  }

  @Test("Enter goes to the request's variables or to the environment's row")
  func goesThere() {
    var journey = journey("{{id}}/{{base_url}}")
    journey.apply(
      .environment(
        .loaded([Environment(name: "local", variables: [.init(Row("a", "1")), .init(Row("base_url", "https://x"))])])))
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), Self.table)))
    journey.press(.up, .function(3))
    journey.press(.down, .enter)
    guard journey.state.overlay == .environmentEditor, let editor = journey.state.environment.editor else {
      Issue.record("the environment was not opened")
      return
    }
    #expect(editor.current?.name == "local")
    #expect(editor.cursor.row == 1)
  }

  @Test("Variables in a header and a body are found")
  func elsewhere() {
    var definition = RequestDefinition(name: "R", url: "x", headers: [Row("X-Id", "{{id}}")])
    definition.body = .text(.json, "{\n  \"host\": \"{{host}}\"\n}")
    var journey = Journey.request(definition, columns: 120)
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), Self.table)))
    journey.type("2")
    #expect(journey.state.variablesUnderCursor.all.map(\.name) == ["id"])
    journey.type("3")
    #expect(journey.state.variablesUnderCursor.all.map(\.name) == ["host"])
    journey.press(.enter, .down, .end, .left, .left, .left)
    #expect(journey.state.variablesUnderCursor.current?.name == "host")
  }

  @Test("Completion shows the value and the origin of each name")
  func completion() {
    var journey = journey("")
    journey.press(.control("l"))
    journey.type("{{ba")
    #expect(journey.text.contains("https://h.example  environment local"))
  }
}
