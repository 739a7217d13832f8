import Networking
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Linear mode: scripts of a send") struct ScriptAnnouncementTests {
  var listener = LinearListener()
  private static let key = RequestKey.file(Samples.getUserPath)
  private static let folder = ScriptPlace(phase: "before-request", file: "users/folder.yml", line: 3)

  init() {
    listener.open(ScriptSamples.request)
    _ = listener.press(.control("r"))
  }

  private func line(_ text: String) -> ScriptEvent { .console(ConsoleLine(level: "log", text: text)) }

  private mutating func report(_ events: ScriptEvent...) -> [String] {
    listener.lines(after: .response(.scriptsReported(send: listener.journey.sendingNumber ?? 0, events), of: Self.key))
  }

  @Test("A script is announced when it begins, and F8 names it while it runs")
  mutating func began() {
    #expect(report(.began(Self.folder)) == ["Script before-request of users/folder.yml"])
    #expect(report(.began(Self.folder)) == [])
    let place = listener.press(.function(8))
    #expect(place.contains { $0.hasSuffix("script before-request of users/folder.yml runs") }, "\(place)")
  }

  @Test("Reports that come together are one line: the last script, failed tests and console lines")
  mutating func joined() {
    let tests = ScriptPlace(phase: "tests", file: ScriptSamples.file, line: 20)
    let said = report(
      .began(Self.folder), .began(tests), .verdict(ScriptVerdict("is fast", passed: true)),
      .verdict(ScriptSamples.failure), line("a\nb"))
    let words = "Script tests of users/Get user.yml, failed: has an id: expected 42 to equal 41, log: a b"
    #expect(said == [words], "\(said)")
  }

  @Test("A flood of console lines is announced by its beginning")
  mutating func flood() {
    #expect(report(line("1"), line("2"), line("3"), line("4")) == ["log: 1, log: 2, log: 3, log: 4"])
    #expect(report(line("5"), line("6"), line("7")) == ["log: 5, more in the tab Console"])
    #expect(report(line("8")) == [])
    var failure = ScriptSamples.failure
    failure.message = String(repeating: "long ", count: 100)
    let said = report(.verdict(failure)).first ?? ""
    #expect(said.hasPrefix("failed: has an id: long long") && said.hasSuffix(" more"), "\(said)")
  }

  @Test("The first console line that is not announced leads to the tab")
  mutating func beyondLimit() {
    #expect(report(line("1"), line("2"), line("3"), line("4"), line("5")).count == 1)
    #expect(report(line("6")) == ["more in the tab Console"])
    #expect(report(line("7")) == [])
  }

  @Test("The answer has the number of tests of scripts, and its failed tests are said once")
  mutating func answer() {
    listener.apply(.response(.scriptsReported(send: listener.journey.sendingNumber ?? 0, [line("x")]), of: Self.key))
    let send = listener.journey.sendingNumber ?? 0
    let scope = AnswerScope(collection: "/c", environment: "local")
    listener.apply(.response(.transfer(send: send, .finished(Samples.exchange())), of: Self.key))
    let said = listener.lines(after: .sending(.step(Self.key, .judged(AnswerChecks(), scope, ScriptSamples.results))))
    #expect(said.filter { $0.hasPrefix("log: x") }.count == 1)
    #expect(said.contains("tests 1 of 2 passed"), "\(said)")
    #expect(said.filter { $0.contains("has an id") }.count == 1, "\(said)")
  }

  @Test("Tests that ran again are announced once")
  mutating func rerun() {
    let send = listener.journey.sendingNumber ?? 0
    let scope = AnswerScope(collection: "/c", environment: "local")
    listener.apply(.response(.transfer(send: send, .finished(Samples.exchange())), of: Self.key))
    _ = listener.lines(after: .sending(.step(Self.key, .judged(AnswerChecks(), scope, ScriptSamples.results))))
    var results = ScriptSamples.results
    results.verdicts[1] = ScriptVerdict("has an id", passed: true)
    let said = listener.lines(after: .sending(.step(Self.key, .scriptsRan(results))))
    let announced = said.filter { $0.contains("tests passed") || $0.hasPrefix("tests ") }
    #expect(announced == ["The scripts ran again: 2/2 tests passed"], "\(said)")
  }

  @Test("The row under the cursor is announced when tests that ran again change it")
  mutating func changedRow() {
    let send = listener.journey.sendingNumber ?? 0
    listener.apply(.response(.transfer(send: send, .finished(Samples.exchange())), of: Self.key))
    while listener.state.focus != .response { _ = listener.press(.tab) }
    let failed = listener.lines(after: .sending(.step(Self.key, .scriptsRan(ScriptSamples.results))))
    #expect(failed.contains { $0.contains("Tests") && $0.contains("has an id") }, "\(failed)")
    var results = ScriptSamples.results
    results.verdicts[1] = ScriptVerdict("has an id", passed: true)
    let passed = listener.lines(after: .sending(.step(Self.key, .scriptsRan(results))))
    #expect(passed.contains { $0.contains("Tests") && $0.contains("is fast") }, "\(passed)")
  }

  @Test("The console can be read while scripts write, and a line is not announced twice")
  mutating func console() {
    _ = report(line("first"))
    let shown = listener.type("3")
    #expect(shown.contains { $0.contains("Console") && $0.contains("first") }, "\(shown)")
    #expect(report(line("second")) == ["log: second"])
    #expect(listener.press(.function(9)).contains { $0.contains("first") })
  }

  @Test("Without announcements, scripts are silent")
  mutating func silent() {
    var settings = UserSettings()
    settings.configuration.announce = .init(false, .user)
    _ = listener.lines(after: .settingsRead(settings))
    #expect(report(.began(Self.folder), .verdict(ScriptSamples.failure)) == [])
  }
}
