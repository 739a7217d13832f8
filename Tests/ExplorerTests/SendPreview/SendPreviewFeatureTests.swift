import Basics
import Networking
import Sessions
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The send preview") struct SendPreviewFeatureTests {
  private static let head =
    "GET /users/42 HTTP/1.1\r\nHost: 127.0.0.1:4010\r\nAccept: application/json\r\nAuthorization: Bearer abcdef123\r\nX-Long: \(String(repeating: "x", count: 150))\r\n\r\n"

  private func preview(_ body: String = "{\"a\": 1}\n\u{1B}b") -> SendPreview {
    SendPreview(
      SentRequest(method: "GET", url: "http://h/", head: Array(Self.head.utf8), body: ByteStore(Array(body.utf8))),
      .standard)
  }

  /// Opens the preview and delivers its result.
  private func opened(columns: Int = 120, rows: Int = 40) -> Journey {
    var journey = Journey(columns: columns, rows: rows)
    journey.open()
    journey.go("U")
    journey.apply(.sendPreview(.loaded(serial: journey.state.sendPreview?.serial ?? 0, .known(preview()))))
    return journey
  }

  @Test("For a conversation the preview shows when its messages would be sent")
  func conversation() {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    journey.go("U")
    let sent = SentRequest(
      method: "GET", url: "ws://h/", head: Array("GET / HTTP/1.1\r\n\r\n".utf8),
      body: ByteStore(Array("{\"type\":\"connection_init\"}\n{\"id\":\"1\"}".utf8)))
    let made = SendPreview(sent, .standard, note: "the messages below the head are sent once the WebSocket is open")
    journey.apply(.sendPreview(.loaded(serial: journey.state.sendPreview?.serial ?? 0, .known(made))))
    let text = journey.text
    #expect(text.contains("The messages below the head are sent once the WebSocket is open."))
    #expect(text.contains("messages 37 B"))
    #expect(text.contains("{\"type\":\"connection_init\"}") && text.contains("{\"id\":\"1\"}"))
  }

  @Test("The preview shows the head with the origin of each line, then the body; v reveals secrets")
  func shown() {
    var journey = opened()
    let text = journey.text
    #expect(text.contains("GET /users/42 HTTP/1.1") && text.contains(", secrets hidden"))
    #expect(text.contains("Authorization: Bearer ••••") && !text.contains("abcdef123"))
    let accept = text.split(separator: "\n").first { $0.contains("Accept: ") } ?? ""
    #expect(accept.contains("this request"))
    #expect(text.contains("{\"a\": 1}") && text.contains("␛b"))
    journey.go("v")
    #expect(journey.text.contains("Bearer abcdef123"))
    journey.go("esc")
    #expect(journey.state.sendPreview == nil && journey.state.overlay == nil)
  }

  @Test func `In the tree the preview opens the request under the cursor.`() throws {
    var journey = Journey(columns: 120, rows: 40)
    journey.open()
    let other = "/w/demo/users/List users.yml"
    journey.state.focus = .tree
    journey.apply(.tree(.shown(.request(other))))
    journey.forget()
    journey.go("U")
    #expect(journey.state.sendPreview == nil && journey.effects.contains(.files(.loadRequest(.file(other)))))
    journey.open(RequestDefinition(name: "List users", url: "http://h/all"), path: other)
    #expect(journey.state.sendPreview != nil && journey.state.overlay == .sendPreview)
    #expect(journey.state.sendPreview?.subject?.draft.url == "http://h/all")
    #expect(journey.sends.isEmpty)

    journey.go("esc")
    journey.state.focus = .tree
    journey.go("U")
    #expect(journey.state.overlay == .sendPreview)
    journey.go("esc")
    journey.state.focus = .tree
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.go("U")
    #expect(journey.state.overlay == nil && journey.footer.contains("Choose a request first"), "\(journey.footer)")
  }

  @Test func `Beside an answer the preview shows the next send of the request.`() {
    var journey = Journey.answered()
    journey.state.focus = .response
    journey.go("U")
    #expect(journey.state.overlay == .sendPreview && journey.state.sendPreview?.subject != nil)
  }

  @Test("The preview sends nothing, and a change updates it after a pause")
  func asked() {
    var journey = opened(columns: 200)
    #expect(journey.state.overlay == nil && journey.text.contains("What would be sent"))
    var sends = 0
    var previews = 0
    for effect in journey.effects {
      if case .transfer(.send) = effect { sends += 1 }
      if case .transfer(.preview) = effect { previews += 1 }
    }
    #expect(sends == 0 && previews == 1)
    journey.forget()
    journey.go("ctrl-l ‹x› esc")
    let serial = journey.state.sendPreview?.serial ?? 0
    #expect(journey.effects.contains(.after(.milliseconds(200), .sendPreview(.rested(serial: serial)))))
    journey.apply(.sendPreview(.rested(serial: serial)))
    let asked = journey.effects.contains { if case .transfer(.preview(serial, _, _, _)) = $0 { true } else { false } }
    #expect(asked)
    journey.go("U")
    #expect(!journey.text.contains("What would be sent"))
  }

  @Test("Long lines wrap, and all of them can be scrolled", arguments: [(60, 12), (24, 6), (120, 40)])
  func long(columns: Int, rows: Int) {
    var journey = opened(columns: columns, rows: rows)
    let lines = journey.state.sendPreview?.lines([:], width: 20) ?? []
    #expect(lines.allSatisfy { TextWidth.of($0.text) <= 20 })
    #expect(lines.map(\.text).joined().contains(String(repeating: "x", count: 150)))
    journey.go("end")
    #expect(journey.text.contains("␛b"))
  }

  @Test("A request that cannot be sent says why")
  func refused() {
    var journey = opened()
    journey.apply(.sendPreview(.loaded(serial: journey.state.sendPreview?.serial ?? 0, .refused("no answer yet"))))
    #expect(journey.text.contains("Nothing would be sent. no answer yet"))
  }
}
