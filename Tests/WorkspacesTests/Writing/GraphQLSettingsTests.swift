import Testing

@testable import Workspaces

@Suite struct GraphQLSettingsTests {
  private static let text = """
    info: {name: Q, type: graphql}
    graphql:
      url: http://h/
      body: {query: '{ a }'}
    extensions:
      apus:
        if: "1 eq 1"
        # what is sent
        graphql:
          operation: A  # the first
          own: kept
          files:
            - {name: f, value: a.txt}

    """

  private func file(_ text: String) throws -> RequestFile { try RequestFile(path: "/c/q.yml", bytes: Array(text.utf8)) }

  @Test func `A file sets the operation to send, and its transport.`() throws {
    let read = try file(Self.text).definition.graphQL
    #expect(read == GraphQLSettings(operation: "A", files: [Row("f", "a.txt")]))
    let more = try file(
      Self.text.replacing("operation: A", with: "subscriptions: sse\n      schema: s.graphql\n      operation: A"))
    #expect(more.definition.graphQL.transport == .events && more.definition.graphQL.schema == "s.graphql")
    let wrong = try file(Self.text.replacing("operation: A", with: "subscriptions: smoke"))
    #expect(wrong.definition.graphQL.transport == nil)
    #expect(wrong.notices.contains { $0.message.contains("not auto, websocket or sse") })
    #expect(
      !(try file(Self.text.replacing("operation: A", with: "subscriptions: auto"))).notices.contains {
        $0.message.contains("subscriptions")
      })
  }

  @Test func `An edit changes its own line, and keeps comments and unknown keys.`() throws {
    let file = try file(Self.text)
    var edited = file.definition
    edited.graphQL.operation = "B"
    #expect(
      String(decoding: try file.text(with: edited).bytes, as: UTF8.self)
        == Self.text.replacing("operation: A", with: "operation: B"))
    edited.graphQL = GraphQLSettings(transport: .webSocket)
    let other = String(decoding: try file.text(with: edited).bytes, as: UTF8.self)
    #expect(other.contains("own: kept") && other.contains("subscriptions: websocket") && !other.contains("operation"))
  }
}
