import Libc
import Synchronization

/// Makes `^C` cancel the running task instead of killing the process, so that the program can clean up. A second `^C`
/// exits immediately, for code that does not react to cancellation.
enum Interruption {
  private static let requested = Atomic<Bool>(false)

  /// True if a signal has asked the program to end, for code outside the cancelled task.
  static var isRequested: Bool { requested.load(ordering: .acquiring) }

  /// The work that the next signal cancels.
  private final class Work: Sendable {
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    func begin(_ cancel: @escaping @Sendable () -> Void) {
      self.cancel.withLock { $0 = cancel }
    }

    /// Cancels the work. Exits if nothing can be cancelled: the work has not suspended yet, or was cancelled before.
    func interrupt() {
      Interruption.requested.store(true, ordering: .releasing)
      let cancel = cancel.withLock { cancel in
        defer { cancel = nil }
        return cancel
      }
      if let cancel { cancel() } else { Exit.leave(.interrupted) }
    }
  }

  /// The signals that end a command. Not SIGHUP if the program was started with it ignored, as by `nohup`.
  private static let ending: [Int32] = {
    let former = signal(SIGHUP, SIG_DFL)
    // Functions cannot be compared, but their addresses can.
    guard unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else {
      return [SIGINT, SIGTERM, SIGHUP]
    }
    signal(SIGHUP, SIG_IGN)
    return [SIGINT, SIGTERM]
  }()

  /// Runs `body`. SIGINT, SIGTERM or SIGHUP cancels its task, and the program exits with status 130.
  static func cancelling<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
    let work = Work()
    let watch = Signals.watch(ending) { _ in work.interrupt() }
    defer { watch.end() }
    let task = started(body)
    work.begin { task.cancel() }
    let result = await task.result
    if task.isCancelled { throw Failure(.interrupted) }
    return try result.get()
  }

  /// Starts on the current thread if the system supports it, until `body` first suspends.
  private static func started<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) -> Task<R, any Error> {
    if #available(macOS 26, *) { return Task.immediate(operation: body) }
    return Task(operation: body)
  }

  /// - Throws: `Failure.interrupted` once the task is cancelled.
  static func check() throws(Failure) {
    guard !Task.isCancelled else { throw Failure(.interrupted) }
  }

  /// Makes writing to a closed pipe an error instead of a fatal signal.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }
}

/// The signals that end or stop a command. The main thread waits for them and all other threads block them, so a
/// handler is ordinary code, which may lock and print. A dispatch source would need a thread and a descriptor of its
/// own.
enum Signals {
  typealias Handler = @Sendable (_ number: Int32) -> Void

  /// A handler that is in force until `end` is called.
  struct Watch: Sendable {
    fileprivate let id: Int

    func end() {
      watches.withLock { watches in watches.all.removeAll { $0.id == id } }
    }
  }

  private struct Watches {
    var next = 0
    var all: [(id: Int, numbers: [Int32], handler: Handler)] = []
  }

  private static let watches = Mutex(Watches())
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  /// Calls `handler` on the main thread for each of these signals, taking precedence over earlier handlers.
  static func watch(_ numbers: [Int32], _ handler: @escaping Handler) -> Watch {
    watches.withLock { watches in
      watches.next += 1
      watches.all.append((watches.next, numbers, handler))
      return Watch(id: watches.next)
    }
  }

  /// Blocks the signals in this thread and all threads it starts. Call this before any other thread exists.
  static func block() {
    var all = set(numbers)
    pthread_sigmask(SIG_BLOCK, &all, nil)
  }

  /// Waits for signals until the process ends.
  static func serve() -> Never {
    var all = set(numbers)
    while true {
      var number: Int32 = 0
      guard sigwait(&all, &number) == 0 else { continue }
      let handler = watches.withLock { watches in watches.all.last { $0.numbers.contains(number) }?.handler }
      if let handler { handler(number) } else { obey(number) }
    }
  }

  /// Performs the signal's default action. Does nothing if the program was started with the signal ignored, as by
  /// `nohup`.
  private static func obey(_ number: Int32) {
    var one = set([number])
    raise(number)
    pthread_sigmask(SIG_UNBLOCK, &one, nil)
    pthread_sigmask(SIG_BLOCK, &one, nil)
  }

  private static func set(_ numbers: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    return set
  }
}
