import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Exporting") struct ExportSourceTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write(
      "opencollection.yml", "info: {name: Shop}\nrequest:\n  headers:\n    - {name: X-Shop, value: all}\n")
    try folder.write(
      "environments/dev.yml",
      "variables:\n  - {name: base, value: 'http://h'}\n  - {secret: true, name: key}\n")
    try folder.write(
      "users/all.yml", "info: {name: All, type: http}\nhttp: {method: GET, url: '{{base}}/u?k={{key}}'}\n")
    try folder.write("ping.yml", "info: {name: Ping, type: http}\nhttp: {method: GET, url: '{{base}}/ping'}\n")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path).set(["key": "s3cret"], of: "dev")
    return workspace
  }

  @Test("A folder is exported with inherited settings, and secrets by name")
  func aFolderTakes() throws {
    let folder = try TemporaryDirectory("export")
    let workspace = try workspace(folder)
    let source = ExportSource(workspace, environment: "dev")
    let users = try #require(try source.tree("users"))
    #expect(users.requests.map(\.name) == ["All"])
    #expect(users.root.settings.headers.map(\.name) == ["X-Shop"])
    #expect(users.root.settings.variables.map(\.name) == ["base", "key"])
    #expect(users.root.settings.variables.map(\.value) == ["http://h", ""])
    #expect(source.secrets == ["s3cret"])
  }

  @Test("A collection is found by name and path, with its environments if none is chosen")
  func aCollectionIs() throws {
    let folder = try TemporaryDirectory("export")
    let workspace = try workspace(folder)
    for target in ["Shop", folder.path] {
      let shop = try #require(try ExportSource(workspace).tree(target))
      #expect(shop.requests.count == 2 && shop.environments.map(\.name) == ["dev"])
      #expect(shop.environments.first?.variables.map(\.row.value) == ["http://h", ""])
    }
    #expect(try ExportSource(workspace).tree("nothing") == nil)
    let error = #expect(throws: ExportFault.self) { try ExportSource(workspace, environment: "no").tree("Shop") }
    #expect(error?.description == "no environment no in Shop")
  }

  @Test(arguments: ["users/broken.yml", "users/folder.yml", "environments/broken.yml"])
  func `A broken file does not stop the export of others, and is reported.`(file: String) throws {
    let folder = try TemporaryDirectory("export")
    let workspace = try workspace(folder)
    try folder.write(file, "info: [\n")
    let shop = try #require(try ExportSource(workspace).tree("Shop"))
    // Items below a folder would lack inherited settings.
    let names = file.hasSuffix("folder.yml") ? ["Ping"] : ["All", "Ping"]
    #expect(Set(shop.requests.map(\.name)) == Set(names))
    #expect(shop.environments.map(\.name) == ["dev"])
    #expect(shop.notices.count == 1 && shop.notices.allSatisfy { $0.severity == .error }, "\(shop.notices)")
    #expect(shop.notices.allSatisfy { $0.description.contains(file) })
    let text = try #require(try ExportSource(workspace).text(of: "Shop", in: .http))
    #expect(text.leftOut == 1 && text.text.contains("/ping"))
  }

  @Test("One request becomes a collection with its inherited settings and used variables")
  func oneRequestIs() throws {
    let folder = try TemporaryDirectory("export")
    let workspace = try workspace(folder)
    let single = ExportSource.single(try workspace.plan("users/all"))
    #expect(single.requests.map(\.headers).map { $0.map(\.name) } == [["X-Shop"]])
    #expect(Set(single.root.settings.variables.map { "\($0.name)=\($0.value)" }) == ["base=http://h", "key="])
  }

  @Test("A feature that a format lacks is reported once, with some of its places")
  func whatAFormat() throws {
    let folder = try TemporaryDirectory("export")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    for name in ["a", "b", "c", "d", "e"] {
      try folder.write(
        "\(name).yml",
        "info: {name: \(name), type: http}\nhttp: {method: GET, url: 'http://h/'}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n"
      )
    }
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    let tree = try #require(try ExportSource(workspace).tree("C"))
    let text = ExportText(tree, in: .http, redaction: .standard)
    #expect(text.text.contains("GET http://h/"))
    #expect(text.notices.count == Set(text.notices).count)
    #expect(text.notices.contains { $0.contains(" and 2 more: ") }, "\(text.notices)")
  }
}
