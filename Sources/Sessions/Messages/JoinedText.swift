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
      var read = 0
      while next < messages.count, read < budget {
        let range = messages.range(of: next)
        read += range.count
        if let more = DeltaText.text(of: messages.head(of: next, bytes: Self.longest).data) { text += more.utf8 }
        next += 1
      }
      // If there is no room for the joined text, its parts are still in the messages.
      try? store.append(text)
      return true
    }
  }

  /// Nothing more will come.
  package func finish() { store.finish() }

  package static func == (left: JoinedText, right: JoinedText) -> Bool { left === right }

  private static let longest = 1 << 20
}
