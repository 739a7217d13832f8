#if os(Linux)
import CSwiftRuntime
import Dispatch
import Glibc

/// Runs the work of Swift's tasks on threads of our own.
///
/// libdispatch, which does it otherwise, wakes up every second from the first task on, to see whether its threads are
/// busy: for as long as the program lives, also when nothing happens. Ours sleep until there is work.
public enum TaskThreads {
  // A hook of the runtime is a C function, which can hold on to nothing but a global.
  // Some more than processors: while all of those list files, keys are answered and files are opened.
  private static let pool = WorkerPool(limit: max(8, ProcessorCount.online + 4)) { apus_run($0.pointer) }
  private static let timers = DispatchQueue(label: "apus.timers")

  /// Before the first task of a command that keeps every processor busy: as many threads as there are processors, this
  /// one among them, and memory in large steps. More threads would only take each other's place.
  public static func expectMuchWork() {
    apus_grow_memory_in_large_steps()
    pool.limit(to: max(1, ProcessorCount.online - 1))
  }

  /// Before the first task. Work that already waits elsewhere stays there.
  public static func install() {
    apus_set_hooks(
      { job, _ in TaskThreads.run(job) },
      { nanoseconds, job, _ in TaskThreads.run(job, after: nanoseconds) },
      { seconds, nanoseconds, _, _, clock, job, _ in
        TaskThreads.run(job, after: Deadline(seconds, nanoseconds, clock: clock).nanosecondsFromNow)
      })
  }

  /// Runs `body` as the first task and makes the calling thread, which has nothing else to do, one of those that run
  /// tasks. A command that is done soon then needs no other thread.
  /// - Parameter first: what the calling thread does before, beside the task; another thread begins the task then.
  public static func run(after first: (() -> Void)? = nil, _ body: @escaping @Sendable () async -> Void) -> Never {
    install()
    if first == nil { pool.announce() }
    Task.detached(operation: body)
    if let first {
      first()
      pool.announce()
    }
    pool.join()
  }

  /// Runs `body` once nothing has been to do for a moment: what a command that is done soon need not pay for.
  public static func whenQuiet(_ body: @escaping @Sendable () -> Void) {
    pool.whenQuiet(body)
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

/// A piece of a task that can run, as the runtime hands it over.
// Unchecked: the runtime's own object, handed from thread to thread as the runtime itself does.
struct Job: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer
}

/// A moment on one of Swift's clocks.
struct Deadline {
  private let seconds: Int64
  private let nanoseconds: Int64
  private let clock: clockid_t

  /// - Parameter clock: the runtime's number: 1 goes on while the machine sleeps, 2 stands still.
  init(_ seconds: Int64, _ nanoseconds: Int64, clock: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
    self.clock = clock == 1 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC
  }

  /// 0 for a moment that has passed; what cannot be counted is as far away as can be counted.
  var nanosecondsFromNow: UInt64 {
    var now = timespec()
    guard clock_gettime(clock, &now) == 0, seconds >= Int64(now.tv_sec) else { return 0 }
    let (whole, isTooFar) = (seconds - Int64(now.tv_sec)).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isTooLong) = whole.addingReportingOverflow(nanoseconds - Int64(now.tv_nsec))
    return isTooFar || isTooLong ? UInt64(Int64.max) : UInt64(max(0, sum))
  }
}

/// How many processors there are.
enum ProcessorCount {
  static var online: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
#else
import Dispatch

/// Only libdispatch's threads for Linux wake up without need; elsewhere the system has a better way.
public enum TaskThreads {
  public static func expectMuchWork() {}

  public static func install() {}

  public static func run(after first: (() -> Void)? = nil, _ body: @escaping @Sendable () async -> Void) -> Never {
    Task.detached(operation: body)
    first?()
    dispatchMain()
  }

  public static func whenQuiet(_ body: @escaping @Sendable () -> Void) {
    body()
  }
}
#endif
