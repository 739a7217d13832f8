import Testing

@testable import Workspaces

/// The messages of a WebSocket's file (opencollection.md, section 8).
@Suite struct ConversationReaderTests {
  private func definition(_ text: String) throws -> RequestDefinition {
    let document = try YAMLDocument(Array(("info: {name: w, type: websocket}\nwebsocket:\n" + text).utf8))
    var reader = RequestReader(path: "w.yml", document: document)
    return try reader.definition().0
  }

  @Test func `A single unnamed message is selected, even if it is a plain text.`() throws {
    let written = try definition("  url: ws://x\n  message: {type: json, data: '{}'}\n").conversation
    #expect(written.messages == [.init("message 1", kind: "json", "{}", isSelected: true)])
    #expect(try definition("  message: hi\n").conversation.messages == [.init("message 1", "hi", isSelected: true)])
    #expect(try definition("  message: {type: text, data: ''}\n").conversation.messages.isEmpty)
    #expect(try definition("  url: ws://x\n").conversation == ConversationDefinition())
  }

  @Test func `The marked messages of a list are selected, or the first one if none is marked.`() throws {
    let list = """
        message:
          - {title: a, selected: false, message: {type: text, data: one}}
          - {message: {type: binary, data: AQ==}}

      """
    #expect(
      try definition(list).conversation.messages == [
        .init("a", "one", isSelected: true), .init("message 2", kind: "binary", "AQ=="),
      ])
    let marked = try definition(list.replacing("- {message", with: "- {selected: true, message")).conversation
    #expect(marked.messages.map(\.isSelected) == [false, true])
  }

  @Test func `Messages are selected by name, in the given order.`() throws {
    var conversation = ConversationDefinition(messages: [.init("a", "1", isSelected: true), .init("b", "2")])
    #expect(conversation.select(["b", "a", "b"]) == nil)
    #expect(conversation.messages.map(\.data) == ["2", "1", "2"] && conversation.messages.allSatisfy(\.isSelected))
    #expect(conversation.select(["c"]) == "c")
  }

  @Test func `Settings, assertions and the keep-alive are read as in any request.`() throws {
    let made = try definition(
      """
        url: ws://x
        headers: [{name: A, value: b}]
      settings: {timeout: 5000, keepAliveInterval: 1500}
      runtime: {assertions: [{expression: messages.count, operator: eq, value: '2'}]}

      """)
    #expect(made.conversation.keepAliveInterval == 1500 && made.settings.timeout == 5000)
    #expect(made.assertions.count == 1 && made.headers.map(\.name) == ["A"])
  }
}
