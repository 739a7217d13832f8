import Basics
import SessionModel
import Testing
import Workspaces

/// Results of scripts, read back from the history.
struct RecordedResultsTests {
  private let scripts = [
    PlacedScript(phase: "tests", code: "first()", file: "a of b:1.yml", line: 3),
    PlacedScript(phase: "tests", code: "second()", file: "a of b:1.yml", line: 9),
  ]

  private func read(_ outcome: ScriptOutcome) -> ScriptResults? {
    let job = ScriptJob(rules: .postman, scripts: scripts, request: .object([]))
    return ScriptResults(recorded: ScriptRecord.json(of: [ScriptRecord(job: job, outcome: outcome)]))
  }

  @Test func `Tests, errors and console lines are as they were`() throws {
    var outcome = ScriptOutcome()
    var skipped = ScriptVerdict("skipped", passed: true)
    skipped.isSkipped = true
    var failed = ScriptVerdict("fails", passed: false)
    (failed.error, failed.message) = ("AssertionError", "expected 1 to equal 2")
    var ended = ScriptVerdict("tests of a.yml:3", passed: false)
    ended.message = "ran 5 s without an end"
    (outcome.verdicts, outcome.error) = ([ScriptVerdict("passes", passed: true), skipped, failed], ended)
    outcome.console = [ConsoleLine(level: "warn", text: "a\nb")]
    let results = try #require(read(outcome))
    #expect(results.verdicts == outcome.verdicts + [ended] && results.console == outcome.console)
  }

  @Test func `A place has the digest and the first line of the script around it`() throws {
    var outcome = ScriptOutcome()
    let places = [(3, 5), (8, nil), (9, nil), (12, 1)].map {
      ScriptPlace(phase: "tests", file: "a of b:1.yml", line: $0, column: $1)
    }
    outcome.console = places.map { ConsoleLine(level: "log", text: "", place: $0) }
    let found = try #require(read(outcome)).console.map(\.place)
    #expect(found.map { $0?.description } == places.map(\.description))
    #expect(found.map { $0?.recorded?.line } == [3, 3, 9, 9])
    #expect(found.map { $0?.recorded?.digest } == [0, 0, 1, 1].map { scripts[$0].digest })
  }

  @Test(arguments: ["tests of other.yml:3", "tests of a of b:1.yml:x", "tests of a of b:1.yml:1", ""])
  func `A place in none of the scripts leads nowhere`(place: String) throws {
    let job: JSONValue = [
      "scripts": [["phase": "tests", "file": "a of b:1.yml", "line": 3, "sha256": "0"]],
      "console": [["level": "log", "message": "a", "place": .string(place)]],
    ]
    let results = try #require(ScriptResults(recorded: [job]))
    #expect(results.console == [ConsoleLine(level: "log", text: "a")])
  }

  @Test func `A record without scripts has no results`() {
    #expect(ScriptResults(recorded: nil) == nil && ScriptResults(recorded: []) == nil)
  }
}
