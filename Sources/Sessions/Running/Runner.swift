import Basics
import Networking
package import Workspaces

/// Sends the requests of a run, one after the other or several in parallel:
///
/// ```
/// iteration ─► request ─► variables so far ─► send ─► assertions ─► captures ─► variables of the iteration
/// ```
///
/// There is one task per parallel request; each takes the next request when it is done with the previous one. The next
/// request therefore sees what that response captured, with no other task involved.
///
/// A run that was stopped goes on with `goOn` and another `run`: with the variables so far, from the request that is
/// next.
// A class because a run is stopped from outside of the task that runs it.
package final class Runner: Sendable {
  /// The progress of a run.
  package enum Event: Sendable {
    /// A request is about to be sent: its index in the run, and its name.
    case started(Int, String)
    /// The judged response, before its result.
    case answered(Int, SessionAnswer)
    case finished(Int, RunResult)
    /// The history could not be written, and why.
    case notKept(String)
    /// The stored cookies could not be read, and why.
    case cookiesNotKept(String)
  }

  /// What is sent, and how.
  package struct Order: Sendable {
    package var jobs: [RunJob]
    /// The variables that each iteration starts with.
    package var iterations: [DataTable.Row]
    package var parallel: Int
    package var stopsAtFailure = false
    package var delay = Duration.zero
    /// Whether no response influences the requests after it.
    package var isForeseeable = false

    package init(jobs: [RunJob], iterations: [DataTable.Row] = [[]], parallel: Int = 1) {
      self.jobs = jobs
      self.iterations = iterations
      self.parallel = parallel
    }

    package var count: Int { jobs.count * iterations.count }
  }

  /// A run's connections to the outside world.
  package struct Outside: Sendable {
    /// Makes the session of an iteration, with the variables of its data row.
    var session: @Sendable (RuntimeVariables, SendSession.Manners) -> SendSession
    /// Why a request was not sent, in the words of the one who shows it.
    var words: @Sendable (SendFault, SendPlan) -> String

    package init(
      session: @escaping @Sendable (RuntimeVariables, SendSession.Manners) -> SendSession,
      words: @escaping @Sendable (SendFault, SendPlan) -> String = { fault, _ in fault.description }
    ) {
      self.session = session
      self.words = words
    }
  }

  package let order: Order
  private let words: @Sendable (SendFault, SendPlan) -> String
  /// One session per iteration, with its data row and the variables that its responses set.
  private let sessions: [SendSession]
  private let schedule: RunSchedule

  package init(_ order: Order, outside: Outside) {
    self.order = order
    words = outside.words
    sessions = order.iterations.map { row in
      outside.session(
        RuntimeVariables(row), SendSession.Manners(remembersAnswers: !order.isForeseeable))
    }
    schedule = RunSchedule(count: order.count, delay: order.delay, stopsAtFailure: order.stopsAtFailure)
  }

  /// Runs what is not done yet. If its task is cancelled, the requests in flight are cancelled and are still to be sent.
  /// - Parameter report: called for each step, from several threads, so it must be quick.
  /// - Returns: all results so far in the order of the requests.
  @discardableResult
  package func run(_ report: @escaping @Sendable (Event) -> Void) async throws -> [RunResult] {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<min(tasks, order.count) { group.addTask { [self] in try await work(report) } }
      try await group.waitForAll()
    }
    return schedule.results
  }

  /// Starts no more requests; those in flight finish, and `run` returns then. A run that has not begun sends none.
  package func stop() { schedule.hold() }

  /// Takes a stop back.
  package func goOn() { schedule.release() }

  private func work(_ report: @escaping @Sendable (Event) -> Void) async throws {
    while let (index, wait) = schedule.next() {
      do {
        if wait > .zero {
          try await Pause.wait(wait)
          guard schedule.goesOn else { return schedule.giveBack(index) }
        }
        let (job, place) = (order.jobs[index % order.jobs.count], index / order.jobs.count)
        report(.started(index, job.node.id))
        let result = await send(job, index, iteration: place + 1, sessions[place], report)
        try Task.checkCancellation()
        schedule.finished(index, result)
        report(.finished(index, result))
      } catch {
        schedule.giveBack(index)
        throw error
      }
    }
  }

  /// If no request depends on another, a few more are prepared than may be in flight. The next one is then sent as soon
  /// as a response arrives, not only after it has been processed.
  private var tasks: Int {
    let goesAhead = order.isForeseeable && order.parallel > 1 && !order.stopsAtFailure && order.delay == .zero
    return goesAhead ? order.parallel + max(2, order.parallel) : order.parallel
  }

  private func send(
    _ job: RunJob, _ index: Int, iteration: Int, _ session: SendSession, _ report: @Sendable (Event) -> Void
  ) async -> RunResult {
    let node = job.node
    var result = RunResult(iteration: iteration, id: node.id, name: node.name, method: node.method, url: node.url)
    let plan: SendPlan
    do throws(WorkspaceError) { plan = try job.plan() } catch {
      result.trouble = .file(error.description)
      return result
    }
    var prepared: PreparedRequest?
    await session.send(plan, following: false) { event in
      switch event {
      case .resolved(let send): prepared = send.prepared
      case .judged(let answer):
        if let prepared { result.add(answer, to: prepared) }
        report(.answered(index, answer))
      case .notKept(let why): report(.notKept(why))
      case .cookiesNotKept(let why): report(.cookiesNotKept(why))
      case .refused(let fault): result.trouble = trouble(fault, plan)
      case .failed(let error): result.trouble = .transfer(error.description)
      case .asking, .sentFirst, .conversation, .cancelling, .finished, .kept: break
      }
    }
    return result
  }

  private func trouble(_ fault: SendFault, _ plan: SendPlan) -> RunResult.Trouble {
    if case .file = fault { return .file(words(fault, plan)) }
    return .request(words(fault, plan))
  }
}
