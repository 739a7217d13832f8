import Basics
import HTTPTypes
import Networking
import Synchronization

/// Says that a failed request is sent again: why, when, and for which time.
enum RetryNotes {
  /// Watches one command's calls.
  static func observer() -> ClientObserver {
    let last = Mutex<String?>(nil)
    return ClientObserver { notice in
      switch notice.moment {
      case .willSend: last.withLock { $0 = nil }
      case .head(let head): last.withLock { $0 = "the server answered \(head.status.code) \(head.status.reasonPhrase)" }
      case .willRetry(let attempt, let wait):
        let reason = last.withLock { $0 } ?? "no answer"
        let time = wait > .zero ? "in \(Quantity.limit(wait))" : "now"
        Output.error.say("apus: \(reason.trimmed); try \(attempt) \(time)")
      default: break
      }
    }
  }
}
