import Foundation
import TestSupport
import Testing

/// gRPC calls on the screen, against the demo's services.
@Suite("Journeys: gRPC", .serialized) struct CallJourneys {
  let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory("home") }

  private func with(
    _ requests: [String: String], _ body: (Journey, Sample, RunningDemo) async throws -> Void
  ) async throws {
    let server = try await RunningDemo.start()
    let address = server.url.replacing("http://", with: "grpc://")
    let sample = try Sample(url: server.url, requests: requests.mapValues { $0.replacing("SERVER", with: address) })
    let journey = try Journey(sample, home: home)
    do { try await body(journey, sample, server) } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private let say = """
    info: {name: Say, type: grpc}
    grpc:
      url: SERVER
      method: /demo.Echo/Say
      message: '{"text": "hello"}' # what is said

    """

  @Test func `A message is edited, sent, undone, and saved on its own line.`() async throws {
    try await with(["say": say]) { journey, sample, _ in
      try journey.open("Say", see: "No response yet")
      try journey.see("gRPC")
      try journey.see("/demo.Echo/Say")
      try journey.type("\u{12}", see: "message 2 of 2")
      try journey.see("ended OK")
      // Replaces the text of the message.
      try journey.type("\u{1B}[B\r", see: "Esc done")
      try journey.type("\u{01}")
      journey.paste(#"{"text": "other", "number": 7}"#)
      try journey.see(#""number": 7"#)
      try journey.type("\u{12}", see: #""text":"other","number":7"#)
      try journey.type("\u{13}", see: "Saved")
      let saved = try sample.folder.readText("say.yml")
      #expect(saved.contains(#"message: '{"text": "other", "number": 7}' # what is said"#), "\(saved)")
      try journey.type("\u{1B}")
      try journey.seeGone("Esc done")
      try journey.quit()
    }
  }

  @Test func `Messages are sent to an open call, and its input is ended.`() async throws {
    let join = """
      info: {name: Join, type: grpc}
      grpc:
        url: SERVER
        method: /demo.Echo/Join
        message:
          - {title: one, selected: true, message: '{"text": "a"}'}
          - {title: two, message: '{"text": "b"}'}

      """
    try await with(["join": join]) { journey, _, _ in
      try journey.open("Join", see: "No response yet")
      try journey.see("two")
      try journey.type("\u{12}", see: "json ❯")
      try journey.type("m", see: "Send a message")
      try journey.type("two\r", see: "message 2 of 2")
      try journey.type("\t")
      try journey.type("\u{12}", see: "Enter sends")
      try journey.type("{\"txt\": 1}\r", see: "Not sent")
      try journey.type("{\"text\": \"c\"}\r", see: "message 3 of 3")
      try journey.type("\u{1B}o", see: "ended OK")
      try journey.see("message 4 of 4")
      #expect(journey.screen.contains("a b c"), "\(journey.screen)")
      try journey.quit()
    }
  }

  @Test func `A typed URL becomes a call, and one of the listed methods is called.`() async throws {
    try await with([:]) { journey, _, server in
      let address = server.url.replacing("http://", with: "grpc://")
      try journey.type("\u{0F}", see: "Type a URL")
      try journey.type("\(address)/demo.Echo/Say {\"text\": \"typed\"}\r", see: "ended OK")
      #expect(journey.screen.contains("typed"))
      try journey.type("S", see: "demo.Shop")
      try journey.see("PlaceOrders")
      try journey.type("/getit", see: "demo.Shop/GetItem")
      try journey.type("\r", see: "/demo.Shop/GetItem")
      try journey.see("\"id\": 0")
      try journey.type("\r", see: "Esc done")
      try journey.type("\u{01}")
      journey.paste(#"{"id": 2}"#)
      try journey.see(#"{"id": 2}"#)
      try journey.type("\u{12}", see: "Wooden swift")
      try journey.type("\u{1B}")
      try journey.seeGone("Esc done")
      try journey.quit()
    }
  }

  @Test func `The type of a message offers completions and reports mismatches.`() async throws {
    let empty = """
      info: {name: Watch, type: grpc}
      grpc:
        url: SERVER
        method: /demo.Shop/Watch

      """
    try await with(["watch": empty]) { journey, _, _ in
      try journey.open("Watch", see: "The message is empty")
      try journey.type("\u{1B}[BS", see: "PlaceOrders")
      try journey.type("\u{1B}")
      try journey.seeGone("PlaceOrders")
      try journey.type("\r{ \"item", see: "itemId")
      try journey.type("\r\"x\" }", see: "expected")
      try journey.type("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}3 }")
      try journey.seeGone("expected")
      try journey.type("\u{1B}")
      try journey.seeGone("Esc done")
      try journey.quit()
    }
  }

  @Test func `A call is copied as a grpcurl command.`() async throws {
    try await with(["say": say]) { journey, _, server in
      try journey.open("Say", see: "No response yet")
      try journey.type("\u{1B}[By", see: "cURL, exact")
      try journey.type("curl\r", see: "Copied")
      let address = server.url.replacing("http://", with: "")
      let line = "grpcurl -plaintext -d '{\"text\": \"hello\"}' \(address) demo.Echo/Say"
      #expect(journey.copied == line)
      try journey.quit()
    }
  }
}
