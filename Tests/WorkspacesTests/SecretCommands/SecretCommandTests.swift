import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Secrets from commands") struct SecretCommandTests {
  @Test("A command runs only after this exact command was allowed for this collection")
  func consent() throws {
    let folder = try TemporaryDirectory("commands")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let mark = folder.path("ran")
    try folder.write(
      "c/environments/dev.yml",
      "variables:\n  - secret: true\n    name: token\n    command: printf 's3cret\\n'; echo x >> \(mark)\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let file = try #require(try workspace.environment(named: "dev", of: workspace.path))
    let command = try #require(try workspace.secretCommands(of: file).first)
    let consent = workspace.consents
    #expect(throws: SecretCommandError.notAllowed(command)) { try consent.value(of: command) }
    #expect(!FileManager.default.fileExists(atPath: mark))
    try consent.allow(command)
    #expect(try consent.value(of: command) == "s3cret")
    var other = command
    other.command += " "
    #expect(throws: SecretCommandError.notAllowed(other)) { try consent.value(of: other) }
    other = command
    other.collection = "/elsewhere"
    #expect(throws: SecretCommandError.notAllowed(other)) { try consent.value(of: other) }
  }

  @Test("A command that fails or prints too much is reported")
  func failures() throws {
    let folder = try TemporaryDirectory("commands")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    let consent = try Workspace.open(folder.path("c"), stateFolder: folder.path("s")).consents
    let failing = SecretCommand(name: "a", environment: "e", command: "exit 3", collection: "/c")
    let flooding = SecretCommand(name: "a", environment: "e", command: "yes", collection: "/c")
    try consent.allow(failing)
    try consent.allow(flooding)
    #expect(throws: SecretCommandError.failed(failing, status: 3)) { try consent.value(of: failing) }
    #expect(throws: SecretCommandError.tooLong(flooding)) { try consent.value(of: flooding) }
  }

  @Test("A secret without a value in a .bru environment is missing, as in a YAML environment")
  func olderFormat() throws {
    let folder = try TemporaryDirectory("commands")
    try folder.write("c/bruno.json", #"{"version": "1", "name": "C", "type": "collection"}"#)
    try folder.write("c/environments/dev.bru", "vars {\n  host: http://h\n}\nvars:secret [\n  password\n]\n")
    try folder.write("c/a.bru", "meta {\n  name: A\n  type: http\n}\n\nget {\n  url: {{host}}/{{password}}\n}\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let definition = try workspace.request(at: folder.path("c/a.bru")).definition
    let context = try workspace.context(for: folder.path("c/a.bru"), environment: "dev")
    #expect(try workspace.secretCommands(for: definition, in: context).isEmpty)
    let problems = context.missing(in: definition).map(\.variable.problem)
    #expect(problems == ["the secret password of environment dev has no value here; set it"])
  }

  @Test("Missing values are listed with their fields, and prompts once")
  func missing() {
    var definition = RequestDefinition(name: "x", url: "{{a}}/{{?Code}}")
    definition.headers = [Row("Off", "{{z}}", isEnabled: false), Row("H", "{{b}} {{?Code}}")]
    definition.body = .form([Row("f", "{{c}}")])
    definition.authentication = Authentication(.bearer, [.init("token", "{{?Token}}")])
    let context = SendContext(variables: VariableTable([.init("b", "1", origin: .collection)]))
    let missing = context.missing(in: definition)
    #expect(missing.map(\.field) == [.url, .url, .header(row: 1), .body(row: 0), .authentication(field: "token")])
    #expect(context.prompts(in: definition).map(\.label) == ["Code", "Token"])
  }
}
