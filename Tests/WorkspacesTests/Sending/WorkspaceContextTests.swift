import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("The context of a request") struct WorkspaceContextTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write(
      "c/opencollection.yml",
      "info:\n  name: C\nrequest:\n  variables:\n    - {name: v, value: collection}\n    - {name: only, value: c}\n")
    try folder.write("c/f/folder.yml", "info:\n  name: F\nrequest:\n  variables:\n    - {name: v, value: folder}\n")
    try folder.write("c/f/g/r.yml", "info:\n  name: r\n  type: http\nhttp:\n  url: \"{{v}}\"\n")
    try folder.write(
      "c/environments/local.yml",
      "variables:\n  - name: v\n    value: environment\n  - secret: true\n    name: token\n  - {name: off, value: x, disabled: true}\n"
    )
    try folder.write("c/.env", "v=dotenv\nAPI_KEY=hidden\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  @Test("Inner scopes take precedence, and all overridden values are known")
  func scopes() throws {
    let folder = try TemporaryDirectory("context")
    let workspace = try workspace(folder)
    let inputs = VariableInputs(commandLine: [.init("w", "1")], process: ["v": "process", "SHELL": "sh"])
    let context = try workspace.context(for: folder.path("c/f/g/r.yml"), environment: "local", inputs: inputs)
    #expect(context.layers.map(\.name) == ["C", "F", "g"])
    var definition = try workspace.request(at: folder.path("c/f/g/r.yml")).definition
    definition.variables = [Row("v", "request")]
    let table = context.table(for: definition)
    #expect(
      table.candidates(for: "v").map(\.origin) == [
        .request, .folder("F"), .environment("local"), .collection, .dotenv, .process,
      ])
    #expect(table.entries.first?.origin == .commandLine)
    #expect(table.candidates(for: "API_KEY").first?.isSecret == true)
    #expect(table.resolved("{{off}}").unresolved.first?.reason == .disabled(.environment("local")))
  }

  @Test("A secret's value comes from the user's store, which only its owner can read")
  func secrets() throws {
    let folder = try TemporaryDirectory("context")
    let workspace = try workspace(folder)
    let request = folder.path("c/f/g/r.yml")
    var table = try workspace.context(for: request, environment: "local").variables
    #expect(table.resolved("{{token}}").unresolved.first?.reason == .secretWithoutValue(environment: "local"))
    let store = workspace.secretStore(of: folder.path("c"))
    try store.set(["token": "s3cret"], of: "local")
    table = try workspace.context(for: request, environment: "local").variables
    #expect(
      table.resolved("{{token}}").segments.first?.kind
        == .resolved(value: "s3cret", origin: .environment("local"), isSecret: true))
    #expect(try FileSystem.live.stamp(store.path)?.mode == 0o600)
    try store.set([:], of: "local")
    #expect(try store.values(of: "local").isEmpty)
  }

  @Test("A missing environment is refused with the names of the existing ones")
  func unknown() throws {
    let folder = try TemporaryDirectory("context")
    let workspace = try workspace(folder)
    #expect(throws: WorkspaceError.noEnvironment("prod", known: ["local"])) {
      try workspace.context(for: folder.path("c/f/g/r.yml"), environment: "prod")
    }
  }

  @Test("A collection can declare the process variables that it uses")
  func processNames() throws {
    let folder = try TemporaryDirectory("context")
    let workspace = try workspace(folder)
    try folder.write(
      "c/opencollection.yml", "info: {name: C}\nextensions:\n  apus:\n    processEnvironment: [WANTED]\n")
    let inputs = VariableInputs(process: ["WANTED": "1", "OTHER": "2"])
    let table = try workspace.context(for: folder.path("c/x.yml"), inputs: inputs).variables
    #expect(table.entries.filter { $0.origin == .process }.map(\.name) == ["WANTED"])
  }
}
