import HTTPTypes
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The tests of an answer") struct JudgedAnswerTests {
  private static let key = RequestKey.file(Samples.getUserPath)

  private static func request(_ assertions: [Assertion], captures: [Capture] = []) -> RequestDefinition {
    var definition = Samples.getUser
    definition.assertions = assertions
    definition.captures = captures
    return definition
  }

  /// A journey with a checked answer and the Tests tab selected.
  private static func judged(
    _ definition: RequestDefinition, _ checks: AnswerChecks, columns: Int = 100, rows: Int = 40,
    capabilities: Capabilities = Capabilities(), _ exchange: Exchange = Samples.exchange()
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows, capabilities: capabilities)
    journey.open(definition)
    journey.answer(exchange)
    journey.apply(.sending(.step(key, .judged(checks, AnswerScope(collection: "/c", environment: "local")))))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("5")
    journey.forget()
    return journey
  }

  private static let three = request([
    Assertion("res.status", "eq", "200"), Assertion("res.body.name", "eq", "Ada", isEnabled: false),
    Assertion("res.body.id", "eq", "41"), Assertion("res.body.tags", "contains", "a"),
  ])

  private static let threeChecks = AnswerChecks(assertions: [
    AssertionResult(expression: "res.status eq 200", passed: true, actual: "200"),
    AssertionResult(expression: "res.body.id eq 41", passed: false, actual: "42"),
    AssertionResult(expression: "res.body.tags contains a", passed: true, actual: "[\"a\",\"b\"]"),
  ])

  @Test func `Failures come first, each row with its expected and actual value.`() throws {
    let journey = Self.judged(Self.three, Self.threeChecks)
    #expect(journey.text.contains("Tests 2/3") && journey.text.contains("tests 2/3 ✗"))
    let lines = journey.answerLines.filter { $0.contains("res.") }
      .map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines == [
        "✗ res.body.id 41 42", "✓ res.status 200 200", "✓ res.body.tags contains a [\"a\",\"b\"]",
      ])
  }

  @Test func `Enter goes to the assertion, past disabled ones, even if it was moved since.`() {
    var journey = Self.judged(Self.three, Self.threeChecks)
    journey.press(.enter)
    #expect(journey.state.focus == .request && journey.editor.tab == .tests && journey.editor.cursor.row == 2)
    journey = Self.judged(Self.three, Self.threeChecks)
    var moved = Self.three
    moved.assertions.swapAt(0, 2)
    journey.apply(.request(.replaced(moved), of: Self.key))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.press(.enter)
    #expect(journey.state.focus == .request && journey.editor.cursor.row == 0)
    journey = Self.judged(Self.three, Self.threeChecks)
    moved.assertions.removeFirst()
    journey.apply(.request(.replaced(moved), of: Self.key))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.press(.enter)
    #expect(journey.state.focus == .response && journey.footer.contains("changed or removed"))
  }

  @Test func `The cursor starts on the first result and stays below the column titles.`() {
    var journey = Self.judged(Self.three, Self.threeChecks)
    func row() -> String {
      let place = journey.state.session?.response.cursor(in: .tests, of: Self.lines(of: journey), height: 20).row ?? 0
      return Self.lines(of: journey)[place].pieces.map(\.text).joined()
    }
    #expect(row().contains("res.body.id"))
    journey.press(.down)
    #expect(row().contains("res.status"))
    journey.press(.up, .up, .up)
    #expect(row().contains("res.body.id"))
    #expect(journey.answerLines.contains { $0.contains("Expected") })
  }

  private static func lines(of journey: Journey) -> [ResponseFacts.Line] {
    let pane = journey.state.layout.panes[.response] ?? Rect(x: 0, y: 0, width: 0, height: 0)
    guard let scene = journey.state.responseScene, let exchange = scene.pane.exchange else { return [] }
    return ResponseFacts.lines(of: .tests, exchange, scene.subject, pane: pane)
  }

  @Test func `In a narrow pane the status is kept longest, then test results, time, size and redirects.`() {
    var exchange = Samples.exchange()
    exchange.hops.insert(exchange.hops[0], at: 0)
    exchange.hops[0].response = ResponseHead(status: .init(code: 302))
    let facts = ["200 OK", "tests 2/3", "83 ms", " B ", "1 redirect", "HTTP/1.1"]
    for columns in 30...130 {
      var journey = Self.judged(Self.three, Self.threeChecks, columns: 130, exchange)
      journey.apply(.terminal(.resized(Size(columns: columns, rows: 40))))
      guard let rect = journey.state.layout.panes[.response], let scene = journey.state.responseScene else { continue }
      let line = ResponseLine.facts(scene, columns: rect.width).map(\.text).joined() + " "
      let shown = facts.map { line.contains($0) }
      #expect(shown[0], "\(line)")
      for (more, less) in zip(shown, shown.dropFirst()) { #expect(more || !less, "\(line)") }
      if line.contains("HTTP") { #expect(line.count + 17 <= rect.width, "\(line)") }
    }
  }

  @Test func `An answer that needed retries says how many attempts were made.`() {
    var exchange = Samples.exchange()
    exchange.attempts = 3
    #expect(Self.judged(Self.three, Self.threeChecks, columns: 130, exchange).text.contains("3 attempts"))
  }

  @Test func `Y copies the whole actual value, but never a secret.`() {
    let long = String(repeating: "x", count: 4_000)
    var journey = Self.judged(
      Self.request([Assertion("res.body.text", "eq", "{{token}}")]),
      AnswerChecks(assertions: [
        AssertionResult(expression: "res.body.text eq s3cr3t", passed: false, actual: long + "s3cr3t")
      ]))
    #expect(!journey.text.contains("s3cr3t") && journey.text.contains("res.body.text  ••••"))
    journey.type("Y")
    #expect(journey.effects == [.system(.copy(long + "••••", label: "the actual value"))])
  }

  @Test func `Variables are listed below with masked secrets, and one without a value says why.`() {
    let captures = ["id", "token", "gone"].map { Capture(variable: $0, expression: "res.body.\($0)") }
    let journey = Self.judged(
      Self.request([], captures: captures),
      AnswerChecks(
        captured: [VariableInputs.Pair("id", "42"), VariableInputs.Pair("token", "hush-hush")], missed: [captures[2]]))
    #expect(journey.text.contains("Tests 2/3") && journey.text.contains("Variables"))
    #expect(journey.answerLines.contains { $0.contains("id") && $0.contains("42  from res.body.id") })
    #expect(journey.answerLines.contains { $0.contains("token") && $0.contains("••••") })
    #expect(!journey.text.contains("hush-hush"))
    #expect(journey.text.contains("no value: nothing was found at res.body.gone"))
  }

  @Test func `Without an answer, no test counts as failed.`() {
    var journey = Journey.request(Self.three, rows: 40)
    #expect(journey.text.contains("3 tests, nothing sent yet") && !journey.text.contains("0/3"))
    let failed = AnswerChecks(
      assertions: Self.threeChecks.assertions.map {
        AssertionResult(expression: $0.expression, passed: false, actual: "there is no answer")
      })
    journey = Self.judged(Self.three, failed, Samples.failure(.connect, "Could not connect to 127.0.0.1:9"))
    #expect(journey.text.contains("3 tests not checked") && !journey.text.contains("0/3"))
    journey.press(.backTab)
    journey.type("6")
    #expect(journey.pane.contains("res.body.id") && !journey.pane.contains("✗"), "\(journey.pane)")
    journey.press(.tab)
    journey.type("5")
    #expect(journey.text.contains("No answer came: nothing was checked."))
  }

  @Test func `ASCII terminals have their own marks.`() {
    let journey = Self.judged(Self.three, Self.threeChecks, capabilities: Capabilities(unicode: false))
    #expect(journey.answerLines.contains { $0.contains("FAILED res.body.id") })
    #expect(journey.answerLines.contains { $0.contains("ok     res.status") })
    #expect(journey.text.allSatisfy { $0.isASCII })
  }

  @Test(arguments: [(20, 5), (40, 12), (72, 20), (80, 24), (120, 40), (240, 80)])
  func `Hundreds of tests with long names are drawn at any size and can be scrolled.`(_ columns: Int, _ rows: Int) {
    let names = (0..<700).map { "res.body.n\($0)" + String(repeating: "ñ漢", count: $0 == 3 ? 2_000 : 1) }
    let journey = Self.judged(
      Self.request(names.map { Assertion($0, "eq", "1") }),
      AnswerChecks(
        assertions: names.enumerated().map {
          AssertionResult(expression: "\($1) eq 1", passed: $0.isMultiple(of: 2), actual: "\($0)")
        }))
    var small = journey
    small.apply(.terminal(.resized(Size(columns: columns, rows: rows))))
    small.type("G")
    #expect(small.screen.size == Size(columns: columns, rows: rows))
    guard rows >= 20 else { return }
    #expect(small.answerLines.contains { $0.contains("n698") }, "\(small.text)")
  }
}
