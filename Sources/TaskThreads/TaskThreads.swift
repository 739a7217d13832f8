#if os(Linux)
import Basics
import CSwiftRuntime
import Dispatch
import Libc
import Synchronization

/// Runs Swift's tasks on Apus's own threads, so that an idle screen sleeps.
///
/// By default, libdispatch runs the tasks. From the first task on, one of its threads checks the others once a second:
/// 60 wake-ups a minute for as long as the program runs, where the budget is zero. A command on the command line ends
/// soon and keeps libdispatch. `ToolchainTests` fails as soon as an idle libdispatch sleeps; this target can be removed
/// then.
package enum TaskThreads {
  // The runtime's hook is a C function, so it can only reach a global.
  // There are more threads than processors, so that keys are handled even while all processors list files.
  private static let pool = WorkerPool(limit: max(8, processors + 4)) { apus_run($0.pointer) }
  private static var processors: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Call this before the first task: tasks enqueued earlier stay with libdispatch. Delayed jobs still go to
  /// libdispatch, which then checks its threads after all; wait with `Pause` instead.
  package static func install() {
    apus_set_hook { job, _ in if let job { TaskThreads.pool.add(Job(pointer: job)) } }
  }
}

/// A runnable part of a task, as passed by the runtime.
// Unchecked: an object of the runtime, which moves it between threads itself.
struct Job: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}

/// Threads that take jobs in order. If no thread is free, a new job starts one, up to a limit. Threads never end; they
/// sleep while there are no jobs.
final class WorkerPool: Sendable {
  private struct State {
    var jobs: [Job] = []
    /// The index of the first job not yet taken.
    var next = 0
    var threads = 0
    /// Threads that wait for a signal and have not been signalled yet.
    var asleep = 0

    mutating func take() -> Job? {
      guard next < jobs.count else { return nil }
      defer {
        next += 1
        if next == jobs.count || next == 1_024 {
          jobs.removeFirst(next)
          next = 0
        }
      }
      return jobs[next]
    }
  }

  private enum Call {
    case nobody, sleeper, newcomer
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
    let call: Call = state.withLock { state in
      state.jobs.append(job)
      if state.asleep > 0 {
        state.asleep -= 1
        return .sleeper
      }
      guard state.threads < limit else { return .nobody }
      state.threads += 1
      return .newcomer
    }
    switch call {
    case .nobody: return
    case .sleeper: ready.signal()
    case .newcomer:
      let thread = ThreadStart { [self] in
        Self.leaveSignalsToOthers()
        work()
      }
      // If no thread can be created, the job waits for a running one.
      if !thread.launch() { state.withLock { $0.threads -= 1 } }
    }
  }

  private func work() -> Never {
    while true {
      let job = state.withLock { state in
        let job = state.take()
        if job == nil { state.asleep += 1 }
        return job
      }
      if let job { perform(job) } else { ready.wait() }
    }
  }

  /// Other threads handle signals, as for libdispatch's threads; this one handles its own faults.
  private static func leaveSignalsToOthers() {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT, SIGPROF] { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
#else
/// On other systems, an idle libdispatch sleeps.
package enum TaskThreads {
  package static func install() {}
}
#endif
