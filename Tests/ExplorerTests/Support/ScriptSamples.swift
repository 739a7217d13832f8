import SessionModel
import Terminal
import Workspaces

@testable import Explorer

/// Scripts of a request, and the results of running them.
enum ScriptSamples {
  static let file = "users/Get user.yml"
  static let before = "pm.variables.set(\"start\", Date.now());"
  static let tests = """
    pm.test("is fast", () => {
      pm.expect(pm.response.responseTime).to.be.below(200);
    });
    pm.test("has an id", () => {
      pm.expect(pm.response.json().id).to.equal(41);
    });
    """

  /// In the file, the code begins in the lines 14 and 20.
  static let scripts = [
    Script(phase: "before-request", code: before, line: 14), Script(phase: "tests", code: tests, line: 20),
  ]

  static let request: RequestDefinition = {
    var definition = Samples.getUser
    definition.scripts = scripts
    return definition
  }()

  static let failure: ScriptVerdict = {
    var verdict = ScriptVerdict("has an id", passed: false)
    (verdict.error, verdict.message) = ("AssertionError", "expected 42 to equal 41")
    verdict.place = ScriptPlace(phase: "tests", file: file, line: 24, column: 36)
    return verdict
  }()

  static let results: ScriptResults = {
    var skipped = ScriptVerdict("is cached", passed: true)
    skipped.isSkipped = true
    var results = ScriptResults()
    results.verdicts = [ScriptVerdict("is fast", passed: true), failure, skipped]
    results.console = [
      ConsoleLine(
        level: "log", text: "started", place: ScriptPlace(phase: "before-request", file: file, line: 14)),
      ConsoleLine(level: "warn", text: "no cache\nno etag"),
    ]
    return results
  }()

  static let question = ScriptQuestion(
    collection: Samples.root,
    scripts: [
      PlacedScript(phase: "before-request", code: "console.log(1)\n", file: "opencollection.yml", line: 8),
      PlacedScript(phase: "tests", code: tests, file: file, line: 20),
    ])
}

extension Journey {
  /// Delivers the results of scripts for the answer of the open request.
  mutating func judge(_ results: ScriptResults, _ checks: AnswerChecks = AnswerChecks()) {
    let scope = AnswerScope(collection: "/c", environment: "local")
    apply(.sending(.step(.file(Samples.getUserPath), .judged(checks, scope, results))))
  }

  /// Sends the request whose scripts are not allowed yet.
  mutating func askAboutScripts() {
    open()
    press(.control("r"))
    forget()
    let send = state.sending(.file(Samples.getUserPath))?.id ?? 0
    apply(.sending(.step(.file(Samples.getUserPath), .scriptsNeeded(send: send, ScriptSamples.question))))
  }
}
