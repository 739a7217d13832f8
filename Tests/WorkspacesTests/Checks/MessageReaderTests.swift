import Basics
import Foundation
import Networking
import Testing

@testable import Workspaces

@Suite struct MessageReaderTests {
  private func text(_ expression: String, _ exchange: Exchange) -> String? {
    var reader = AnswerReader(exchange)
    return reader.value(of: expression)?.text
  }

  private let chat = Exchange(
    startedAt: Date(timeIntervalSince1970: 0),
    conversation: Conversation(
      state: .closed(.init(code: 1000, reason: "bye")),
      messages: [
        ConversationMessage(.outgoing, "hi"), ConversationMessage(.incoming, #"{"id": [7]}"#),
        ConversationMessage(.incoming, .binary, ByteStore([1, 2])),
      ]))

  @Test func `A path refers to the messages and to the close of a conversation, with or without res.`() {
    #expect(text("messages.length", chat) == "3" && text("res.messages.count", chat) == "3")
    #expect(text("messages[0].text", chat) == "hi" && text("messages[0].type", chat) == "send")
    #expect(text("messages[0].data", chat) == "hi" && text("messages[1].data.id[0]", chat) == "7")
    #expect(text("messages[2].kind", chat) == "binary" && text("messages[2].size", chat) == "2")
    #expect(text("messages[3].text", chat) == "undefined")
    #expect(text("close.code", chat) == "1000" && text("res.close.reason", chat) == "bye")
    #expect(text("messenger.length", chat) == nil)
  }

  @Test func `The two messages of HTTP are its bodies, and it has no close.`() {
    let exchange = AnswerChecksTests.exchange(#"{"user": "ada"}"#)
    #expect(text("messages.length", exchange) == "2" && text("messages[1].data.user", exchange) == "ada")
    #expect(text("messages[0].text", exchange) == "" && text("close.code", exchange) == "undefined")
  }

  @Test func `Messages without a head are judged.`() {
    let definition = RequestDefinition(name: "C", assertions: [Assertion("messages", "length", "3")])
    #expect(SendContext().checks(of: definition, on: chat).assertions.map(\.passed) == [true])
  }
}
