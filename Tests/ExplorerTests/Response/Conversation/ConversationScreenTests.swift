import Basics
import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite struct ConversationScreenTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let request = SentRequest(method: "GET", url: "http://h/room")
  private let messages = [
    "hello", "echo hello", "the second", "echo the second", #"{"n": 3}"#, #"{"n": 3, "deep": [1, 2]}"#,
  ].enumerated().map { index, text in
    ConversationMessage(
      index % 2 == 0 ? .outgoing : .incoming, text, at: Samples.now.addingTimeInterval(Double(index / 2)))
  }

  private func talked(unicode: Bool = true) -> Journey {
    var journey = Journey.conversing(unicode: unicode)
    journey.receive(.started(request), .state(.open))
    for message in messages { journey.receive(.message(message)) }
    return journey
  }

  private func ended(_ failure: NetworkError? = nil) -> Exchange {
    let close = Conversation.Close(code: 1000, reason: "bye")
    return Exchange(
      startedAt: Samples.now, hops: [Hop(request: request)],
      conversation: Conversation(state: .closed(failure == nil ? close : .init()), messages: messages),
      failure: failure, duration: .seconds(3))
  }

  @Test func `An empty message says that it is empty.`() {
    var journey = talked()
    journey.receive(.message(ConversationMessage(.incoming, "", at: Samples.now)))
    #expect(journey.text.contains("The message is empty."), "\(journey.text)")
  }

  @Test func `Messages are listed as they arrive, with the newest below as a document.`() {
    let journey = talked()
    let lines = journey.answerLines
    #expect(lines[1] == " →    0.0 ms      5 B  hello")
    #expect(lines[2] == " ←    0.0 ms     10 B  echo hello")
    #expect(lines[6].hasPrefix(#" ←    2.00 s     24 B  {"n": 3, "deep""#))
    #expect(lines[7].allSatisfy { $0 == "─" })
    #expect(lines[8...].contains { $0.contains(#""deep": ["#) })
    #expect(journey.border.contains("open") && journey.border.contains("message 6 of 6"))
    #expect(lines[0].contains("Esc cancels"))
  }

  @Test(
    "The list can be filtered by direction, kind, and JSONPath",
    arguments: [
      ("is:sent", 3), ("is:received", 3), ("is:out second", 1), ("is:text", 6), ("=$.n", 2), ("=deep", 1),
      ("is:sent =n", 1), ("is:in =.deep", 1),
    ])
  func filter(typed: String, count: Int) {
    var journey = talked()
    journey.use("/")
    journey.use(typed)
    journey.use(.enter)
    #expect(journey.border.contains("/\(typed) \(count) · message"), "\(journey.border)")
    journey.use(.home)
    #expect(journey.answerLines[1].hasPrefix(typed.contains("sent") || typed.contains("out") ? " →" : " "))
    journey.press(.escape)
    #expect(journey.border.contains("of 6") && !journey.border.contains(typed))
  }

  @Test func `A filter without matches says so, and an incomplete one reports its error.`() {
    var journey = talked()
    journey.use("/")
    journey.use("is:binary")
    #expect(journey.text.contains("No message contains is:binary."))
    for _ in "is:binary" { journey.use(.backspace) }
    journey.use("=$[")
    #expect(journey.text.contains("Not yet: "))
  }

  @Test func `While the conversation closes, the code and the reason are visible.`() {
    var journey = talked()
    journey.receive(.state(.closing(Conversation.Close(code: 1000, reason: "bye"))))
    #expect(journey.border.contains(#"closing 1000 "bye""#))
  }

  @Test func `A late message of a finished send changes nothing.`() {
    var journey = talked()
    let before = journey.state
    journey.apply(.response(.transfer(send: 0, .message(messages[0])), of: key))
    #expect(journey.state == before)
  }

  @Test func `The cursor moves through the list and stays in place while messages arrive.`() {
    var journey = talked()
    journey.use(.up, .up)
    #expect(journey.border.contains("message 4 of 6"))
    #expect(journey.answerLines.last { !$0.isEmpty } == "echo the second")
    journey.receive(.message(ConversationMessage(.incoming, "late", at: Samples.now)))
    #expect(journey.border.contains("message 4 of 7"))
    journey.use(.end)
    journey.receive(.message(ConversationMessage(.incoming, "later", at: Samples.now)))
    #expect(journey.border.contains("message 8 of 8"))
    journey.use(.home)
    #expect(journey.border.contains("message 1 of 8"))
  }

  @Test func `Enter opens a message as a full document, and Esc returns to the list.`() {
    var journey = talked()
    journey.receive(.finished(ended()))
    journey.use(.enter)
    #expect(journey.border.contains("message 6") && journey.border.contains("1/"))
    journey.use("=")
    journey.use("$.deep")
    journey.use(.enter)
    #expect(journey.answerLines.contains { $0.contains("1") } && !journey.text.contains("echo hello"))
    journey.use(.escape, .escape)
    #expect(journey.border.contains("message 6 of 6"))
  }

  @Test func `An ended conversation shows its close reason, and the tab counts its messages.`() {
    var journey = talked()
    journey.receive(.finished(ended()))
    #expect(journey.border.contains(#"closed 1000 "bye""#))
    #expect(journey.answerLines[0].contains("Messages 6") && journey.text.contains("6 messages"))
    #expect(journey.answerLines[1].hasSuffix("hello"))
  }

  @Test func `Esc ends a conversation and keeps its messages.`() throws {
    var journey = talked()
    let id = try #require(journey.sendingNumber)
    journey.forget()
    journey.press(.escape)
    #expect(journey.effects == [.transfer(.cancel(send: id))])
    journey.receive(.finished(ended(NetworkError(.cancelled, "The request was cancelled"))))
    #expect(journey.border.contains("The request was cancelled"))
    #expect(journey.answerLines[1].hasSuffix("hello") && journey.text.contains("cancelled"))
  }

  @Test func `A failure before the first message is reported like any other.`() {
    var journey = Journey.conversing()
    let failure = NetworkError(.connect, "Could not connect to h")
    journey.receive(.finished(Exchange(startedAt: Samples.now, hops: [Hop(request: request)], failure: failure)))
    #expect(journey.answerLines.contains { $0.contains("Could not connect to h") })
    #expect(!journey.text.contains("Messages"))
  }

  @Test func `A click selects a message, and a second one opens it.`() throws {
    var journey = talked()
    let rect = try #require(journey.state.layout.panes[.response])
    journey.click(rect.x + 8, rect.y + 4)
    #expect(journey.border.contains("message 2 of 6"))
    journey.click(rect.x + 8, rect.y + 4, clicks: 2)
    journey.carryOut()
    #expect(journey.answerLines[1...].contains { $0.hasSuffix("echo hello") } && !journey.border.contains("of 6"))
  }

  @Test func `Other kinds are named, bytes are shown in hex, and nothing reaches the terminal raw.`() {
    var journey = talked(unicode: false)
    journey.receive(
      .message(ConversationMessage(.incoming, .binary, ByteStore([0, 0x1B, 255]), at: Samples.now)),
      .message(ConversationMessage(.outgoing, .init(rawValue: "next"), ByteStore("a\u{1B}[2J".utf8), at: Samples.now)))
    let lines = journey.answerLines
    #expect(lines.contains { $0.hasSuffix("3 B  binary 00 1b ff") && $0.hasPrefix(" <") })
    #expect(lines.contains { $0.contains("next a") && $0.hasPrefix(">>") })
    #expect(!journey.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `A kind without a driver is not sent.`() {
    var journey = Journey.conversing([])
    journey.press(.control("r"))
    #expect(journey.footer.contains("but cannot send them") && !journey.state.isSending)
  }
}
