import Dispatch
import Synchronization

/// Reads many files on all processors: most of the time is spent in system calls, the rest in parsing.
enum ParallelMap {
  /// Reading fewer files is faster than waking other threads.
  static let few = 256

  /// Like `map`, in the order of the items. If the caller's task is cancelled, it returns the results so far.
  /// - Parameter piece: the number of items that a thread takes at a time.
  static func map<Item: Sendable, Made: Sendable>(
    _ items: [Item], few: Int = few, piece: Int = 32, _ make: @Sendable (Item) -> Made
  ) -> [Made] {
    let piece = items.count < few ? 1 : piece
    let count = (items.count + piece - 1) / piece
    let made = Mutex([[Made]](repeating: [], count: count))
    let isStopped = Atomic(false)
    @Sendable func take(_ index: Int) {
      // Only the caller's thread belongs to its task.
      if Task.isCancelled { isStopped.store(true, ordering: .relaxed) }
      if isStopped.load(ordering: .relaxed) { return }
      let part = items[index * piece..<min(items.count, (index + 1) * piece)].map(make)
      made.withLock { $0[index] = part }
    }
    if items.count < few {
      for index in 0..<count { take(index) }
    } else {
      // The caller takes part, so it does not wait for a thread that has not started.
      DispatchQueue.concurrentPerform(iterations: count, execute: take)
    }
    return made.withLock { Array($0.joined()) }
  }
}
