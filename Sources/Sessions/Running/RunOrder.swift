import SessionModel
import Synchronization
import Workspaces

/// The order of the requests of a run that are sent one after the other: the place in the run, shared with the task
/// that stops it.
final class RunOrder: Sendable {
  private let jobs: [RunJob]
  private let flow: Mutex<RunFlow>

  /// - Parameter ids: the ids by which scripts know requests of another tool's file.
  init(_ jobs: [RunJob], ids: [String: String] = [:]) {
    self.jobs = jobs
    flow = Mutex(RunFlow(jobs.map { (ids[$0.node.id] ?? $0.node.id, $0.node.name) }))
  }

  /// The request to send; `nil` at the end of the run.
  var place: RunFlow.Place? { flow.withLock { $0.place } }

  /// True if scripts chose which requests are sent.
  var isChanged: Bool { flow.withLock { $0.isChanged } }

  /// Goes on after the current request.
  /// - Returns: the choice of its scripts that was not followed, and whether it was the last one of its iteration.
  func finished(_ result: RunResult) -> (fault: RunFlow.Fault?, endsIteration: Bool) {
    flow.withLock { flow in
      let last = flow.place
      let fault = flow.finished(next: result.next, rules(of: last?.request))
      if result.stopsRun { flow.stop() }
      return (fault, flow.place?.iteration != last?.iteration)
    }
  }

  private func rules(of job: Int?) -> ScriptRules {
    // A request whose file cannot be read has no scripts.
    (try? job.map { jobs[$0] }?.plan().context.layers.first?.settings.scripting.rules) ?? .bruno
  }
}
