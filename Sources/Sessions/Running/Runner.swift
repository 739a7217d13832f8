import Basics
import Networking
package import Workspaces

/// Sends the requests of a run, one after the other or several in parallel:
///
/// ```
/// iteration ─► request ─► variables so far ─► send ─► assertions ─► captures ─► variables of the iteration
/// ```
///
/// There is one task per parallel request; each takes the next request after finishing the previous one. A request
/// waits only for those in its iteration whose answers it uses (`RunDependencies`).
///
/// `goOn` and another `run` continue a stopped run at the next request, with the variables so far.
// A class because another task may stop the run.
package final class Runner: Sendable {
  /// The progress of a run.
  package enum Event: Sendable {
    /// A request is about to be sent: its turn, its place, which differs if scripts choose the order, and its name.
    case started(Int, RunFlow.Place, String)
    /// The judged response, before its result.
    case answered(Int, SessionAnswer)
    /// A request is sent first, because one of the run needs its answer.
    case sendingFirst(String, method: String)
    case finished(Int, RunResult)
    /// The history could not be written; contains the reason.
    case notKept(String)
    /// The stored cookies could not be read; contains the reason.
    case cookiesNotKept(String)
    /// A script chose a next request that cannot be sent; contains the reason.
    case notFollowed(String)
  }

  /// The requests to send and how to send them.
  package struct Order: Sendable {
    package var jobs: [RunJob]
    /// The initial variables of each iteration.
    package var rows: RunRows
    package var parallel: Int
    package var pace = SendSchedule()
    package var stopsAtFailure = false
    /// Each request is sent again until its answer is as expected.
    package var retry: RetryCondition?
    /// The options of each iteration's session. Answers are not remembered if none influences later requests.
    package var options = SendSession.Options()
    /// The names of another tool's requests for people, with their folders, by the ids here.
    package var requestNames: [String: String] = [:]
    /// The path of that file, in place of the files of the requests.
    package var source: String?
    /// The number of results to keep; all are counted.
    package var listing = Order.mostListed

    /// The limit on kept results: more than anybody reads, and few enough to fit into memory.
    package static let mostListed = 100_000

    package init(jobs: [RunJob], rows: RunRows, parallel: Int = 1) {
      self.jobs = jobs
      self.rows = rows
      self.parallel = parallel
    }

    /// The number of requests; `nil` if unknown before the end.
    package var count: Int? {
      guard pace.duration == nil, let rows = rows.count else { return nil }
      let (count, overflow) = jobs.count.multipliedReportingOverflow(by: rows)
      return overflow ? nil : count
    }
  }

  /// A run's external dependencies.
  package struct Dependencies: Sendable {
    /// Creates the session of an iteration, with the variables of its data row.
    var session: @Sendable (RuntimeVariables, SendSession.Options) -> SendSession
    /// Formats the reason why a request was not sent.
    var words: @Sendable (SendFault, SendPlan) -> String

    package init(
      session: @escaping @Sendable (RuntimeVariables, SendSession.Options) -> SendSession,
      words: @escaping @Sendable (SendFault, SendPlan) -> String = { fault, _ in fault.description }
    ) {
      self.session = session
      self.words = words
    }
  }

  package let order: Order
  package let log: RunLog
  private let words: @Sendable (SendFault, SendPlan) -> String
  private let iterations: RunIterations
  private let dependencies: RunDependencies
  private let schedule: RunSchedule
  /// The order of the requests; `nil` if several are sent at a time, whose order no script can choose.
  private let flow: RunOrder?

  package init(_ order: Order, dependencies external: Dependencies) {
    self.order = order
    log = RunLog(keeping: order.listing)
    words = external.words
    let count = order.rows.count ?? 1
    let isInTurn = order.parallel == 1
    iterations = RunIterations(order.rows, size: order.jobs.count, isInTurn: isInTurn) { row, number in
      var options = order.options
      options.iteration = ScriptIteration(index: number, count: max(count, number + 1), data: row, isRun: true)
      return external.session(RuntimeVariables(row), options)
    }
    dependencies = RunDependencies(order.jobs, areKnownToBeNone: !order.options.remembersAnswers || isInTurn)
    let rows = order.rows.count.map { $0.multipliedReportingOverflow(by: order.jobs.count) }
    let total = rows.flatMap { $0.overflow ? nil : $0.partialValue }
    schedule = RunSchedule(count: isInTurn ? nil : total, pace: order.pace, stopsAtFailure: order.stopsAtFailure)
    flow = isInTurn ? RunOrder(order.jobs, ids: order.options.requestIDs) : nil
  }

  /// Runs the remaining requests. If its task is cancelled, the requests in flight are cancelled and remain to be sent.
  /// - Parameter report: called for each step, from several threads, so it must be quick.
  /// - Returns: the kept results in the order of the requests.
  /// - Throws: `CancellationError`, or the fault of a data row (`DataTable.Fault`).
  @discardableResult
  package func run(_ report: @escaping @Sendable (Event) -> Void) async throws -> [RunResult] {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<min(tasks, order.count ?? tasks) { group.addTask { [self] in try await work(report) } }
      try await group.waitForAll()
    }
    return log.results
  }

  /// Starts no more requests; those in flight finish, and then `run` returns. A run that has not begun sends none.
  package func stop() { schedule.hold() }

  /// Undoes `stop`.
  package func goOn() { schedule.release() }

  /// The number of requests that were due at the rate and not sent.
  package var overdue: Int {
    let sent = log.statistics.requests + log.statistics.skipped
    return order.count.map { max(0, min(schedule.overdue, $0 - sent)) } ?? schedule.overdue
  }

  /// True if scripts chose which requests were sent.
  package var isReordered: Bool { flow?.isChanged ?? false }

  /// The session of the iteration that began last, which has the variables that scripts have set until then; `nil` if
  /// nothing was sent.
  package var session: SendSession? { iterations.newest }

  /// The iteration and the request of a turn; `nil` after the last.
  private func place(of turn: RunSchedule.Turn) -> RunFlow.Place? {
    if let flow { return flow.place }
    let (iteration, request) = turn.index.quotientAndRemainder(dividingBy: order.jobs.count)
    return RunFlow.Place(iteration: iteration, request: request)
  }

  private func work(_ report: @escaping @Sendable (Event) -> Void) async throws {
    while let turn = schedule.next() {
      guard let next = place(of: turn), let iteration = try iterations.at(next.iteration) else {
        return schedule.end(at: flow == nil ? turn.index / order.jobs.count * order.jobs.count : turn.index)
      }
      let (place, job) = (next.iteration, next.request)
      do {
        guard let lateness = try await ready(turn, iteration) else {
          schedule.giveBack(turn.index)
          iterations.gaveBack(of: place)
          continue
        }
        report(.started(turn.index, next, name(of: order.jobs[job].node)))
        var result = await send(job, turn.index, iteration: place + 1, iteration.session, report)
        try Task.checkCancellation()
        result.lateness = lateness
        if let source = order.source { result.name(placesIn: source, of: order.jobs[job].node.id) }
        goOn(from: next, &result, report)
        log.add(result, at: turn.index)
        schedule.finished(passed: result.passed)
        report(.finished(turn.index, result))
      } catch {
        schedule.giveBack(turn.index)
        throw error
      }
    }
  }

  /// Follows the choice of the request's scripts.
  private func goOn(
    from place: RunFlow.Place, _ result: inout RunResult, _ report: @Sendable (Event) -> Void
  ) {
    if result.stopsRun { schedule.stop() }
    guard let flow else {
      if result.next != nil { report(.notFollowed("\(result.id) chose the next request, which needs --parallel 1")) }
      return iterations.finished(place.request, of: place.iteration)
    }
    let (fault, hasEnded) = flow.finished(result)
    if hasEnded { iterations.end(place.iteration) }
    switch fault {
    case .unknown(let name): report(.notFollowed("\(result.id) chose the next request \(name), which the run lacks"))
    case .tooManyJumps:
      let most = Quantity.count(RunFlow.mostJumps)
      result.trouble = .request("scripts chose the next request more than \(most) times; the iteration ends here")
    case nil: break
    }
  }

  /// Waits for the request's turn and for the answers that it uses.
  /// - Returns: the delay; `nil` if the run was stopped meanwhile and the request is not sent now.
  private func ready(_ turn: RunSchedule.Turn, _ iteration: RunIteration) async throws -> Duration? {
    let earlier = flow == nil ? dependencies.of(turn.index % order.jobs.count) : []
    if turn.wait > .zero { try await Pause.wait(turn.wait) }
    try await iteration.wait(for: earlier) { schedule.goesOn }
    if turn.wait > .zero || !earlier.isEmpty { guard schedule.goesOn else { return nil } }
    guard let due = turn.due else { return .zero }
    // The request could not be sent before the answers that it uses arrived.
    let possible = earlier.isEmpty ? due : max(due, iteration.lastChange)
    return max(.zero, .now - possible)
  }

  /// The number of tasks. If no request depends on another, a few more requests are prepared than may be in flight, so
  /// that the next one is sent as soon as a response arrives, not only after it is processed.
  private var tasks: Int {
    let goesAhead =
      !order.options.remembersAnswers && order.parallel > 1 && !order.stopsAtFailure && order.pace.delay == .zero
      && order.pace.rate == nil
    return goesAhead ? order.parallel + max(2, order.parallel) : order.parallel
  }

  private func send(
    _ job: Int, _ index: Int, iteration: Int, _ session: SendSession, _ report: @Sendable (Event) -> Void
  ) async -> RunResult {
    let job = order.jobs[job]
    let node = job.node
    var result = RunResult(
      iteration: iteration, id: name(of: node), name: node.name, method: node.method, url: node.url)
    result.path = order.source ?? node.path
    let plan: SendPlan
    do throws(WorkspaceError) { plan = try job.plan() } catch {
      result.trouble = .file(error.description)
      return result
    }
    do throws(SendFault) { result.skipped = try session.reasonToSkip(plan) } catch {
      result.trouble = trouble(error, plan)
    }
    guard result.skipped == nil, result.trouble == nil else { return result }
    let start = ContinuousClock.now
    for tries in 1... {
      var attempt = result
      attempt.tries = tries
      let answer = await send(plan, index, session, &attempt, report)
      guard let retry = order.retry, let answer else { return attempt }
      let verdict = retry.verdict(on: answer.record.exchange, to: plan)
      if !verdict.passed {
        // The pause throws only if it is cancelled, and then the result does not count.
        if (try? await retry.pause(since: start)) == true { continue }
      }
      // Without an answer, the failure of the transfer says it all.
      let exchange = answer.record.exchange
      if exchange.failure == nil || exchange.response != nil {
        attempt.assertions.append(verdict.masked(by: answer.redaction))
      }
      return attempt
    }
    return result
  }

  /// Sends once.
  /// - Returns: the answer or the transfer failure; `nil` if nothing was sent.
  private func send(
    _ plan: SendPlan, _ index: Int, _ session: SendSession, _ result: inout RunResult,
    _ report: @Sendable (Event) -> Void
  ) async -> SessionAnswer? {
    var prepared: PreparedRequest?
    return await session.send(plan, following: false) { event in
      switch event {
      case .resolved(let send): prepared = send.prepared
      case .judged(let answer):
        if let prepared { result.add(answer, to: prepared, until: order.retry?.assertion) }
        report(.answered(index, answer))
      case .notKept(let why): report(.notKept(why))
      case .cookiesNotKept(let why): report(.cookiesNotKept(why))
      case .refused(let fault):
        result.trouble = trouble(fault, plan)
        // The consent is for all scripts of the collection: the other requests would only repeat this.
        if fault.needsConsentForScripts { schedule.stop() }
      case .failed(let error): result.trouble = .transfer(error.description, error.category)
      case .sendingFirst(let id, let method): report(.sendingFirst(id, method: method))
      case .skipped(let results): result.add(results.masked(by: plan.context.redaction()))
      case .script, .asking, .conversation, .cancelling, .finished, .kept: break
      }
    }
  }

  private func name(of node: RequestNode) -> String { order.requestNames[node.id] ?? node.id }

  private func trouble(_ fault: SendFault, _ plan: SendPlan) -> RunResult.Trouble {
    if case .file = fault { return .file(words(fault, plan)) }
    return .request(words(fault, plan))
  }
}

extension SendFault {
  /// True if the user has not allowed the scripts, or the values that they read.
  fileprivate var needsConsentForScripts: Bool {
    switch self {
    case .scripts(.notAllowed): return true
    case .refusal(let refusal):
      guard case .notAllowed(let uses) = refusal.problem else { return false }
      return uses.allSatisfy { $0.receiver == UserValueUse.scripts }
    default: return false
    }
  }
}
