import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Why this value")
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

  @Test("An explanation names the value, its place, what is written there, and who lost")
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

  @Test("A name that nothing sets, a dynamic one, a prompt and another request's answer say what they are")
  func others() {
    #expect(VariableExplanation("nope", in: Self.table).reason.contains("nothing sets it"))
    #expect(VariableExplanation("nope", in: Self.table).isWrong)
    #expect(VariableExplanation("$uuid", in: Self.table).reason == "regenerated on each send")
    #expect(VariableExplanation("?code", in: Self.table).reason == "asked for at each send")
    let answer = VariableExplanation("users/login | $.token | 10m", in: Self.table)
    #expect(answer.reason.contains("last answer of users/login, at most 600 s old"))
    #expect(!answer.isWrong)
  }

  @Test("While one types, the bottom line explains the variable that the caret touches")
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

  @Test("The key i opens the whole story, also where the screen is narrow", arguments: [40, 80, 120])
  func page(columns: Int) {
    var journey = journey("{{base_url}}/{{id}}", columns: columns)
    journey.type("i")
    #expect(journey.text.contains("Why this value?"))
    #expect(journey.text.contains("https://h.example"))
    #expect(journey.text.contains("from environment local"))
    journey.press(.down)
    #expect(journey.text.contains("from this request"))
  }

  @Test("F3 explains while one types, and the caret's variable comes first")
  func whileTyping() {
    var journey = journey("{{base_url}}/{{id}}")
    journey.press(.control("l"), .function(3))
    guard case .picker(let picker)? = journey.state.overlay else {
      Issue.record("no page was opened")
      return
    }
    #expect(picker.current?.id == "id")
  }

  @Test("Enter goes to the request's variables, or to the row of the environment")
  func goesThere() {
    var journey = journey("{{id}}/{{base_url}}")
    journey.apply(
      .environment(
        .loaded([Environment(name: "local", variables: [.init(Row("a", "1")), .init(Row("base_url", "https://x"))])])))
    journey.apply(.files(.variablesLoaded(.file(Samples.getUserPath), Self.table)))
    journey.type("i")
    journey.press(.down, .enter)
    guard case .environmentEditor(let editor)? = journey.state.overlay else {
      Issue.record("the environment was not opened")
      return
    }
    #expect(editor.current?.name == "local")
    #expect(editor.cursor.row == 1)
  }

  @Test("The variables of a header and of a body are found as well")
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

  @Test("Completion says the value and the place of each name")
  func completion() {
    var journey = journey("")
    journey.press(.control("l"))
    journey.type("{{ba")
    #expect(journey.text.contains("https://h.example  environment local"))
  }
}
