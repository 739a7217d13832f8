import Foundation
import HTTPTypes
import Networking
import TestSupport
import Workspaces

@testable import Sessions

/// A custom protocol, defined in this file only: sends three lines and receives an echo of each. The last echo is JSON.
struct Chat {
  /// The number of echoes before the server goes silent; `nil` if it answers everything and closes.
  var answers: Int?
  /// Opens when the server has gone silent.
  var silent = Gate()

  var driver: ConversationDriver {
    ConversationDriver(kinds: ["chat"]) { prepared, report in
      let request = SentRequest(
        method: prepared.request.method.rawValue, url: prepared.request.url, headers: prepared.request.headers)
      var exchange = Exchange(startedAt: Date(timeIntervalSince1970: 1_700_000_000), hops: [Hop(request: request)])
      report(.started(request))
      report(.state(.open))
      let key = prepared.request.headers["X-Key"] ?? ""
      for (index, line) in ["one", "my key is \(key)", #"{"token": "tok-3", "n": 3}"#].enumerated() {
        let date = exchange.startedAt.addingTimeInterval(Double(index))
        report(.message(ConversationMessage(.outgoing, line, at: date)))
        if index == answers {
          await untilCancelled()
          exchange.failure = NetworkError(.cancelled, "Cancelled", request: prepared.request)
          return exchange
        }
        report(.message(ConversationMessage(.incoming, index == 2 ? line : "echo \(line)", at: date)))
      }
      report(.state(.closed(Conversation.Close(code: 1000, reason: "bye"))))
      return exchange
    }
  }

  private func untilCancelled() async {
    silent.open()
    let (stream, feed) = AsyncStream.makeStream(of: Void.self)
    for await _ in stream {}
    withExtendedLifetime(feed) {}
  }
}
