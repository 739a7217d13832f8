import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Stored secrets") struct GivenSecretsTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("given")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "c/environments/local.yml",
      "variables:\n  - {name: base, value: 'https://api.test'}\n  - {name: token, secret: true}\n  - {name: x, value: '1'}\n"
    )
    workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
    for name in ["one", "two"] { try request(name, "{{base}}/\(name)") }
  }

  private func request(_ name: String, _ url: String) throws {
    try folder.write(
      "c/\(name).yml",
      "info: {name: \(name), type: http}\nhttp:\n  method: GET\n  url: '\(url)'\n  headers: [{name: A, value: '{{token}}'}]\n"
    )
  }

  /// The receivers that are allowed by setting a variable.
  private func set(_ name: String, _ value: String) throws -> [String] {
    let root = workspace.path
    let former = try #require(try workspace.environment(named: "local", of: root)).environment
    let saved = try workspace.changeEnvironment(named: "local", of: root) { $0.set(name, to: value) }
    return try workspace.allowStored(in: saved.file.environment, since: former, of: root).map(\.receiver)
  }

  @Test("A stored secret is allowed for the only server that the collection names, and no other")
  func single() throws {
    #expect(try set("token", "s3cret") == ["https://api.test"])
    try request("two", "https://evil.test/two")
    #expect(try set("token", "another") == [])
    let records = try workspace.consents.records(of: workspace.path)
    #expect(records.map(\.receiver) == ["https://api.test"] && records.map(\.source) == [.secret("local/token")])
  }

  @Test("If a collection names several servers for a secret, each needs consent")
  func several() throws {
    try request("two", "https://evil.test/two")
    #expect(try set("token", "s3cret") == [])
    #expect(try workspace.consents.records(of: workspace.path).isEmpty)
  }

  @Test("Changing another variable allows nothing for an earlier secret")
  func another() throws {
    #expect(try set("x", "2") == [])
    try workspace.secretStore(of: workspace.path).set(["token": "old"], of: "local")
    #expect(try set("x", "3") == [])
    #expect(try workspace.consents.records(of: workspace.path).isEmpty)
  }
}
