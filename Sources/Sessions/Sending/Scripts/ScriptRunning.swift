package import Basics
package import Workspaces

/// Runs scripts: the engine in its child, or another one in tests.
package struct ScriptRunning: Sendable {
  package typealias OnEvent = @Sendable (ScriptEvent) -> Void
  package typealias Answering = @Sendable (JSONValue) async -> ScriptAnswer
  package typealias Running =
    @Sendable (ScriptJob, @escaping OnEvent, @escaping Answering) async throws(ScriptFailure) -> ScriptOutcome

  /// The reason why no script can run here, with what to install; `nil` if scripts can run.
  package let fault: @Sendable () async -> String?
  /// Runs the scripts of one job in turn. Cancelling the task ends them.
  package let run: Running

  package init(fault: @escaping @Sendable () async -> String? = { nil }, run: @escaping Running) {
    self.fault = fault
    self.run = run
  }

  /// The outcome or failure as a value, because a task of its own throws untyped errors.
  func result(
    of job: ScriptJob, _ onEvent: @escaping OnEvent, _ answering: @escaping Answering
  ) async -> Result<ScriptOutcome, ScriptFailure> {
    do throws(ScriptFailure) { return .success(try await run(job, onEvent, answering)) } catch {
      return .failure(error)
    }
  }
}

/// The place of a session in a run, as its scripts see it.
package struct ScriptIteration: Sendable {
  /// Counted from 0.
  package var index = 0
  package var count = 1
  package var data: [VariableInputs.Pair] = []
  /// True for a run of a folder or collection.
  package var isRun = false
}
