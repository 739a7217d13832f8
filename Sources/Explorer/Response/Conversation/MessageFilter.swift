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

  /// Looks at up to `budget` messages more; `false` if there was none.
  package func advance(in messages: MessageList, by budget: Int = 10_000) -> Bool {
    needle.withUnsafeBytes { needle in
      state.withLock { state in
        let end = min(messages.count, state.next + budget)
        guard state.next < end else { return false }
        for number in state.next..<end where messages.message(number, has: needle) {
          state.found.append(UInt32(clamping: number))
        }
        messages.release(state.next..<end)
        state.next = end
        return true
      }
    }
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
