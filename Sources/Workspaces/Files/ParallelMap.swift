import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads many files on all processors: most of the time is spent in system calls, the rest in parsing.
///
/// The caller starts immediately and processes every piece that no other thread has taken, so it never waits for a
/// thread that has not started or is busy.
enum ParallelMap {
  /// Reading fewer files is faster than waking other threads.
  static let few = 256

  /// Like `map`, in the order of the items. If the caller's task is cancelled, it returns the results so far.
  /// - Parameter piece: the number of items that a thread takes at a time.
  static func map<Item: Sendable, Made: Sendable>(
    _ items: [Item], few: Int = few, piece: Int = 32, _ make: @escaping @Sendable (Item) -> Made
  ) -> [Made] {
    // `sysconf` reads a file to count them.
    let threads = items.count < few ? 1 : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    guard threads > 1 else {
      var made: [Made] = []
      made.reserveCapacity(items.count)
      for item in items {
        if Task.isCancelled { break }
        made.append(make(item))
      }
      return made
    }
    let share = Share<Made>(count: (items.count + piece - 1) / piece)
    let work: @Sendable () -> Void = {
      while let index = share.take() {
        share.put(items[index * piece..<min(items.count, (index + 1) * piece)].map(make), at: index)
      }
    }
    for _ in 1..<threads { Task.detached(operation: work) }
    while !Task.isCancelled, let index = share.take() {
      share.put(items[index * piece..<min(items.count, (index + 1) * piece)].map(make), at: index)
    }
    return Task.isCancelled ? share.stopped() : share.whole()
  }

  /// The assignment of pieces to threads, and the results so far.
  private final class Share<Made: Sendable>: Sendable {
    private struct State {
      var next = 0
      var left: Int
      var isAwaited = false
      var made: [[Made]]
    }

    private let state: Mutex<State>
    private let done = DispatchSemaphore(value: 0)

    init(count: Int) {
      state = Mutex(State(left: count, made: Array(repeating: [], count: count)))
    }

    func take() -> Int? {
      state.withLock { state in
        guard state.next < state.made.count else { return nil }
        defer { state.next += 1 }
        return state.next
      }
    }

    func put(_ made: [Made], at index: Int) {
      let isAwaited = state.withLock { state in
        state.made[index] = made
        state.left -= 1
        return state.left == 0 && state.isAwaited
      }
      if isAwaited { done.signal() }
    }

    /// Gives up the pieces that are not taken, without waiting for the others.
    func stopped() -> [Made] {
      state.withLock { state in
        state.next = state.made.count
        return Array(state.made.joined())
      }
    }

    /// Called when all pieces are taken: waits for the threads that are still working.
    func whole() -> [Made] {
      let mustWait = state.withLock { state in
        state.isAwaited = state.left > 0
        return state.isAwaited
      }
      if mustWait { done.wait() }
      return Array(state.withLock { $0.made }.joined())
    }
  }
}
