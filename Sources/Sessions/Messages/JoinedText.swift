package import Basics
package import Networking
import Synchronization

/// The text that the messages of a streamed answer add up to. Grows as they come, in steps off the main thread.
// A class like the store that holds the text: all who show it see it grow.
package final class JoinedText: Sendable, Equatable {
  /// The text so far, as UTF-8.
  package let store = ByteStore()
  /// The next message to read.
  private let next = Mutex(0)

  package init() {}

  /// Reads messages of about `budget` bytes; `false` if there was none to read.
  @discardableResult
  package func advance(with messages: StreamedMessages, by budget: Int = 1 << 20) -> Bool {
    next.withLock { next in
      guard next < messages.count else { return false }
      var text: [UInt8] = []
      let start = messages.range(of: next).lowerBound
      var end = start
      while next < messages.count, end - start < budget {
        end = messages.range(of: next).upperBound
        if let more = Self.text(of: next, in: messages) { text += more.utf8 }
        next += 1
      }
      // What was read of a body in a file need not stay in memory.
      messages.body.releaseResidentMemory(in: start..<end)
      // If there is no room for the joined text, its parts are still in the messages.
      try? store.append(text)
      return true
    }
  }

  /// Nothing more will come.
  package func finish() { store.finish() }

  private static func text(of number: Int, in messages: StreamedMessages) -> String? {
    let range = messages.range(of: number)
    let isPossible = messages.body.withUnsafeBytes { all in
      range.count <= DeltaText.longest && DeltaText.isPossible(in: UnsafeRawBufferPointer(rebasing: all[range]))
    }
    return isPossible ? DeltaText.text(of: messages[number].data) : nil
  }

  package static func == (left: JoinedText, right: JoinedText) -> Bool { left === right }
}
