import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Environments as items") struct EnvironmentItemTests {
  private static let text =
    "# shared\nname: dev\nvariables:\n  - name: a # first\n    value: \"1\"\n  - secret: true\n    name: token\nx-own: kept\n"

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", Self.text)
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["token": "s3cret"], of: "dev")
    return workspace
  }

  @Test("A copied or renamed environment keeps comments, unknown keys and secrets; an existing name is refused")
  func copyAndRename() throws {
    let folder = try TemporaryDirectory("environments")
    let workspace = try workspace(folder)
    let copy = try workspace.duplicateEnvironment("dev", of: workspace.path, as: "test")
    #expect(String(decoding: copy.file.bytes, as: UTF8.self) == Self.text.replacingOccurrences(of: "dev", with: "test"))
    #expect(copy.file.environment.variables.map(\.row.value) == ["1", "s3cret"])
    #expect(throws: WorkspaceError.self) { try workspace.duplicateEnvironment("dev", of: workspace.path, as: "Test") }
    #expect(throws: WorkspaceError.self) { try workspace.renameEnvironment("dev", of: workspace.path, to: "test") }
    #expect(throws: WorkspaceError.self) { try workspace.renameEnvironment("no", of: workspace.path, to: "x") }
    let renamed = try workspace.renameEnvironment("test", of: workspace.path, to: "stage")
    #expect(renamed.file.environment.variables.map(\.row.value) == ["1", "s3cret"])
    #expect(workspace.environmentNames(of: workspace.path) == ["dev", "stage"])
    #expect(try workspace.secretStore(of: workspace.path).environments().sorted() == ["dev", "stage"])
  }

  @Test("A deleted environment is restored completely, and its secrets are removed when the trash is emptied")
  func delete() throws {
    let folder = try TemporaryDirectory("environments")
    let workspace = try workspace(folder)
    let gone = try workspace.deleteEnvironment("dev", of: workspace.path)
    #expect(workspace.environmentNames(of: workspace.path).isEmpty)
    try workspace.emptyTrash()
    try workspace.perform(gone.undo)
    let file = try #require(try workspace.environment(named: "dev", of: workspace.path))
    #expect(file.environment.variables.last?.row.value == "s3cret")
    _ = try workspace.deleteEnvironment("dev", of: workspace.path)
    try workspace.emptyTrash(now: Date().addingTimeInterval(31 * 86_400))
    #expect(try workspace.secretStore(of: workspace.path).environments().isEmpty)
  }

  @Test func `The secrets of a deleted collection are kept as long as it is in the trash.`() throws {
    let folder = try TemporaryDirectory("environments")
    for name in ["gone", "again", "stays"] { try folder.write("\(name)/opencollection.yml", "info: {name: \(name)}\n") }
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    func environments(_ name: String) throws -> [String] {
      try workspace.secretStore(of: "\(workspace.path)/\(name)").environments()
    }
    let dev = Environment(name: "dev", variables: [.init(Row("token", "s3cret"), isSecret: true)])
    for name in ["gone", "again", "stays"] {
      _ = try workspace.createEnvironment(dev, of: "\(workspace.path)/\(name)")
    }
    for name in ["gone", "again"] { _ = try workspace.delete("\(workspace.path)/\(name)") }
    try workspace.emptyTrash()
    #expect(try environments("gone") == ["dev"])
    // Another collection was created in place of one of them.
    try folder.write("again/opencollection.yml", "info: {name: again}\n")
    try folder.write("again/environments/dev.yml", "name: dev\nvariables: [{name: token, secret: true}]\n")
    try workspace.emptyTrash(now: Date().addingTimeInterval(31 * 86_400))
    #expect(try environments("gone").isEmpty)
    #expect(try environments("again") == ["dev"] && environments("stays") == ["dev"])
  }

  @Test("Two environments are compared variable by variable")
  func comparison() {
    let left = Environment(
      name: "l",
      variables: [.init(Row("a", "1")), .init(Row("b", "1")), .init(Row("c", "1")), .init(Row("d", "1"))])
    let right = Environment(
      name: "r",
      variables: [.init(Row("b", "2")), .init(Row("a", "1")), .init(Row("c", "1", isEnabled: false)), .init(Row("e"))])
    let comparison = EnvironmentComparison(left, right)
    #expect(comparison.lines.map(\.name) == ["a", "b", "c", "d", "e"])
    #expect(comparison.lines.map(\.difference) == [.same, .value, .state, .onlyLeft, .onlyRight])
    #expect(EnvironmentComparison(left, left).lines.allSatisfy { $0.difference == .same })
  }

  @Test("A secret value is found however it is quoted, unless the old text contained it")
  func secretsInFile() throws {
    let folder = try TemporaryDirectory("environments")
    let workspace = try workspace(folder)
    try workspace.secretStore(of: workspace.path).set(["token": "a\"b\\c"], of: "dev")
    let path = folder.path("x.yml")
    let quoted = Array("info: {name: \"x a\\\"b\\\\c y\"}\n".utf8)
    #expect(try workspace.secretsInFile(quoted, at: path) == ["token"])
    #expect(try workspace.secretsInFile(quoted, at: path, before: quoted).isEmpty)
    #expect(
      try workspace.secretsInFile(Array("v: fromcommand\n".utf8), at: path, alsoKnown: ["k": "fromcommand"]) == ["k"])
    let key = "-----BEGIN KEY-----\nAbc9\n  def8\n-----END KEY-----"
    let block = Array("v: |\n    -----BEGIN KEY-----\n    Abc9\n      def8\n    -----END KEY-----\n".utf8)
    #expect(try workspace.secretsInFile(block, at: path, alsoKnown: ["k": key]) == ["k"])
    let definition = RequestDefinition(name: "n", url: "http://h/?t=fromcommand")
    let refused = #expect(throws: WorkspaceError.self) {
      try workspace.createRequest(definition, in: workspace.path, options: SaveOptions(secrets: ["k": "fromcommand"]))
    }
    guard case .secretsWouldBeWritten = refused else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(workspace.tree().collections.first?.requests.isEmpty == true)
  }

  @Test("An edit of an environment without a name inside does not write one")
  func unnamed() throws {
    let folder = try TemporaryDirectory("environments")
    let workspace = try workspace(folder)
    let text = "variables:\n  - name: a\n    value: \"1\"\n"
    try folder.write("environments/plain.yml", text)
    let file = try #require(try workspace.environment(named: "plain", of: workspace.path))
    var edited = file.environment
    edited.variables[0].row.value = "2"
    let saved = try workspace.save(edited, to: file)
    #expect(String(decoding: saved.file.bytes, as: UTF8.self) == text.replacingOccurrences(of: "1", with: "2"))
  }
}
