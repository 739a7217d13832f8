import Networking
import Workspaces

/// Sends the requests of a run, one after the other or several at a time:
///
/// ```
/// iteration ─► request ─► variables so far ─► send ─► assertions ─► captures ─► variables of the iteration
/// ```
struct Runner: Sendable {
  /// One request of the run, with everything that stays the same from one iteration to the next.
  struct Job: Sendable {
    let id: String
    let plan: SendPlan
  }

  /// What a run tells while it goes on.
  enum Event: Sendable {
    /// A request goes out: its place in the run, and its name.
    case started(Int, String)
    case finished(Int, RunResult)
  }

  let client: Client
  /// `nil` where the exchanges are not kept.
  let history: History?
  let jobs: [Job]
  /// The variables that each iteration starts with.
  let iterations: [DataTable.Row]
  let parallel: Int
  let stopsAtFailure: Bool
  let delay: Duration
  /// The user agreed to change things in a protected environment.
  var isConfirmed = false

  var count: Int { jobs.count * iterations.count }

  /// - Parameter report: is told each start and each result as it comes.
  /// - Returns: the results in the order of the requests.
  func run(_ report: @Sendable (Event) async -> Void) async throws -> [RunResult] {
    let sessions = sessions
    var results = [RunResult?](repeating: nil, count: count)
    var next = 0
    var running = 0
    var hasFailed = false
    try await withThrowingTaskGroup(of: (Int, RunResult).self) { group in
      while true {
        while next < count, running < parallel, !(hasFailed && stopsAtFailure) {
          let index = next
          if index > 0, delay > .zero { try await Task.sleep(for: delay) }
          next += 1
          running += 1
          let (job, place) = (jobs[index % jobs.count], index / jobs.count)
          await report(.started(index, job.id))
          group.addTask { (index, await send(job, place + 1, sessions[place])) }
        }
        guard let (index, result) = try await group.next() else { break }
        running -= 1
        try Task.checkCancellation()
        results[index] = result
        hasFailed = hasFailed || !result.passed
        await report(.finished(index, result))
      }
    }
    return results.compactMap(\.self)
  }

  /// One for each iteration: its row of data, and what its answers set. They share the logins.
  private var sessions: [SendSession?] {
    let logins = LiveSession.logins(client)
    return iterations.map { row in
      let runtime = RuntimeVariables(row.map { VariableInputs.Pair($0.name, $0.value) })
      return jobs.first?.plan.workspace.map { workspace in
        LiveSession.make(workspace, client: client, history: nil, runtime: runtime, logins: logins)
      }
    }
  }

  private func send(_ job: Job, _ iteration: Int, _ session: SendSession?) async -> RunResult {
    let definition = job.plan.definition
    var result = RunResult(
      iteration: iteration, id: job.id, name: definition.name, method: definition.method, url: definition.url)
    let send: SessionSend
    do throws(Failure) { send = try await job.plan.prepared(in: session, isConfirmed: isConfirmed) } catch {
      result.trouble = .request(error.message)
      return result
    }
    let prepared = send.prepared
    let exchange = await client.exchange(for: prepared.request)
    result.method = exchange.request?.method ?? prepared.request.method.rawValue
    result.url = prepared.redaction.masked(url: exchange.finalURL ?? prepared.request.url)
    result.status = exchange.response?.status.code ?? 0
    result.duration = exchange.duration
    result.size = exchange.body?.count ?? 0
    if let failure = exchange.failure { result.trouble = .transfer(failure.description) }
    let answer = send.answer(exchange)
    result.assertions = answer.checks.assertions
    await session?.keep(answer, of: send)
    if let history { LiveSession.keep(answer.record, answer.redaction, in: history) }
    return result
  }
}
