import Foundation
import TestSupport
import Testing

@testable import Networking
@testable import Workspaces

/// The types of a gRPC server, stored below `.apus`.
@Suite struct KeptTypesTests {
  private static let received = Array("received".utf8)
  private let folder: TemporaryDirectory

  /// A collection, and a folder outside of it.
  init() throws {
    folder = try TemporaryDirectory("types")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("outside/victim", "kept\n")
  }

  private func opened() throws -> Workspace {
    try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
  }

  private func call(in workspace: Workspace) throws -> PreparedCall {
    let definition = RequestDefinition(kind: .grpc, name: "call", method: "a.B/C", url: "grpc://shop.test")
    let context = try workspace.context(for: folder.path("c/call.yml"))
    return try #require(try PreparedRequest(definition, in: context, kinds: ["grpc"]).call)
  }

  private var outside: [String] { folder.files().filter { $0.hasPrefix("outside") } }

  @Test func `The next start finds the stored types in the private folder, and does not set it aside.`() throws {
    #expect(try call(in: try opened()).keptSchema() == nil)
    try call(in: try opened()).keep(schema: Self.received)
    let next = try opened()
    #expect(next.privateFolder.check().isEmpty && next.privateFolder.setAside().isEmpty)
    #expect(try call(in: next).keptSchema() == Self.received)
    try call(in: next).keep(schema: [1])
    #expect(try call(in: next).keptSchema() == [1])
  }

  @Test func `A private folder that is a link is refused: nothing outside is written or read.`() throws {
    try folder.link("c/.apus", to: "../outside")
    let call = try call(in: try opened())
    let name = try #require(call.kept?.name)
    let refused = #expect(throws: WorkspaceError.self) { try call.keep(schema: Self.received) }
    #expect(refused?.description.contains("symbolic link") == true, "\(String(describing: refused))")
    #expect(outside == ["outside/victim"])
    try folder.write("outside/schemas/\(name)", "theirs")
    #expect(call.keptSchema() == nil)
  }

  @Test func `A folder of types that is a link is refused: nothing outside is written or read.`() throws {
    let workspace = try opened()
    try workspace.files.makeDirectory(folder.path("c/.apus"), 0o700)
    try folder.link("c/.apus/schemas", to: "../../outside")
    let call = try call(in: workspace)
    let name = try #require(call.kept?.name)
    let refused = #expect(throws: WorkspaceError.self) { try call.keep(schema: Self.received) }
    #expect(refused?.description.contains("symbolic link") == true, "\(String(describing: refused))")
    #expect(outside == ["outside/victim"])
    try folder.write("outside/\(name)", "theirs")
    #expect(call.keptSchema() == nil)
  }

  @Test func `A stranger's private folder is set aside with its links, and a new one is created.`() throws {
    try folder.write("c/.apus/other", "theirs")
    try folder.link("c/.apus/schemas", to: "../../outside")
    let workspace = try opened()
    try call(in: workspace).keep(schema: Self.received)
    #expect(outside == ["outside/victim"])
    #expect(workspace.privateFolder.setAside() == [".apus-from-elsewhere"])
    #expect(try call(in: workspace).keptSchema() == Self.received)
  }
}
