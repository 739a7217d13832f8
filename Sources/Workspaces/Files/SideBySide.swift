import Dispatch
import Synchronization

/// Reads many files on all processors: most of the time goes into asking the disk, the rest into parsing.
enum SideBySide {
  /// Fewer are read sooner than other threads have woken, and libdispatch's look around every second for a while after.
  static let few = 256
  /// What a thread takes at a time.
  private static let piece = 32

  /// As `map` does it, in the order of the items.
  static func map<Item: Sendable, Made: Sendable>(
    _ items: [Item], _ make: @Sendable (Item) -> Made
  ) -> [Made] {
    guard items.count >= few else { return items.map(make) }
    let pieces = (items.count + piece - 1) / piece
    let found = Mutex<[[Made]]>(Array(repeating: [], count: pieces))
    DispatchQueue.concurrentPerform(iterations: pieces) { index in
      let made = items[index * piece..<min(items.count, (index + 1) * piece)].map(make)
      found.withLock { $0[index] = made }
    }
    return Array(found.withLock { $0 }.joined())
  }
}
