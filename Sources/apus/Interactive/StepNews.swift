import Basics
import Explorer
import Networking
import Synchronization

/// Shows on the screen what long work is doing and how far it is.
final class StepNews: Sendable {
  /// The shortest time between two messages.
  private static let interval = Duration.milliseconds(100)

  private let words: String
  private let post: Services.Post
  /// The time of the next message; `nil` once the work is over.
  private let next: Mutex<ContinuousClock.Instant?>

  private init(_ words: String, _ post: @escaping Services.Post) {
    self.words = words
    self.post = post
    next = Mutex(.now + TransferFacts.patience)
  }

  /// Runs `body`, whose steps (`StepReport`) are counted, until it posts a result.
  /// - Parameter words: what it is doing: `Importing`.
  static func of(
    _ words: String, _ post: @escaping Services.Post, isolation: isolated (any Actor)? = #isolation,
    _ body: (@escaping Services.Post) async -> Void
  ) async {
    let news = StepNews(words, post)
    let first = Task.detached {
      // The pause throws only on cancellation, and then the work is over.
      guard (try? await Pause.wait(TransferFacts.patience)) != nil else { return }
      news.begin()
    }
    defer {
      news.end()
      first.cancel()
    }
    await StepReport.$receiver.withValue(StepReceiver { news.report($0, of: $1) }) {
      await body { action in
        news.end()
        post(action)
      }
    }
  }

  private func begin() {
    // Posted under the lock: the work cannot end in between and report its result first.
    next.withLock { if $0 != nil { post(.notified(.information, "\(words)…")) } }
  }

  private func report(_ done: Int, of total: Int) {
    next.withLock { next in
      guard let due = next, .now >= due else { return }
      next = .now + Self.interval
      let count = "\(Quantity.count(done)) of \(Quantity.count(total))"
      post(.notified(.information, "\(words)… \(count)"))
    }
  }

  private func end() { next.withLock { $0 = nil } }
}
