package import Workspaces

/// A dry run: shows each request that a run would send, without sending it.
package struct RunPreview: Sendable {
  /// One request of an iteration.
  package struct Item: Sendable {
    package let node: RequestNode
    /// Counted from 1.
    package let iteration: Int
    package let result: Result
  }

  package enum Result: Sendable {
    case made(SendPreview)
    case unknown(PreviewFault, SendPlan)
    /// The request's file, or an inherited one, is unusable.
    case file(WorkspaceError)
  }

  private let jobs: [RunJob]
  private let rows: RunRows
  private let revealsSecrets: Bool
  private let session: @Sendable (RuntimeVariables) -> SendSession

  /// - Parameters:
  ///   - revealsSecrets: whether they are written, too.
  ///   - session: makes the session of an iteration, with the variables of its data row.
  package init(
    _ jobs: [RunJob], rows: RunRows, revealsSecrets: Bool,
    session: @escaping @Sendable (RuntimeVariables) -> SendSession
  ) {
    self.jobs = jobs
    self.rows = rows
    self.revealsSecrets = revealsSecrets
    self.session = session
  }

  /// - Parameters:
  ///   - driver: a driver that sends nothing; see `SendSession.preview`.
  ///   - limit: the number of body bytes to keep.
  /// - Throws: the errors of `report`, `CancellationError`, or the fault of a data row (`DataTable.Fault`).
  package func run(
    through driver: ConversationDriver, limit: Int, _ report: (Item) throws -> Void
  ) async throws {
    var iteration = 0
    while let row = try rows.next() {
      iteration += 1
      let session = session(RuntimeVariables(row))
      for job in jobs {
        try Task.checkCancellation()
        let result = await result(of: job, session, driver, limit)
        try report(Item(node: job.node, iteration: iteration, result: result))
      }
    }
  }

  private func result(
    of job: RunJob, _ session: SendSession, _ driver: ConversationDriver, _ limit: Int
  ) async -> Result {
    let plan: SendPlan
    do throws(WorkspaceError) { plan = try job.plan().written(revealingSecrets: revealsSecrets) } catch {
      return .file(error)
    }
    do throws(PreviewFault) { return .made(try await session.preview(plan, through: driver, limit: limit)) } catch {
      return .unknown(error, plan)
    }
  }
}
