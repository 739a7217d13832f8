import Networking
import Sessions
import Workspaces

/// Sends the requests of a run, one after the other or several in parallel:
///
/// ```
/// iteration ─► request ─► variables so far ─► send ─► assertions ─► captures ─► variables of the iteration
/// ```
///
/// There is one task per parallel request; each takes the next request when it is done with the previous one. The next
/// request therefore sees what that response captured, with no other task involved.
struct Runner: Sendable {
  /// The progress of a run.
  enum Event: Sendable {
    /// A request is about to be sent: its index in the run, and its name.
    case started(Int, String)
    case finished(Int, RunResult)
  }

  let client: Client
  let workspace: Workspace?
  /// `nil` if exchanges are not recorded.
  let history: History?
  let jobs: [RunJob]
  /// The variables that each iteration starts with.
  let iterations: [DataTable.Row]
  let parallel: Int
  let stopsAtFailure: Bool
  let delay: Duration
  /// Whether no response influences the requests after it.
  var isForeseeable = false

  var count: Int { jobs.count * iterations.count }

  /// - Parameter report: called for each start and each result, from several threads, so it must be quick.
  /// - Returns: the results in the order of the requests.
  func run(_ report: @escaping @Sendable (Event) -> Void) async throws -> [RunResult] {
    let sessions = sessions
    let schedule = RunSchedule(count: count, delay: delay, stopsAtFailure: stopsAtFailure)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<min(tasks, count) {
        group.addTask {
          while let (index, wait) = schedule.next() {
            if wait > .zero {
              try await Task.sleep(for: wait)
              guard schedule.goesOn else { return }
            }
            let (job, place) = (jobs[index % jobs.count], index / jobs.count)
            report(.started(index, job.node.id))
            let result = await send(job, place + 1, sessions[place])
            try Task.checkCancellation()
            schedule.finished(index, result)
            report(.finished(index, result))
          }
        }
      }
      try await group.waitForAll()
    }
    return schedule.results
  }

  /// If no request depends on another, a few more are prepared than may be in flight. The next one is then sent as soon
  /// as a response arrives, not only after it has been processed.
  private var tasks: Int {
    let goesAhead = isForeseeable && parallel > 1 && !stopsAtFailure && delay == .zero
    return goesAhead ? parallel + max(2, parallel) : parallel
  }

  /// One session per iteration, with its data row and the variables that its responses set. They share the logins.
  private var sessions: [SendSession] {
    let logins = LiveSession.logins(client)
    return iterations.map { row in
      let runtime = RuntimeVariables(row.map { VariableInputs.Pair($0.name, $0.value) })
      return LiveSession.make(
        workspace, client: client, history: history, runtime: runtime, logins: logins,
        manners: SendSession.Manners(remembersAnswers: !isForeseeable))
    }
  }

  private func send(_ job: RunJob, _ iteration: Int, _ session: SendSession) async -> RunResult {
    let node = job.node
    var result = RunResult(iteration: iteration, id: node.id, name: node.name, method: node.method, url: node.url)
    let plan: SendPlan
    do throws(Failure) { plan = try job.plan() } catch {
      result.trouble = RunResult.Trouble(error)
      return result
    }
    var prepared: PreparedRequest?
    await session.send(plan, following: false) { event in
      switch event {
      case .resolved(let send): prepared = send.prepared
      case .judged(let answer): if let prepared { result.add(answer, to: prepared) }
      case .notKept(let why): LiveSession.tell(notKept: why)
      case .refused(let fault): result.trouble = RunResult.Trouble(plan.failure(for: fault))
      case .failed(let error): result.trouble = .transfer(error.description)
      case .asking, .sentFirst, .conversation, .cancelling, .finished, .kept: break
      }
    }
    return result
  }
}

extension RunResult.Trouble {
  fileprivate init(_ failure: Failure) {
    self = failure.status == .file ? .file(failure.message) : .request(failure.message)
  }
}

extension RunResult {
  fileprivate mutating func add(_ answer: SessionAnswer, to prepared: PreparedRequest) {
    let exchange = answer.record.exchange
    method = prepared.redaction.masked(text: exchange.request?.method ?? prepared.request.method.rawValue)
    url = prepared.redaction.masked(url: exchange.finalURL ?? prepared.request.url)
    status = exchange.response?.status.code ?? 0
    // Excludes the time that a request prepared early waited for others.
    duration = exchange.duration - (exchange.hops.first?.timing.queued ?? .zero)
    size = exchange.body?.count ?? 0
    if let failure = exchange.failure { trouble = .transfer(answer.redaction.masked(text: failure.description)) }
    assertions = answer.checks.assertions.map { $0.masked(by: answer.redaction) }
  }
}
