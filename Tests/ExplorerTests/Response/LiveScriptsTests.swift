import Networking
import SessionModel
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Scripts during a send") struct LiveScriptsTests {
  private static let folder = ScriptPlace(phase: "before-request", file: "users/folder.yml", line: 3)

  private func sending(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open(ScriptSamples.request)
    journey.press(.control("r"))
    while journey.state.focus != .response { journey.press(.tab) }
    return journey
  }

  private func line(_ text: String) -> ScriptEvent { .console(ConsoleLine(level: "log", text: text)) }

  @Test("The progress names the running script until the request is sent", arguments: [(80, 24), (120, 40), (200, 60)])
  func progress(columns: Int, rows: Int) {
    var journey = sending(columns: columns, rows: rows)
    #expect(!journey.text.contains("before-req"))
    journey.report(.began(Self.folder))
    let words = columns < 100 ? "before-req" : "script before-request of users/folder.yml runs"
    #expect(journey.text.contains(words), "\(journey.text)")
    #expect(journey.text.contains("cancels"))
    journey.receive(.started(SentRequest(method: "GET", url: "http://127.0.0.1:4010/users/42")))
    #expect(!journey.text.contains("before-req"))
  }

  @Test("Lines and tests appear in their tabs as they come", arguments: [(80, 24), (120, 40), (200, 60)])
  func tabs(columns: Int, rows: Int) {
    var journey = sending(columns: columns, rows: rows)
    #expect(!journey.text.contains("Console"))
    journey.report(.began(Self.folder))
    journey.type("3")
    #expect(journey.text.contains("The scripts wrote no lines."), "\(journey.text)")
    journey.report(line("first"))
    #expect(journey.text.contains("Console 1") && journey.text.contains("log    first"), "\(journey.text)")
    #expect(journey.text.contains("cancels"))
    journey.type("2")
    #expect(journey.text.contains("No test has run yet."))
    journey.report(.verdict(ScriptVerdict("is fast", passed: true)), .verdict(ScriptSamples.failure), line("second"))
    #expect(journey.text.contains("Tests 1/2") && journey.text.contains("Console 2"))
    let marks = journey.answerLines.compactMap { $0.trimmed.first }.filter { "✗✓".contains($0) }
    #expect(marks == ["✗", "✓"], "\(journey.text)")
  }

  @Test("A cancelled send keeps the results so far, and the answer brings the whole ones")
  func ends() {
    var journey = sending()
    journey.report(.began(Self.folder), line("first"), .verdict(ScriptSamples.failure))
    journey.receive(.finished(Samples.failure(.cancelled, "Cancelled")))
    #expect(journey.text.contains("Console 1") && journey.text.contains("Tests 0/1"), "\(journey.text)")
    var other = sending()
    other.report(.began(Self.folder), line("first"))
    other.receive(.finished(Samples.exchange()))
    other.judge(ScriptSamples.results)
    #expect(other.text.contains("Console 2") && other.text.contains("Tests 1/2"), "\(other.text)")
  }

  @Test("The console shows its last lines until the cursor moves")
  func follows() {
    var journey = sending()
    journey.report(line("n1000"))
    journey.type("3")
    for number in 1001...1060 { journey.report(line("n\(number)")) }
    #expect(journey.text.contains("n1060") && !journey.text.contains("n1000"))
    journey.press(.home)
    journey.report(line("n1061"))
    #expect(journey.text.contains("n1000") && !journey.text.contains("n1061"))
  }

  @Test("A report of an earlier send is ignored")
  func earlier() {
    var journey = sending()
    let earlier = (journey.sendingNumber ?? 0) - 1
    journey.apply(.response(.scriptsReported(send: earlier, [line("old")]), of: .file(Samples.getUserPath)))
    #expect(journey.state.session?.response.scripts == nil && !journey.text.contains("Console"))
  }

  @Test("A body that arrives during the scripts' send has the whole pane")
  func body() {
    var journey = sending()
    journey.report(.began(Self.folder), line("first"))
    let store = Samples.growing()
    journey.receive(.head(ResponseHead(status: .init(code: 200)), body: store))
    Samples.add((1...60).map { "row \($0 + 1000)\n" }.joined(), to: store)
    journey.receive(.progress(TransferProgress(received: 540)))
    journey.press(.end)
    #expect(journey.text.contains("Console 1") && journey.text.contains("row 1060"), "\(journey.text)")
  }
}

extension Journey {
  /// Delivers reports of scripts of the running send.
  fileprivate mutating func report(_ events: ScriptEvent...) {
    guard let send = sendingNumber else { return }
    apply(.response(.scriptsReported(send: send, events), of: .file(Samples.getUserPath)))
  }
}
