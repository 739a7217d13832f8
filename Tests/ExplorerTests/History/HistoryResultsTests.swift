import Networking
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The results of tests and scripts in the history") struct HistoryResultsTests {
  private let key = RequestKey.file(Samples.getUserPath)

  /// The results of a record whose scripts had this code.
  private func results(code: String = ScriptSamples.tests, file: String = ScriptSamples.file) -> ScriptResults? {
    let script = PlacedScript(phase: "tests", code: code, file: file, line: 20)
    var outcome = ScriptOutcome()
    outcome.verdicts = ScriptSamples.results.verdicts
    outcome.verdicts[1].place?.file = file
    outcome.console = [
      ConsoleLine(level: "log", text: "started", place: ScriptPlace(phase: "tests", file: file, line: 21))
    ]
    let job = ScriptJob(rules: .bruno, scripts: [script], request: .object([]))
    return ScriptResults(recorded: ScriptRecord.json(of: [ScriptRecord(job: job, outcome: outcome)]))
  }

  private func opened(_ results: ScriptResults?, _ assertions: [AssertionResult] = []) -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.history(.loaded(Samples.history)))
    journey.apply(
      .files(
        .exchangeLoaded(
          id: "2", Samples.getUser, Samples.exchange(), collection: Samples.root, assertions: assertions,
          scripts: results)))
    journey.carryOut()
    journey.forget()
    return journey
  }

  /// Reads the file that Enter opened; its scripts have moved down since.
  private func loaded(_ journey: Journey) -> Journey {
    var journey = journey
    var definition = ScriptSamples.request
    definition.scripts[1].line = 30
    journey.apply(.files(.requestLoaded(key, definition, id: nil, collection: Samples.root)))
    return journey
  }

  @Test("An exchange of the history shows the results of its record")
  func shown() {
    let assertion = AssertionResult(expression: "res.status eq 200", passed: true, actual: "200")
    var journey = opened(results(), [assertion])
    #expect(journey.text.contains("tests 2/3 ✗") && journey.text.contains("Console 1"), "\(journey.text)")
    journey.type("5")
    #expect(journey.text.contains("✗ has an id") && journey.text.contains("expected 42 to equal 41"))
    #expect(journey.text.contains("✓ res.status eq 200") && journey.text.contains("○ is cached"))
    journey.type("6")
    #expect(journey.text.contains("log    started") && journey.text.contains("users/Get user.yml:21"))
  }

  @Test("An exchange without scripts has no Console tab")
  func without() {
    var journey = opened(nil)
    #expect(!journey.text.contains("Console"))
    journey.type("5")
    #expect(journey.text.contains("Not checked:"))
  }

  @Test("Enter on a failed test leads to its line in the present file, wherever the script stands now")
  func leads() {
    var journey = opened(results())
    journey.type("5")
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.loadRequest(key))))
    journey = loaded(journey)
    let slot = ScriptSlot(phase: "tests")
    #expect(journey.state.current == key && journey.state.session?.shownScript == slot)
    #expect(journey.editor.texts[.script(slot)]?.area.caret.line == 4)
  }

  @Test("Enter says that a script has changed or was removed since")
  func changed() {
    var journey = opened(results(code: "other()"))
    journey.type("5")
    journey.press(.enter)
    journey = loaded(journey)
    #expect(journey.footer.contains("This script has changed since it ran"))
    var removed = opened(results(file: "users/Gone.yml"))
    removed.type("5")
    removed.press(.enter)
    #expect(removed.footer.contains("This script was removed since it ran"))
    #expect(!removed.effects.contains { if case .files(.loadRequest) = $0 { true } else { false } })
  }

  @Test("The last answer of an opened request shows the results of its record")
  func recalled() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open(ScriptSamples.request)
    let kept = KeptAnswer(exchange: Samples.exchange(), assertions: [], environment: "local", scripts: results())
    journey.apply(.response(.recalled(kept), of: key))
    #expect(journey.text.contains("Console 1") && journey.text.contains("tests 1/2 ✗"), "\(journey.text)")
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("5")
    journey.press(.enter)
    #expect(journey.editor.texts[.script(ScriptSlot(phase: "tests"))]?.area.caret.line == 4)
  }
}
