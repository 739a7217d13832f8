import TestSupport
import Testing

@testable import Workspaces

@Suite struct CallWritingTests {
  private static let text = """
    info:
      name: Get item # the name
      type: grpc
    grpc:
      url: grpc://localhost:50051
      method: /shop.v1.Shop/GetItem
      methodType: unary
      metadata:
        - name: x-tenant
          value: acme
      message:
        - title: first
          selected: true
          message: '{"sku": "A1"}'
    extensions:
      apus:
        grpc:
          compress: true

    """

  private func workspace() throws -> (TemporaryDirectory, Workspace) {
    let folder = try TemporaryDirectory("call")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("call.yml", Self.text)
    return (folder, try Workspace.open(folder.path, stateFolder: folder.path("state")))
  }

  @Test func `A call is read with its messages, its metadata and the fields of Apus.`() throws {
    let (folder, workspace) = try workspace()
    let definition = try workspace.request(at: folder.path("call.yml")).definition
    #expect(definition.kind == .grpc && definition.method == "/shop.v1.Shop/GetItem")
    #expect(definition.headers.map(\.name) == ["x-tenant"] && definition.conversation.call.compresses)
    #expect(definition.conversation.messages.map(\.data) == [#"{"sku": "A1"}"#])
  }

  @Test func `Only edited lines of the file change.`() throws {
    let (folder, workspace) = try workspace()
    let file = try workspace.request(at: folder.path("call.yml"))
    var definition = file.definition
    definition.method = "/shop.v1.Shop/PutItem"
    definition.conversation.call.carrier = .web
    _ = try workspace.save(definition, to: file)
    let changed = Self.text.replacing("GetItem\n", with: "PutItem\n")
      .replacing("compress: true\n", with: "compress: true\n      carrier: web\n")
    #expect(try folder.readText("call.yml") == changed)
  }

  @Test func `An edited message changes only its own line, and a single unnamed message stays a text.`() throws {
    let (folder, workspace) = try workspace()
    let file = try workspace.request(at: folder.path("call.yml"))
    var definition = file.definition
    definition.conversation.messages[0].data = #"{"sku": "B2"}"#
    definition.conversation.messages.append(.init("second", "{}"))
    let saved = try workspace.save(definition, to: file).file
    let written = #"'{"sku": "B2"}'"# + "\n"
    let changed = Self.text.replacing("A1", with: "B2")
      .replacing(written, with: written + "    - title: second\n      message: \"{}\"\n")
    #expect(try folder.readText("call.yml") == changed)
    #expect(saved.definition == definition)
    try folder.write("call.yml", "info: {name: A, type: grpc}\ngrpc:\n  url: h\n  message: '{}'\n")
    let plain = try workspace.request(at: folder.path("call.yml"))
    definition = plain.definition
    definition.conversation.messages[0].data = #"{"n": 1}"#
    _ = try workspace.save(definition, to: plain)
    #expect(try folder.readText("call.yml").hasSuffix("  url: h\n  message: '{\"n\": 1}'\n"))
  }

  @Test func `An HTTP request becomes a call, and vice versa, with the parts that both have.`() throws {
    let (folder, workspace) = try workspace()
    try folder.write(
      "call.yml",
      """
      info:
        name: A
        type: http
      http:
        method: GET
        url: http://h/x
        headers:
          - name: x-tenant
            value: acme

      """)
    let file = try workspace.request(at: folder.path("call.yml"))
    var definition = file.definition
    definition.kind = .grpc
    definition.setAddress("grpc://h/a.B/C", from: file.definition)
    definition.conversation.messages = [.init("message 1", "{}", isSelected: true)]
    let saved = try workspace.save(definition, to: file).file
    #expect(saved.definition.kind == .grpc && saved.definition.method == "/a.B/C")
    let text = try folder.readText("call.yml")
    #expect(text.contains("metadata:\n    - name: x-tenant\n") && !text.contains("http:\n"), "\(text)")
    definition = saved.definition
    definition.kind = .http
    definition.method = "GET"
    definition.url = "https://h/y"
    let back = try workspace.save(definition, to: saved).file
    #expect(back.definition.kind == .http && back.definition.headers.map(\.name) == ["x-tenant"])
  }
}
