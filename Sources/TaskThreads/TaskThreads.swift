#if os(Linux)
import Basics
import CSwiftRuntime
import Dispatch
import Glibc
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
  private static let timers = DispatchQueue(label: "apus.timers")
  private static var processors: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Call this before the first task: tasks enqueued earlier stay with libdispatch.
  package static func install() {
    apus_set_hooks(
      { job, _ in TaskThreads.run(job) },
      { nanoseconds, job, _ in TaskThreads.run(job, after: nanoseconds) },
      { seconds, nanoseconds, _, _, clock, job, _ in
        TaskThreads.run(job, after: Deadline(seconds, nanoseconds, clock: clock).nanosecondsFromNow)
      })
  }

  private static func run(_ job: UnsafeMutableRawPointer?) {
    if let job { pool.add(Job(pointer: job)) }
  }

  private static func run(_ job: UnsafeMutableRawPointer?, after nanoseconds: UInt64) {
    guard let job = job.map(Job.init) else { return }
    let delay = DispatchTimeInterval.nanoseconds(Int(clamping: nanoseconds))
    timers.asyncAfter(deadline: .now() + delay) { pool.add(job) }
  }
}

/// A runnable part of a task, as passed by the runtime.
// Unchecked: an object of the runtime, which moves it between threads itself.
struct Job: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}

/// A point in time on one of Swift's clocks.
struct Deadline {
  private let seconds: Int64
  private let nanoseconds: Int64
  private let clock: clockid_t

  /// - Parameter clock: the runtime's number for the clock: 1 continues while the machine sleeps, 2 does not.
  init(_ seconds: Int64, _ nanoseconds: Int64, clock: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.clock = clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
  }

  /// 0 for a time in the past; clamped on overflow.
  var nanosecondsFromNow: UInt64 {
    var now = timespec()
    guard clock_gettime(clock, &now) == 0, seconds >= Int64(now.tv_sec) else { return 0 }
    let (whole, isTooFar) = (seconds - Int64(now.tv_sec)).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLong) = whole.addingReportingOverflow(nanoseconds - Int64(now.tv_nsec))
    return isTooFar || isTooLong ? UInt64(Int64.max) : UInt64(max(0, sum))
  }
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

  /// As in libdispatch's threads: other threads handle signals; this one handles its own faults.
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
