import Foundation
import Networking
import Terminal
import Testing

@testable import Explorer
@testable import Workspaces

/// The exchange under the cursor of the history, and the result of opening it.
@Suite struct HistoryExchangeTests {
  private func journey() -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.type("H")
    journey.apply(.history(.loaded(Samples.history)))
    return journey
  }

  private static func call(_ close: Conversation.Close) -> Exchange {
    var call = Samples.exchange("")
    call.body = nil
    call.conversation = Conversation(state: .closed(close), messages: [])
    return call
  }

  @Test func `An unreadable exchange leaves the page open and reports the reason.`() {
    for key: Key in [.enter, .character("a")] {
      var journey = journey()
      journey.press(.down)
      journey.press(key)
      journey.apply(.files(.exchangeUnreadable(id: "1", .error, "2026-11.jsonl: damaged")))
      #expect(journey.state.page == .history && journey.state.historyPage.current?.id == "1", "\(key)")
      #expect(journey.footer.contains("2026-11.jsonl: damaged"), "\(journey.footer)")
    }
    var closed = journey()
    closed.press(.enter)
    closed.apply(.files(.exchangeUnreadable(id: "other", .error, "gone")))
    #expect(closed.state.page == nil)
  }

  @Test func `The request pane shows the sent request, labelled like the tree.`() throws {
    var journey = journey()
    var definition = RequestDefinition(
      name: "say", method: "POST", url: "http://127.0.0.1:4010/users/42", headers: [Row("Authorization", "Bearer ••••")]
    )
    var call = Self.call(.init(code: 0, name: "OK"))
    call.hops[0].request.headers = Headers([Header("content-type", "application/grpc")])
    definition.headers.append(Row("Accept-Encoding", isEnabled: false, omitsInherited: true))
    journey.apply(.historyPage(.previewLoaded(id: "2", definition, call)))
    #expect(journey.text.contains("GRPC http://127.0.0.1:4010/users/42"), "\(journey.text)")
    #expect(journey.text.contains("Authorization: ") && !journey.text.contains("Accept-Encoding"), "\(journey.text)")
    (definition.kind, definition.method, definition.url) = (.webSocket, "", "ws://h/graphql")
    var subscription = self.journey()
    subscription.apply(.historyPage(.previewLoaded(id: "2", definition, Self.call(.init()))))
    #expect(subscription.text.contains("WS ws://h/graphql"), "\(subscription.text)")
  }
}
