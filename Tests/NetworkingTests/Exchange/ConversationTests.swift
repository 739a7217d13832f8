import Basics
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct ConversationTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `A log forwards events in order and keeps them.`() {
    let reported = Mutex<[ConversationEvent]>([])
    let log = ConversationLog { event in reported.withLock { $0.append(event) } }
    let messages = [
      ConversationMessage(.outgoing, "a", at: start),
      ConversationMessage(.incoming, .binary, ByteStore([0]), at: start),
    ]
    let close = Conversation.State.closed(.init(code: 1001, reason: "away"))
    let events: [ConversationEvent] = [
      .progress(TransferProgress()), .state(.open), .message(messages[0]), .message(messages[1]), .state(close),
    ]
    for event in events { log.report(event) }
    #expect(reported.withLock { $0 } == events)
    let exchange = log.completed(Exchange(startedAt: start))
    #expect(exchange.conversation == Conversation(state: close, messages: messages))
    #expect(exchange.messages == ConversationMessages(messages) && exchange.conversation?.size == 2)
  }

  @Test func `An open conversation is closed with its exchange.`() {
    let log = ConversationLog()
    log.report(.state(.open))
    #expect(log.completed(Exchange(startedAt: start)).conversation?.close == Conversation.Close())
  }

  @Test func `A failed connection has no conversation.`() {
    let failed = Exchange(startedAt: start, failure: NetworkError(.connect, "refused"))
    #expect(ConversationLog().completed(failed) == failed)
  }

  @Test func `An HTTP exchange has one message each way, with the bytes of its bodies.`() {
    let (sent, received) = (ByteStore("q".utf8), ByteStore("answer".utf8))
    let request = SentRequest(method: "POST", url: "http://h/", body: sent)
    var exchange = Exchange(startedAt: start, hops: [Hop(request: request)], duration: .seconds(2))
    #expect(exchange.messages == [ConversationMessage(.outgoing, .content, sent, at: start)])
    exchange.hops = [Hop(request: request, response: ResponseHead(status: .ok))]
    exchange.body = received
    #expect(exchange.messages.map(\.body) == [sent, received])
    #expect(exchange.messages.map(\.direction) == [.outgoing, .incoming])
    #expect(exchange.messages.map { $0.date.timeIntervalSince(start) } == [0, 2])
    #expect(Exchange(startedAt: start).messages.isEmpty)
  }
}
