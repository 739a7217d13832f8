import Foundation
import TestSupport
import Testing

@testable import Workspaces

/// Files of the kind `websocket` (opencollection.md, section 8), edited and created.
@Suite struct ConversationWritingTests {
  private static let listed = """
    # Room
    info:
      name: Lobby
      type: websocket
    websocket:
      url: wss://{{host}}/rooms/:room   # where
      headers:
        - name: X-Key
          value: k
      message:
        - title: join   # first
          selected: true
          message: {type: json, data: '{"op":"join"}'}
        - title: leave
          selected: false
          message:
            type: text
            data: bye
      auth: inherit
    settings:
      timeout: 0
      keepAliveInterval: 0

    """

  private func file(_ text: String) throws -> RequestFile { try RequestFile(path: "/w.yml", bytes: Array(text.utf8)) }

  private func written(
    _ text: String, losing comments: [String] = [], _ change: (inout RequestDefinition) -> Void
  ) throws -> String {
    let file = try file(text)
    var definition = file.definition
    change(&definition)
    let (bytes, lost) = try file.text(with: definition)
    #expect(lost == comments)
    let again = try self.file(String(decoding: bytes, as: UTF8.self)).definition
    #expect(again == definition)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func changes(_ text: String, _ change: (inout RequestDefinition) -> Void) throws -> [String] {
    let new = try written(text, change).split(separator: "\n").map(String.init)
    let old = text.split(separator: "\n").map(String.init)
    return new.difference(from: old).map { step in
      switch step {
      case .insert(_, let line, _): "+" + line.trimmingCharacters(in: .whitespaces)
      case .remove(_, let line, _): "-" + line.trimmingCharacters(in: .whitespaces)
      }
    }.sorted()
  }

  @Test func `An edit changes only its lines.`() throws {
    #expect(
      try changes(Self.listed) { $0.url = "ws://h/" } == [
        "+url: ws://h/   # where", "-url: wss://{{host}}/rooms/:room   # where",
      ])
    #expect(
      try changes(Self.listed) { $0.conversation.messages[1].data = "ciao" } == ["+data: ciao", "-data: bye"])
    #expect(
      try changes(Self.listed) { $0.conversation.messages[1].isSelected = true } == [
        "+selected: true", "-selected: false",
      ])
    #expect(
      try changes(Self.listed) { $0.conversation.messages[0].name = "enter" } == [
        "+- title: enter   # first", "-- title: join   # first",
      ])
    #expect(
      try changes(Self.listed) { $0.conversation.keepAliveInterval = 30_000 } == [
        "+keepAliveInterval: 30000", "-keepAliveInterval: 0",
      ])
    #expect(try changes(Self.listed) { $0.settings.timeout = 5000 } == ["+timeout: 5000", "-timeout: 0"])
    #expect(try changes(Self.listed) { $0.headers[0].value = "l" } == ["+value: l", "-value: k"])
  }

  @Test func `Adding or removing a message adds or removes an entry of the list.`() throws {
    let added = try written(Self.listed) {
      $0.conversation.messages.append(.init("say", kind: "binary", "AQ==", isSelected: true))
    }
    #expect(added.contains("- title: say\n"))
    #expect(added.contains("title: join   # first"))
    let removed = try written(Self.listed, losing: ["# first"]) {
      $0.conversation.messages.remove(at: 0)
      $0.conversation.messages[0].isSelected = true
    }
    #expect(!removed.contains("join") && removed.contains("title: leave"))
  }

  @Test func `A single unnamed message keeps its flat form; a name makes it a list.`() throws {
    let flat = """
      info: {name: One, type: websocket}
      websocket:
        url: ws://h/
        message:
          type: text   # kind
          data: hi

      """
    #expect(try changes(flat) { $0.conversation.messages[0].data = "ho" } == ["+data: ho", "-data: hi"])
    let named = try written(flat, losing: ["# kind"]) { $0.conversation.messages[0].name = "greet" }
    #expect(named.contains("title: greet"))
    let emptied = try written(flat, losing: ["# kind"]) { $0.conversation.messages = [] }
    #expect(!emptied.contains("message"))
  }

  @Test func `An empty selection of messages, and path values, are stored under extensions.`() throws {
    let silent = try written(Self.listed) { $0.conversation.selectNone() }
    #expect(silent.contains("extensions:") && silent.contains("messages: none"))
    let again = try written(silent) { $0.conversation.messages[1].isSelected = true }
    #expect(!again.contains("extensions"))
    let placed = try written(Self.listed) { $0.params = [Parameter(.path, Row("room", "7"))] }
    #expect(placed.contains("name: room") && placed.contains("type: path"))
  }

  @Test func `A new file is as Bruno writes it.`() throws {
    var definition = RequestDefinition(
      kind: .webSocket, name: "Lobby", method: "", url: "ws://h/", authentication: .inherit)
    definition.conversation.messages = [.init("", "hi", isSelected: true)]
    let text = String(decoding: YAMLEmitter.file(RequestWriter.file(definition)), as: UTF8.self)
    #expect(
      text == """
        info:
          name: Lobby
          type: websocket

        websocket:
          url: ws://h/
          message:
            type: text
            data: hi
          auth: inherit

        settings:
          timeout: 0
          keepAliveInterval: 0

        """)
  }

  @Test func `An HTTP request becomes a WebSocket, and vice versa, with the parts that both have.`() throws {
    let http = """
      info:
        name: R
        type: http
        seq: 2

      http:
        method: POST
        url: https://h/x
        headers:
          - name: A   # note
            value: b
        body:
          type: text
          data: gone

      """
    var definition = try file(http).definition
    definition.kind = .webSocket
    definition.url = "wss://h/x"
    let bytes = try file(http).text(with: definition).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("type: websocket") && text.contains("websocket:\n") && text.contains("name: A"))
    #expect(!text.contains("POST") && !text.contains("gone"))
    var back = try file(text).definition
    #expect(back.kind == .webSocket && back.headers.count == 1)
    back.kind = .http
    back.method = "GET"
    let again = String(decoding: try file(text).text(with: back).bytes, as: UTF8.self)
    #expect(again.contains("method: GET") && again.contains("http:\n") && !again.contains("websocket"))
  }
}
