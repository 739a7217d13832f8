import Basics
import Foundation
import HTTPTypes
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The keys, times and result of a conversation.
@Suite struct ConversationEndTests {
  private let request = SentRequest(method: "GET", url: "http://h/room")
  private let switching = ResponseHead(
    status: .init(code: 101, reasonPhrase: "Switching Protocols"), headers: Headers())

  private func said(at date: Date = Samples.now) -> ConversationMessage {
    ConversationMessage(.outgoing, "hello", at: date)
  }

  /// A conversation whose transfer took 3 ms.
  private func closed(
    _ code: Int = 1000, startedAt: Date = Samples.now, after duration: Duration = .milliseconds(3),
    _ message: ConversationMessage
  ) -> Exchange {
    Exchange(
      startedAt: startedAt,
      hops: [Hop(request: request, response: switching, timing: Hop.Timing(total: .milliseconds(3)))],
      conversation: Conversation(state: .closed(.init(code: code, reason: "as said")), messages: [message]),
      duration: duration)
  }

  @Test func `While messages are listed, keys act on the list, not on a hidden body.`() {
    var journey = Journey.conversing()
    journey.receive(.started(request), .head(switching, body: ByteStore()), .state(.open), .message(said()))
    for key in [". use value", "z fold", "w wrap", "p raw", "t table"] {
      #expect(!journey.footerKeys.contains(key), "\(key)")
    }
    #expect(journey.footerKeys.contains("= filter") && journey.footerKeys.contains("/ search"), "\(journey.footerKeys)")
    journey.use("?")
    #expect(journey.text.contains("What you can do now, in a list of the response"), "\(journey.text)")
    journey.use(.escape)
    journey.use("Z")
    #expect(journey.footer.contains("Z works in the response"), "\(journey.footer)")
    journey.use(.right)
    #expect(journey.answerLines.contains { $0.hasSuffix("5 B  hello") }, "\(journey.text)")
    journey.use(.enter)
    #expect(journey.footerKeys.contains(". use value"), "\(journey.footerKeys)")
  }

  @Test func `A click in an open conversation selects a message, not a line of a hidden body.`() throws {
    var journey = Journey.conversing()
    journey.receive(
      .started(request), .head(switching, body: ByteStore()), .state(.open), .message(said()), .message(said()))
    let rect = try #require(journey.state.layout.panes[.response])
    journey.click(rect.x + 12, rect.y + 1)
    journey.click(rect.x + 8, rect.y + 3)
    #expect(journey.border.contains("message 1 of 2"), "\(journey.border)")
  }

  @Test func `The keys of documents are offered only after the first byte of a body.`() throws {
    var journey = Journey(rows: 40)
    journey.open()
    journey.press(.control("r"))
    while journey.state.focus != .response { journey.press(.tab) }
    let store = ByteStore()
    let head = ResponseHead(status: .ok, headers: Headers([Header("Content-Type", "application/json")]))
    journey.receive(.started(request), .head(head, body: store))
    #expect(
      !journey.footerKeys.contains(". use value") && !journey.footerKeys.contains("= filter"), "\(journey.footerKeys)")
    try store.append(Array("{\"a\": 1}".utf8))
    journey.receive(.progress(TransferProgress(received: store.count)))
    #expect(
      journey.footerKeys.contains(". use value") && journey.footerKeys.contains("= filter"), "\(journey.footerKeys)")
  }

  @Test func `The times of messages and of the whole have the same origin, during and after it.`() {
    var journey = Journey.conversing()
    // The request began later than its send, because its types were fetched first.
    let start = Samples.now.addingTimeInterval(0.75)
    journey.apply(.clock(start, secondsFromGMT: 0))
    let message = said(at: start.addingTimeInterval(0.002))
    journey.receive(.started(request), .state(.open), .message(message))
    #expect(journey.answerLines[1] == " →    2.0 ms      5 B  hello")
    journey.receive(.finished(closed(startedAt: start, message)))
    #expect(journey.answerLines[1] == " →    2.0 ms      5 B  hello" && journey.text.contains(" 3.0 ms "))
  }

  @Test func `A transfer never starts after its first message, even if its end is noticed late.`() throws {
    var journey = Journey.conversing()
    let (first, second) = (said(), said(at: Samples.now.addingTimeInterval(0.002)))
    var whole = closed(after: .milliseconds(9), first)
    whole.conversation?.messages.append(second)
    journey.receive(.started(request), .state(.open), .message(first), .message(second), .finished(whole))
    #expect(journey.answerLines[1...2] == [" →    0.0 ms      5 B  hello", " →    2.0 ms      5 B  hello"])
  }

  @Test func `A message is not later than the end, even if a library was loaded before the transfer.`() throws {
    var journey = Journey.conversing()
    let message = said(at: Samples.now.addingTimeInterval(0.042))
    let whole = closed(after: .milliseconds(43), message)
    journey.receive(.started(request), .state(.open), .message(message), .finished(whole))
    #expect(journey.answerLines[1] == " →    2.0 ms      5 B  hello" && journey.text.contains(" 3.0 ms "))
    var screen = Screen(Size(columns: 60, rows: 3))
    _ = try #require(MessagePreview(whole)).draw(journey.state, in: screen.bounds, into: &screen)
    #expect(screen.text.contains(" →    2.0 ms "), "\(screen.text)")
  }

  @Test func `A failed close is shown as the result, in the pane and in the tree.`() {
    var journey = Journey.conversing()
    journey.receive(.started(request), .state(.open), .message(said()), .finished(closed(1011, said())))
    #expect(journey.text.contains(" closed 1011 ") && !journey.text.contains("101 Switching"), "\(journey.text)")
    #expect(journey.state.session?.lastResult == .bad)
    journey.press(.control("r"))
    journey.receive(.started(request), .state(.open), .message(said()), .finished(closed(1001, said())))
    #expect(journey.text.contains("101 Switching Protocols") && journey.state.session?.lastResult != .bad)
  }
}
