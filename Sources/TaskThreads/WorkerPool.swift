#if os(Linux)
import Basics
import Dispatch
import Glibc
import Synchronization

/// Threads that take jobs in their order. A thread is started when a job comes and none is free, up to a limit; none
/// ever ends, and one without a job sleeps.
///
/// One thread at a time is on its way to work, and calls the next where there is more than it takes itself: waking one
/// costs more than most jobs, and those that run may be done before another has come.
final class WorkerPool: Sendable {
  private enum Call {
    case nobody, sleeper, newcomer
  }

  private struct State {
    var limit: Int
    var jobs: [Job] = []
    /// The first that nobody has taken.
    var next = 0
    var threads = 0
    /// Threads that wait for a job and that nobody has woken.
    var asleep = 0
    /// Whether a thread was woken, started or announced and has not looked for a job yet.
    var isOneComing = false
    /// What can wait until nothing else is to do.
    var deferred: [@Sendable () -> Void] = []

    /// Whom the jobs need that nobody has taken.
    mutating func call() -> Call {
      guard next < jobs.count, !isOneComing, asleep > 0 || threads < limit else { return .nobody }
      isOneComing = true
      guard asleep == 0 else {
        asleep -= 1
        return .sleeper
      }
      threads += 1
      return .newcomer
    }

    mutating func take() -> Job? {
      guard next < jobs.count else { return nil }
      let job = jobs[next]
      next += 1
      if next == jobs.count || next == 1_024 {
        jobs.removeFirst(next)
        next = 0
      }
      return job
    }
  }

  private static let moment = DispatchTimeInterval.milliseconds(2)

  private let perform: @Sendable (Job) -> Void
  private let state: Mutex<State>
  private let ready = DispatchSemaphore(value: 0)

  init(limit: Int, perform: @escaping @Sendable (Job) -> Void) {
    state = Mutex(State(limit: limit))
    self.perform = perform
  }

  /// How many threads are started from now on; those that announce themselves are not counted.
  func limit(to count: Int) {
    state.withLock { $0.limit = count }
  }

  func add(_ job: Job) {
    carryOut(
      state.withLock { state in
        state.jobs.append(job)
        return state.call()
      })
  }

  private func carryOut(_ call: Call) {
    switch call {
    case .nobody: return
    case .sleeper: ready.signal()
    case .newcomer:
      guard !startThread() else { return }
      state.withLock { state in
        state.threads -= 1
        state.isOneComing = false
      }
    }
  }

  /// Says that a thread which runs already is about to join: the first job waits for it instead of starting another.
  func announce() {
    state.withLock { $0.isOneComing = true }
  }

  /// Makes this thread, which was announced, one of the pool's for good.
  func join() -> Never {
    work()
  }

  /// Runs `body` once a thread of the pool has had nothing to do for a moment.
  func whenQuiet(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.deferred.append(body) }
  }

  private func work() -> Never {
    while true {
      state.withLock { $0.isOneComing = false }
      while let job = take() { perform(job) }
      rest()
    }
  }

  /// Sleeps until there is a job.
  private func rest() {
    while state.withLock({ !$0.deferred.isEmpty }) {
      guard ready.wait(timeout: .now() + Self.moment) == .timedOut else { return }
      let bodies = state.withLock { state in
        defer { state.deferred = [] }
        return state.deferred
      }
      for body in bodies { body() }
    }
    ready.wait()
  }

  /// The next job; without one the thread is as good as asleep.
  private func take() -> Job? {
    let (job, call) = state.withLock { state in
      let job = state.take()
      if job == nil { state.asleep += 1 }
      return (job, state.call())
    }
    carryOut(call)
    return job
  }

  /// As libdispatch's threads do: a signal that is waited for elsewhere must not end here. Faults are no such signals.
  private static func leaveSignalsToOthers() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT, SIGPROF] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// `false` when the system has no thread to give: the job then waits for one of those that run.
  private func startThread() -> Bool {
    ThreadStart { [self] in
      Self.leaveSignalsToOthers()
      work()
    }.launch()
  }
}
#endif
