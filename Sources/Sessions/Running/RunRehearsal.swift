package import Workspaces

/// What a run would send, request by request; nothing is sent.
package struct RunRehearsal: Sendable {
  /// One request of an iteration.
  package struct Item: Sendable {
    package let node: RequestNode
    /// Counted from 1.
    package let iteration: Int
    package let result: Result
  }

  package enum Result: Sendable {
    case made(RehearsedRequest)
    case unknown(RehearsalFault, SendPlan)
    /// Its file, or one it inherits from, cannot be used.
    case file(WorkspaceError)
  }

  private let jobs: [RunJob]
  private let rows: RunRows
  private let session: @Sendable (RuntimeVariables) -> SendSession

  /// - Parameter session: makes the session of an iteration, with the variables of its data row.
  package init(_ jobs: [RunJob], rows: RunRows, session: @escaping @Sendable (RuntimeVariables) -> SendSession) {
    self.jobs = jobs
    self.rows = rows
    self.session = session
  }

  /// - Parameter driver: sends nothing: see `SendSession.rehearse`.
  /// - Throws: what `tell` throws, `CancellationError`, or the fault of a data row (`DataTable.Fault`).
  package func run(through driver: ConversationDriver, _ tell: (Item) throws -> Void) async throws {
    var iteration = 0
    while let row = try rows.next() {
      iteration += 1
      let session = session(RuntimeVariables(row))
      for job in jobs {
        try Task.checkCancellation()
        try tell(Item(node: job.node, iteration: iteration, result: await result(of: job, session, driver)))
      }
    }
  }

  private func result(of job: RunJob, _ session: SendSession, _ driver: ConversationDriver) async -> Result {
    let plan: SendPlan
    do throws(WorkspaceError) { plan = try job.plan() } catch { return .file(error) }
    do throws(RehearsalFault) { return .made(try await session.rehearse(plan, through: driver)) } catch {
      return .unknown(error, plan)
    }
  }
}
