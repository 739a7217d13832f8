import Basics
import Synchronization

/// The messages that have a text, found in slices off the main thread while more arrive.
// A class like a search: the list shows what was found so far.
package final class MessageFilter: Sendable, Equatable {
  /// As typed.
  let text: String
  private let needle: [UInt8]
  private let state = Mutex((found: [UInt32](), next: 0))

  package init(_ text: String) {
    self.text = text
    needle = text.utf8.map(ByteSearch.folded)
  }

  /// How many were found.
  var count: Int { state.withLock { $0.found.count } }

  /// The number of a message that was found.
  subscript(row: Int) -> Int? {
    state.withLock { $0.found.indices.contains(row) ? Int($0.found[row]) : nil }
  }

  /// The row of a message, or where it would be.
  func row(of number: Int) -> Int {
    state.withLock { $0.found.firstIndex(sortedNotBefore: UInt32(clamping: number)) }
  }

  /// Looks at up to `budget` messages more; `false` if there was none. Called by one task at a time; whoever draws the list
  /// never waits for it.
  package func advance(in messages: MessageList, by budget: Int = 10_000) -> Bool {
    let next = state.withLock { $0.next }
    let numbers = next..<max(next, min(messages.count, next + budget))
    guard !numbers.isEmpty else { return false }
    let found = needle.withUnsafeBytes { needle in
      numbers.filter { messages.message($0, has: needle) }.map { UInt32(clamping: $0) }
    }
    messages.release(numbers)
    state.withLock { state in
      state.found += found
      state.next = numbers.upperBound
    }
    return true
  }

  package static func == (left: MessageFilter, right: MessageFilter) -> Bool { left === right }
}

extension [UInt32] {
  fileprivate func firstIndex(sortedNotBefore value: UInt32) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
