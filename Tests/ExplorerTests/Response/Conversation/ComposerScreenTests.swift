import Basics
import Foundation
import Networking
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

/// The field below the messages of an open WebSocket.
@Suite struct ComposerScreenTests {
  private let key = RequestKey.file(Samples.getUserPath)
  private let request = SentRequest(method: "GET", url: "ws://h/room?token=t0ps3cret-value")

  private var definition: RequestDefinition {
    var made = RequestDefinition(kind: .webSocket, name: "Lobby", method: "", url: "ws://h/room")
    made.conversation.messages = [
      .init("join", kind: "json", #"{"op":"join"}"#, isSelected: true), .init("leave", "bye"),
    ]
    return made
  }

  private func opened(rows: Int = 40, columns: Int = 120) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.state.program.sendableKinds.insert("websocket")
    journey.open(definition)
    journey.press(.control("r"))
    let message = ConversationMessage(.incoming, "hi", at: Samples.now)
    journey.receive(.started(request), .state(.open), .messages([message]))
    return journey
  }

  /// The sent messages, as effects of keys.
  private func said(_ effects: [Effect]) -> [OutgoingMessage] {
    effects.compactMap { effect in
      if case .transfer(.say(_, _, let outgoingMessage)) = effect { outgoingMessage } else { nil }
    }
  }

  private func type(_ text: String, in journey: inout Journey) -> [Effect] {
    text.flatMap { journey.state.apply(.terminal(.key(Key(.character($0))))) }
  }

  private func press(_ key: Key, in journey: inout Journey) -> [Effect] { journey.state.apply(.terminal(.key(key))) }

  @Test func `The kind takes the place of the method, and the border shows how long it has been open.`() {
    let journey = opened()
    #expect(journey.text.contains("WS") && journey.text.contains("Messages 2") && journey.text.contains("Close esc"))
    #expect(journey.text.contains("open 0.0 ms") || journey.text.contains("open 0"))
    #expect(journey.text.contains("↑ 0  ↓ 1"))
    #expect(journey.text.contains("sends a message"))
  }

  @Test func `The send key focuses the field; Enter sends the text, which can be recalled.`() {
    var journey = opened()
    #expect(said(press(.control("r"), in: &journey)).isEmpty)
    #expect(journey.state.isComposing && journey.state.focus == .response)
    #expect(said(type("hello", in: &journey)).isEmpty)
    #expect(said(press(.enter, in: &journey)) == [OutgoingMessage(.text, "hello")])
    #expect(said(press(.enter, in: &journey)).isEmpty)
    _ = type("draft", in: &journey)
    _ = press(.up, in: &journey)
    #expect(journey.state.session?.response.composer.field.text == "hello")
    _ = press(.down, in: &journey)
    #expect(journey.state.session?.response.composer.field.text == "draft")
    _ = press(.escape, in: &journey)
    #expect(!journey.state.isComposing && journey.state.session?.response.composer.field.text == "draft")
  }

  @Test func `Invalid JSON or hex is not sent and stays in the field.`() {
    var journey = opened()
    _ = press(.control("r"), in: &journey)
    _ = press(.control("t"), in: &journey)
    _ = type(#"{"a": "#, in: &journey)
    #expect(said(press(.enter, in: &journey)).isEmpty && journey.footer.contains("No JSON"))
    _ = type("{{b}}}", in: &journey)
    #expect(said(press(.enter, in: &journey)) == [OutgoingMessage(.json, #"{"a": {{b}}}"#)])
    _ = press(.control("t"), in: &journey)
    _ = type("0x", in: &journey)
    #expect(said(press(.enter, in: &journey)).isEmpty && journey.footer.contains("hexadecimal"))
    _ = press(.backspace, in: &journey)
    _ = type("0 ff", in: &journey)
    #expect(said(press(.enter, in: &journey)) == [OutgoingMessage(.hex, "00 ff")])
  }

  @Test func `A saved message can be sent from its row and from a list.`() {
    var journey = opened()
    _ = press(.down, in: &journey)
    _ = press(.down, in: &journey)
    #expect(said(press(.control("r"), in: &journey)) == [OutgoingMessage(.text, "bye")])
    _ = press(.character("m"), in: &journey)
    #expect(journey.text.contains("join") && journey.text.contains("leave"))
    #expect(said(press(.enter, in: &journey)) == [OutgoingMessage(.json, #"{"op":"join"}"#)])
  }

  @Test func `The bottom line offers the conversation's keys, also in the request pane.`() {
    var journey = opened(rows: 24, columns: 80)
    func words() -> [String] { Footer(state: journey.state).items.map { "\($0.key) \($0.label)" } }
    let wanted = ["^R say", "Enter edit", "m message", "Esc close"]
    #expect(words().prefix(4) == wanted[...], "\(words())")
    journey.press(.down)
    #expect(words().prefix(4) == wanted[...], "\(words())")
    journey.state.focus = .response
    #expect(words().prefix(3) == ["^R say", "m message", "Esc close"], "\(words())")
    let exchange = Exchange(
      startedAt: Samples.now, hops: [Hop(request: request)],
      conversation: Conversation(state: .closed(.init(code: 1000))), duration: .seconds(3))
    journey.receive(.finished(exchange))
    journey.state.focus = .request
    #expect(words().first == "^R send" && !words().contains("m message") && !words().contains("Esc close"))
  }

  @Test func `A message that could not be sent is reported, and the field closes with the conversation.`() throws {
    var journey = opened()
    _ = press(.control("r"), in: &journey)
    let send = try #require(journey.sendingNumber)
    journey.apply(.response(.messageRefused(send: send, "nobody: no value"), of: key))
    #expect(journey.footer.contains("Not sent: nobody"))
    journey.receive(.state(.closing(.init(code: 1000))))
    #expect(journey.text.contains("closing 1000"))
    let close = Conversation.Close(code: 1000, reason: "bye")
    let exchange = Exchange(
      startedAt: Samples.now, hops: [Hop(request: request)], conversation: Conversation(state: .closed(close)),
      duration: .seconds(3))
    journey.receive(.finished(exchange))
    #expect(!journey.state.isComposing && journey.border.contains("closed 1000 \"bye\""))
  }

  @Test func `The line of a running request hides the secrets of its URL.`() {
    let journey = opened()
    #expect(!journey.text.contains("t0ps3cret-value"))
  }

  @Test(arguments: [(20, 5), (30, 10), (72, 20), (80, 24), (200, 60)])
  func `The field is drawn at any size.`(columns: Int, rows: Int) {
    var journey = opened(rows: rows, columns: columns)
    _ = press(.control("r"), in: &journey)
    _ = type("hello", in: &journey)
    #expect(rows < 20 || journey.text.contains("hello"))
  }

  @Test func `A URL with ws or wss makes the request a WebSocket, and http an HTTP request.`() {
    var definition = RequestDefinition(name: "R", method: "POST", url: "wss://h/")
    definition.setTypedAddress("wss://h/", from: definition)
    #expect(definition.kind == .webSocket && definition.shownMethod == "WS")
    definition.setTypedAddress("{{base}}/x", from: definition)
    #expect(definition.kind == .webSocket)
    definition.setTypedAddress("https://h/", from: definition)
    #expect(definition.kind == .http && definition.method == "POST")
  }
}
