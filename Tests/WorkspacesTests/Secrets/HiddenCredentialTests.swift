import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Credentials in environments") struct HiddenCredentialTests {
  private func hidden(_ new: [Environment.Variable], since old: [Environment.Variable] = []) -> [String] {
    var environment = Environment(name: "dev", variables: new)
    return environment.hideCredentials(since: Environment(name: "dev", variables: old))
  }

  @Test("New and changed credentials become secret; templates, unchanged values and those made plain by hand do not")
  func rules() {
    #expect(hidden([.init(Row("token", "x")), .init(Row("name", "Ada"))]) == ["token"])
    #expect(hidden([.init(Row("a", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"))]) == ["a"])
    #expect(hidden([.init(Row("token", "{{other}}")), .init(Row("key", ""))]) == [])
    #expect(hidden([.init(Row("token", "x"))], since: [.init(Row("token", "x"))]) == [])
    #expect(hidden([.init(Row("token", "y"))], since: [.init(Row("token", "x"))]) == ["token"])
    #expect(hidden([.init(Row("token", "x"))], since: [.init(Row("token", "x"), isSecret: true)]) == [])
  }

  @Test("The value of a new secret is stored before the file is written, and removed if that fails")
  func order() throws {
    let folder = try TemporaryDirectory("order")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/environments/dev.yml", "name: dev\nvariables:\n  - name: a\n    value: x\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let file = try #require(try workspace.environment(named: "dev", of: workspace.path))
    var edited = file.environment
    edited.variables.append(.init(Row("token", "s3cret-1"), isSecret: true))
    // Another program was faster: the save fails.
    try folder.write("c/environments/dev.yml", "name: dev\nvariables: []\n")
    #expect(throws: WorkspaceError.self) { try workspace.save(edited, to: file) }
    let store = workspace.secretStore(of: workspace.path)
    #expect(try store.values(of: "dev") == [:])
    let fresh = try #require(try workspace.environment(named: "dev", of: workspace.path))
    _ = try workspace.save(edited, to: fresh)
    #expect(try store.values(of: "dev") == ["token": "s3cret-1"])
    #expect(try !folder.readText("c/environments/dev.yml").contains("s3cret"))
  }

  @Test("A value given on the command line for a declared secret is as secret as a stored one, also inside a request")
  func given() throws {
    let folder = try TemporaryDirectory("given")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/environments/dev.yml", "variables:\n  - secret: true\n    name: tok\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  url: http://h/{{tok}}\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let path = workspace.path + "/a.yml"
    let scope = AnswerScope(collection: workspace.path, environment: "dev")
    let inputs = VariableInputs(
      commandLine: [.init("tok", "given-value-1")], runtime: [scope: RuntimeVariables([.init("other", "x")])])
    let context = try workspace.context(for: path, environment: "dev", inputs: inputs)
    let prepared = try PreparedRequest(try workspace.request(at: path).definition, in: context)
    #expect(prepared.redaction.masked(text: prepared.request.url) == "http://h/••••")
    let captured = VariableInputs(runtime: [scope: RuntimeVariables([.init("tok", "captured-1")])])
    let set = try workspace.context(for: path, environment: "dev", inputs: captured)
    #expect(
      try PreparedRequest(try workspace.request(at: path).definition, in: set).redaction.secrets.contains("captured-1"))
  }
}
