import Foundation
import Synchronization
import TestSupport
import Testing

/// Answers with many messages, read while they arrive.
@Suite("Journeys: streams", .serialized) struct StreamJourneys {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  private static func delta(_ text: String) -> String {
    "data: {\"choices\": [{\"delta\": {\"content\": \"\(text)\"}}]}\n\n"
  }

  @Test func `Messages are read, filtered, opened and joined while more arrive, and Esc ends the stream.`() throws {
    let (more, last, gone) = (Gate(), Gate(), Gate())
    let server = try RawServer { connection in
      _ = connection.readRequest()
      defer { gone.open() }
      try connection.write(Self.head + "id: 1\nevent: tick\ndata: {\"n\": 1}\n\n" + Self.delta("The swift"))
      more.wait()
      try connection.drip(Self.delta(" never"))
      last.wait()
      try connection.drip(Self.delta(" lands"))
      while !connection.read().isEmpty {}
    }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["events": Sample.request(name: "Events")])
    let journey = try Journey(sample, home: home)
    try journey.open("Events", see: "No response yet")
    try journey.type("\u{12}", see: "message 2 of 2")
    #expect(journey.screen.contains("tick #1 {\"n\": 1}") && journey.screen.contains("Messages 2"))
    more.open()
    try journey.see("message 3 of 3")
    try journey.type("\t/tick", see: "/tick 1 · message 1 of 3")
    try journey.type("\r")
    try journey.type("\r", see: " 1/")
    last.open()
    try journey.see("Messages 4")
    try journey.type("\u{1B}", see: "/tick 1 · message 1 of 4")
    try journey.type("2", see: "The swift never lands")
    try journey.type("1", see: "/tick 1")
    try journey.type("\u{1B}")
    try journey.seeGone("/tick")
    try journey.type("\u{1B}", see: "cancelled")
    #expect(journey.screen.contains("Messages 4") && journey.screen.contains("Headers"))
    gone.wait()
    try journey.type("q")
    #expect(try journey.end() == 0)
    #expect(journey.isRestored)
  }

  @Test func `A recorded stream is a list of messages again.`() throws {
    let server = try AnsweringServer { _ in
      Answer.text("id: 1\ndata: one\n\nid: 2\ndata: two\n\n", headers: ["Content-Type: text/event-stream"])
    }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["events": Sample.request(name: "Events")])
    let first = try Journey(sample, home: home)
    try first.open("Events", see: "No response yet")
    try first.type("\u{12}", see: "message 2 of 2")
    try first.quit()
    let again = try Journey(sample, home: home)
    try again.open("Events", see: "#2 two")
    try again.type("H", see: "1 exchange")
    try again.type("\r", see: "#2 two")
    try again.quit()
  }
}
