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

  @Test func `A call is read with its messages, its metadata and what only Apus knows.`() throws {
    let (folder, workspace) = try workspace()
    let definition = try workspace.request(at: folder.path("call.yml")).definition
    #expect(definition.kind == .grpc && definition.method == "/shop.v1.Shop/GetItem")
    #expect(definition.headers.map(\.name) == ["x-tenant"] && definition.conversation.call.compresses)
    #expect(definition.conversation.messages.map(\.data) == [#"{"sku": "A1"}"#])
  }

  @Test func `Only what was edited changes in the file.`() throws {
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
}
