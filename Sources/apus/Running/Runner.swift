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

  let client: Client
  let jobs: [Job]
  /// The variables that each iteration starts with.
  let iterations: [DataTable.Row]
  let parallel: Int
  let stopsAtFailure: Bool
  let delay: Duration

  var count: Int { jobs.count * iterations.count }

  /// - Parameter report: is told each result as it comes.
  /// - Returns: the results in the order of the requests.
  func run(_ report: @Sendable (RunResult) async -> Void) async throws -> [RunResult] {
    let scopes = iterations.map { RunScope($0) }
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
          let (scope, job, iteration) = (scopes[index / jobs.count], jobs[index % jobs.count], index / jobs.count + 1)
          group.addTask { (index, await send(job, iteration, scope)) }
        }
        guard let (index, result) = try await group.next() else { break }
        running -= 1
        try Task.checkCancellation()
        results[index] = result
        hasFailed = hasFailed || !result.passed
        await report(result)
      }
    }
    return results.compactMap(\.self)
  }

  private func send(_ job: Job, _ iteration: Int, _ scope: RunScope) async -> RunResult {
    var plan = job.plan
    plan.context.setRuntime(await scope.variables)
    let definition = plan.definition
    var result = RunResult(
      iteration: iteration, id: job.id, name: definition.name, method: definition.method, url: definition.url)
    let prepared: PreparedRequest
    do throws(Failure) { prepared = try plan.prepared() } catch {
      result.trouble = .request(error.message)
      return result
    }
    let exchange = await client.exchange(for: prepared.request)
    result.method = exchange.request?.method ?? prepared.request.method.rawValue
    result.url = prepared.redaction.masked(url: exchange.finalURL ?? prepared.request.url)
    result.status = exchange.response?.status.code ?? 0
    result.duration = exchange.duration
    result.size = exchange.body?.count ?? 0
    if let failure = exchange.failure { result.trouble = .transfer(failure.description) }
    let checks = plan.context.checks(of: definition, on: exchange)
    result.assertions = checks.assertions
    await scope.set(checks.captured)
    return result
  }
}

/// The variables of one iteration: its row of data, and what its answers set.
actor RunScope {
  private(set) var variables: RuntimeVariables

  init(_ row: DataTable.Row) {
    variables = RuntimeVariables(row.map { VariableInputs.Pair($0.name, $0.value) })
  }

  func set(_ captured: [VariableInputs.Pair]) {
    variables.set(captured)
  }
}
