import Synchronization
import TestSupport

/// A server that numbers its responses, so that the screen shows which one it has: `answer 2 of local`.
final class NumberingServer: Sendable {
  private let server: AnsweringServer

  /// 1, 2, 3 …
  final class Numbers: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
      last.withLock {
        $0 += 1
        return $0
      }
    }
  }

  init(_ name: String = "server") throws {
    let numbers = Numbers()
    server = try AnsweringServer { _ in Answer.text("answer \(numbers.next()) of \(name)") }
  }

  var url: String { server.url }
  var requests: [CapturedRequest] { server.requests }
}
