import Networking
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The results of scripts") struct ScriptResultsTests {
  private func journey(
    columns: Int = 120, rows: Int = 40, _ results: ScriptResults = ScriptSamples.results
  ) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(ScriptSamples.request)
    journey.answer(Samples.exchange())
    let assertion = AssertionResult(expression: "res.status eq 200", passed: true, actual: "200")
    journey.judge(results, AnswerChecks(assertions: [assertion]))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.forget()
    return journey
  }

  private func rows(_ journey: Journey) -> [String] {
    journey.answerLines.map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test(
    "Assertions and tests of scripts share the Tests tab, failures first", arguments: [(80, 24), (120, 40), (200, 60)])
  func tests(columns: Int, rows: Int) {
    var journey = journey(columns: columns, rows: rows)
    journey.type("5")
    let lines = self.rows(journey).filter { "✗✓○".contains($0.first ?? " ") }
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("✗ has an id") == true && journey.text.contains("expected 42"))
    #expect(lines.last?.hasPrefix("○ is cached") == true)
    #expect(journey.state.session?.response.tests?.share == "2/3" && journey.text.contains("tests 2/3 ✗"))
  }

  @Test("Without an answer, the tests of scripts are shown and counted, and assertions are not")
  func unanswered() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open(ScriptSamples.request)
    journey.answer(Samples.failure(.connect, "Could not connect to 127.0.0.1:9"))
    let assertion = AssertionResult(expression: "res.status eq 200", passed: false, actual: "there is no answer")
    journey.judge(ScriptSamples.results, AnswerChecks(assertions: [assertion]))
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("5")
    let lines = self.rows(journey).filter { "✗✓○".contains($0.first ?? " ") }
    #expect(lines.count == 3 && lines.first?.hasPrefix("✗ has an id") == true, "\(journey.text)")
    #expect(journey.text.contains("tests 1/2 ✗") && !journey.text.contains("nothing was checked"))
  }

  @Test("Enter on a failed test leads to its line in the Scripts tab")
  func leads() {
    var journey = journey()
    journey.type("5")
    journey.press(.enter)
    #expect(journey.state.focus == .request && journey.editor.tab == .scripts)
    let slot = ScriptSlot(phase: "tests")
    #expect(journey.state.session?.shownScript == slot)
    #expect(journey.editor.texts[.script(slot)]?.area.caret.line == 4)
  }

  @Test("A line in the script of a folder opens the settings of the folder")
  func folder() {
    var results = ScriptSamples.results
    results.verdicts[1].place?.file = "users/folder.yml"
    results.verdicts[1].place?.line = 7
    var journey = journey(results)
    journey.type("5")
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.loadSettings(folder: "/w/demo/users"))))
    let settings = SharedSettings(scripts: [Script(phase: "tests", code: "a()\nb()", line: 6)])
    let key = RequestKey.file("/w/demo/users/folder.yml")
    journey.apply(
      .files(
        .requestLoaded(
          key, RequestDefinition(settings, of: .folder, named: "Users"), id: nil, collection: Samples.root)))
    #expect(journey.state.current == key && journey.editor.tab == .scripts)
    #expect(journey.editor.texts[.script(ScriptSlot(phase: "tests"))]?.area.caret.line == 1)
  }

  @Test("The Console tab has each line with its level and place, and Enter leads to the script")
  func console() {
    var journey = journey()
    journey.type("6")
    #expect(journey.text.contains("Console 2"))
    let lines = rows(journey)
    #expect(lines.contains("log started users/Get user.yml:14"))
    #expect(lines.contains("warn no cache") && lines.contains("no etag"))
    journey.press(.home, .enter)
    #expect(journey.state.focus == .request && journey.editor.tab == .scripts)
    #expect(journey.state.session?.shownScript == ScriptSlot(phase: "before-request"))
  }

  @Test("An answer without scripts has no Console tab")
  func without() {
    let journey = Journey.answered()
    #expect(!journey.text.contains("Console"))
  }

  @Test("Before the first answer, a request with scripts is not said to have no tests")
  func unsent() {
    for (request, hasNone) in [(ScriptSamples.request, false), (Samples.getUser, true)] {
      var journey = Journey(columns: 120, rows: 40)
      journey.open(request)
      while journey.state.focus != .response { journey.press(.tab) }
      journey.type("5")
      #expect(journey.text.contains("No response yet.") && journey.text.contains("has no tests.") == hasNone)
    }
  }

  @Test("Empty tabs say how lines and tests come there", arguments: [(80, 24), (120, 40)])
  func empty(columns: Int, rows: Int) {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(ScriptSamples.request)
    journey.answer(Samples.exchange())
    journey.judge(ScriptResults())
    while journey.state.focus != .response { journey.press(.tab) }
    journey.type("5")
    #expect(journey.text.contains("test(name, function) in a script adds one."), "\(journey.text)")
    journey.type("6")
    #expect(journey.text.contains("console.log(value) in a script writes one."), "\(journey.text)")
  }

  @Test("The page of a run lists the tests of scripts")
  func run() {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.apply(.run(.requested))
    journey.apply(.run(.toggled))
    var finish = RunSamples.result(0)
    finish.result.verdicts = ScriptSamples.results.verdicts
    journey.apply(.run(.finished(run: journey.state.run.number, index: 0, finish)))
    #expect(journey.text.contains("✗ has an id"))
    #expect(journey.text.contains("expected 42 to equal 41"))
    #expect(journey.text.contains("2/3"))
  }

  @Test("A long name takes the columns of an empty Result column")
  func longNames() {
    var results = ScriptResults()
    let name = "has the identifier of the users"
    results.verdicts = [ScriptVerdict(name, passed: true)]
    var journey = journey(columns: 80, rows: 24, results)
    journey.type("5")
    #expect(journey.text.contains(name), "\(journey.text)")
  }
}
