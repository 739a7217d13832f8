import Explorer
import Foundation
import Networking
import Sessions
import TestSupport
import Testing
import Workspaces

@testable import apus

/// The results of tests and scripts that the history passes to the screen.
struct RecordedResultsServiceTests {
  @Test func `An opened exchange and a last answer come with the results of their record.`() async throws {
    let (folder, home) = (try TemporaryDirectory("files"), try TemporaryDirectory("home"))
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Sample\n")
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    let assertion = AssertionResult(expression: "res.status eq 200", passed: false, actual: "500")
    var outcome = ScriptOutcome()
    outcome.console = [ConsoleLine(level: "log", text: "logged")]
    let job = ScriptJob(rules: .bruno, scripts: [], request: .object([]))
    var record = HistoryRecord(
      requestID: "one", exchange: Exchange(startedAt: Date(), duration: .zero), assertions: [assertion])
    record.scripts = ScriptRecord.json(of: [ScriptRecord(job: job, outcome: outcome)])
    try History(workspace: workspace).append(record, redaction: .none)
    let (service, recorder) = (FileService(workspace: workspace, process: [:]), ActionRecorder())
    await service.run(.loadExchange(id: record.id), post: recorder.record)
    let opened = try await recorder.first { action in
      if case .files(.exchangeLoaded(_, _, _, _, let assertions, let scripts)) = action {
        (assertions, scripts)
      } else {
        nil
      }
    }
    #expect(opened.0 == [assertion] && opened.1?.console == outcome.console)
    var filter = HistoryFilter()
    filter.requestID = "one"
    await service.run(.recall(.file(folder.path("one.yml")), filter), post: recorder.record)
    let kept = try await recorder.first { action in
      if case .response(.recalled(let kept), of: _) = action { kept } else { nil }
    }
    #expect(kept.assertions == [assertion] && kept.scripts?.console == outcome.console)
    await service.finish()
  }
}
