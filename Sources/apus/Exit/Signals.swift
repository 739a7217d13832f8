import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The signals that end or stop a command. The main thread waits for them and all other threads block them, so a handler
/// is ordinary code, which may lock and print. A dispatch source would need a thread and a descriptor of its own.
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

  /// Calls `handler` on the main thread for each of these signals, before any handler that was there.
  static func watch(_ numbers: [Int32], _ handler: @escaping Handler) -> Watch {
    watches.withLock { watches in
      watches.next += 1
      watches.all.append((watches.next, numbers, handler))
      return Watch(id: watches.next)
    }
  }

  /// Blocks the signals in this thread and in all that it starts. Call before any other thread exists.
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

  /// Does what the signal does to any program. It ends nothing that was started with this signal ignored, as `nohup` does.
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
