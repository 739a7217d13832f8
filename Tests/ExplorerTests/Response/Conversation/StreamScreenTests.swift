import Basics
import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The messages of an answer that contains many.
@Suite struct StreamScreenTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let request = SentRequest(method: "GET", url: "http://h/events")
  private let head = ResponseHead(
    status: .ok, headers: Headers([Header("Content-Type", "text/event-stream")]))

  /// A stream in flight with these bodies one after the other.
  private final class Stream {
    var journey: Journey
    let store = ByteStore()
    var messages: StreamedMessages
    private let id: Int

    init(_ test: StreamScreenTests, _ format: MessageFormat = .events) {
      messages = StreamedMessages(format, of: store, since: Samples.now)
      journey = Journey(rows: 40)
      journey.open(RequestDefinition(name: "Events", url: "http://h/events"))
      journey.press(.control("r"))
      while journey.state.focus != .response { journey.press(.tab) }
      id = journey.state.session?.response.sendingID ?? 0
      var head = test.head
      if format != .events { head.headers.set("Content-Type", format.contentType) }
      receive(.started(test.request), .head(head, body: store))
    }

    func receive(_ events: ConversationEvent...) {
      let key = RequestKey.file(Samples.getUserPath)
      for event in events { journey.apply(.response(.transfer(send: id, event), of: key)) }
      journey.carryOut()
    }

    func say(_ text: String, after seconds: Double = 0) throws {
      try store.append(Array(text.utf8))
      messages.advance(at: Samples.now.addingTimeInterval(seconds))
      receive(.progress(TransferProgress(received: store.count)), .streamed(messages))
    }

    func end(_ test: StreamScreenTests, _ failure: NetworkError? = nil) {
      store.finish()
      if failure == nil { messages.finish() }
      var exchange = Exchange(
        startedAt: Samples.now, hops: [Hop(request: test.request, response: test.head)], body: store,
        failure: failure, duration: .seconds(3))
      exchange.streamed = messages
      receive(.finished(exchange))
    }
  }

  private func said(_ count: Int) throws -> Stream {
    let stream = Stream(self)
    for number in 1...count {
      try stream.say(
        "event: \(number % 2 == 0 ? "tick" : "message")\nid: \(number)\ndata: {\"n\": \(number)}\n\n", after: 1)
    }
    return stream
  }

  @Test func `Events are listed as they arrive with type and id, the newest below as a document.`() throws {
    let stream = try said(2)
    let lines = stream.journey.answerLines
    #expect(lines[0].contains("Messages 2") && lines[0].contains("Body") && lines[0].contains("Esc ends"), "\(lines)")
    #expect(lines.contains(#" ←    1.00 s      8 B  #1 {"n": 1}"#), "\(lines)")
    #expect(lines.contains(#" ←    1.00 s      8 B  tick #2 {"n": 2}"#))
    #expect(lines.contains { $0.contains(#""n": 2"#) && !$0.contains("←") })
    #expect(stream.journey.border.contains("open") && stream.journey.border.contains("message 2 of 2"))
  }

  @Test func `The cursor follows the newest event until it is moved, and again from the end.`() throws {
    let stream = try said(3)
    stream.journey.use(.up)
    try stream.say("data: more\n\n")
    #expect(stream.journey.border.contains("message 2 of 4"))
    stream.journey.use(.end)
    try stream.say("data: again\n\n")
    #expect(stream.journey.border.contains("message 5 of 5"))
  }

  @Test func `The list can be filtered while it grows; Esc first removes the filter, then ends the stream.`() throws {
    let stream = try said(4)
    stream.journey.use("/")
    stream.journey.use("TICK")
    stream.journey.use(.enter)
    #expect(stream.journey.border.contains("/TICK 2 · message 4 of 4"), "\(stream.journey.border)")
    try stream.say("event: tick\ndata: five\n\ndata: six\n\n")
    #expect(stream.journey.border.contains("/TICK 3 · message 5 of 6"), "\(stream.journey.border)")
    #expect(!stream.journey.answerLines.contains { $0.hasSuffix("six") })
    stream.journey.press(.escape)
    #expect(stream.journey.state.isSending && stream.journey.border.contains("message 5 of 6"))
    stream.journey.forget()
    stream.journey.press(.escape)
    #expect(stream.journey.effects.contains { if case .transfer(.cancel) = $0 { true } else { false } })
  }

  @Test func `A filter without matches says so.`() throws {
    let stream = try said(1)
    stream.journey.use("/")
    // The name of a field is not part of a message's text.
    stream.journey.use("data")
    #expect(stream.journey.text.contains("No message contains data."))
  }

  @Test func `Enter opens a message over the stream, and Esc returns to the list.`() throws {
    let stream = try said(2)
    stream.journey.use(.enter)
    #expect(stream.journey.border.contains("1/"), "\(stream.journey.border)")
    try stream.say("data: later\n\n")
    #expect(!stream.journey.text.contains("later"))
    stream.journey.press(.escape)
    #expect(stream.journey.state.isSending && stream.journey.border.contains("of 3"))
  }

  @Test func `Parts of a text are joined in their own tab.`() throws {
    let stream = Stream(self)
    for word in ["The ", "common ", "swift"] {
      try stream.say("data: {\"choices\": [{\"delta\": {\"content\": \"\(word)\"}}]}\n\n")
    }
    #expect(stream.journey.answerLines[0].contains("Joined"))
    stream.journey.use("2")
    #expect(stream.journey.answerLines.contains { $0.contains("The common swift") }, "\(stream.journey.answerLines)")
    try stream.say("data: {\"choices\": [{\"delta\": {\"content\": \" never lands\"}}]}\n\n")
    #expect(stream.journey.answerLines.contains { $0.contains("The common swift never lands") })
    stream.end(self)
    #expect(stream.journey.answerLines.contains { $0.contains("The common swift never lands") })
  }

  @Test func `A GraphQL answer in parts is one document in the body, and its parts are messages.`() throws {
    let type = Header("Content-Type", "multipart/mixed; boundary=-")
    let head = ResponseHead(status: .ok, headers: Headers([type]))
    let stream = Stream(self, .parts(boundary: "-"))
    try stream.say("---\r\n\r\n{\"data\":{\"a\":1},\"hasNext\":true}\r\n---\r\n")
    #expect(stream.journey.answerLines[0].contains("Messages"))
    try stream.say("\r\n{\"path\":[],\"data\":{\"b\":22},\"hasNext\":false}\r\n-----\r\n")
    stream.store.finish()
    var exchange = Exchange(
      startedAt: Samples.now, hops: [Hop(request: request, response: head)], body: stream.store)
    exchange.streamed = stream.messages
    let fault = exchange.joinParts()
    #expect(fault == nil)
    stream.receive(.finished(exchange))
    let lines = stream.journey.answerLines
    #expect(lines.contains { $0.contains("\"b\": 22") } && !lines.contains { $0.contains("hasNext") }, "\(lines)")
    stream.journey.use("1")
    #expect(stream.journey.answerLines.contains { $0.contains("hasNext") }, "\(stream.journey.answerLines)")
  }

  @Test func `Without parts of a text there is no tab for the text, and the body is a document.`() throws {
    let stream = try said(1)
    #expect(!stream.journey.answerLines[0].contains("Joined"))
    stream.journey.use("2")
    #expect(stream.journey.answerLines.contains { $0.contains("id: 1") || $0.contains("data") })
    stream.end(self)
    #expect(stream.journey.answerLines[0].contains("Headers"))
  }

  @Test func `JSON lines are a document first, with their messages in a tab.`() throws {
    let stream = Stream(self, .lines)
    try stream.say("{\"n\": 1}\n{\"n\": 2}\n{\"n\"")
    #expect(stream.journey.state.session?.response.tab == .body && stream.journey.answerLines[0].contains("Messages 2"))
    stream.journey.use("1")
    #expect(stream.journey.answerLines.contains { $0.hasSuffix(#"{"n": 2}"#) && $0.contains("←") })
  }

  @Test func `A stream says if it has ended, was cancelled or is waiting.`() throws {
    let ended = try said(1)
    ended.end(self)
    #expect(ended.journey.border.contains("closed") && ended.journey.answerLines[0].contains("Messages 1"))
    let cancelled = try said(1)
    cancelled.end(self, NetworkError(.cancelled, "The request was cancelled"))
    #expect(cancelled.journey.border.contains("cancelled") && cancelled.journey.text.contains("#1"))
    let waiting = try said(1)
    waiting.receive(.state(.reconnecting(at: Samples.now.addingTimeInterval(3))))
    #expect(waiting.journey.border.contains("reconnecting in 3"), "\(waiting.journey.border)")
    waiting.receive(.state(.open))
    #expect(waiting.journey.border.contains("open"))
  }

  @Test func `The next answer shows its body, not the messages of the last one.`() throws {
    let stream = try said(1)
    stream.end(self)
    stream.journey.press(.control("r"))
    #expect(stream.journey.state.session?.response.tab == .body)
    #expect(!stream.journey.text.contains("#1"))
  }
}

extension ResponsePane {
  fileprivate var sendingID: Int? { if case .sending(let sending) = phase { sending.id } else { nil } }
}
