#if os(Linux)
import Dispatch
import Glibc
import Synchronization

/// Threads that take jobs in their order. A thread is started when a job comes and none is free, up to a limit; none
/// ever ends, and one without a job sleeps.
final class WorkerPool: Sendable {
  private struct State {
    var jobs: [Job] = []
    /// The first that nobody has taken.
    var next = 0
    var threads = 0
    /// Threads that wait for a job, the ones among them that were woken for one included.
    var free = 0
  }

  private let limit: Int
  private let perform: @Sendable (Job) -> Void
  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)

  init(limit: Int, perform: @escaping @Sendable (Job) -> Void) {
    self.limit = limit
    self.perform = perform
  }

  func add(_ job: Job) {
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.jobs.count - state.next > state.free, state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    if needsThread, !startThread() { state.withLock { $0.threads -= 1 } }
    ready.signal()
  }

  private func work() {
    leaveSignalsToOthers()
    while true {
      state.withLock { $0.free += 1 }
      ready.wait()
      if let job = take() { perform(job) }
    }
  }

  private func take() -> Job? {
    state.withLock { state in
      state.free -= 1
      guard state.next < state.jobs.count else { return nil }
      let job = state.jobs[state.next]
      state.next += 1
      if state.next == state.jobs.count || state.next == 1_024 {
        state.jobs.removeFirst(state.next)
        state.next = 0
      }
      return job
    }
  }

  /// As libdispatch's threads do: a signal that is waited for elsewhere must not end here. Faults are no such signals.
  private func leaveSignalsToOthers() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT, SIGPROF] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// `false` when the system has no thread to give: the job then waits for one of those that run.
  private func startThread() -> Bool {
    var thread = pthread_t()
    let pool = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<WorkerPool>.fromOpaque(argument).takeUnretainedValue().work()
        return nil
      }, pool.toOpaque())
    guard code == 0 else {
      pool.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
#endif
