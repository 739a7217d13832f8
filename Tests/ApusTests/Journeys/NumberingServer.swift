import Synchronization
import TestSupport

/// A server that numbers its responses, so that the screen shows which one it has: `answer 2 of local`.
final class NumberingServer: Sendable {
  private let server: AnsweringServer

  private final class Count: Sendable {
    let value = Mutex(0)
  }

  init(_ name: String = "server") throws {
    let count = Count()
    server = try AnsweringServer { _ in
      let number = count.value.withLock {
        $0 += 1
        return $0
      }
      return Answer.text("answer \(number) of \(name)")
    }
  }

  var url: String { server.url }
  var requests: [CapturedRequest] { server.requests }
}
