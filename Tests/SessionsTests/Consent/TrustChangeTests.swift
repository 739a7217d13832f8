import Networking
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Changes of trust") struct TrustChangeTests {
  private static func certificate(_ pair: String, _ host: String = "a.test:443") -> TransferOptions.TrustedCertificate {
    TransferOptions.TrustedCertificate(host: host, sha256: String(repeating: pair, count: 32))
  }

  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info: {name: Shop}\n")
    try folder.write("c/environments/dev.yml", "# ours\nname: dev\nvariables: []\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func trusted(_ workspace: Workspace, _ environment: String?) throws -> [TransferOptions.TrustedCertificate] {
    let context = try workspace.context(for: "\(workspace.path)/x.yml", environment: environment)
    let definition = RequestDefinition(name: "x", url: "https://a.test/")
    return try PreparedRequest(definition, in: context).request.options.tls?.trusted ?? []
  }

  @Test(arguments: ["dev", nil])
  func `Trust applies immediately, replaces the old, and is undone completely.`(
    environment: String?
  ) throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    let text = try folder.readText("c/environments/dev.yml")
    func change(_ certificate: TransferOptions.TrustedCertificate) throws -> TrustChange {
      try TrustChange(collection: workspace.path, environment: environment, added: [certificate])
        .apply(in: workspace)
    }
    let first = try change(Self.certificate("01"))
    let other = try change(Self.certificate("03", "b.test:443"))
    #expect(first.removed.isEmpty && other.removed.isEmpty)
    let second = try change(Self.certificate("02"))
    #expect(second.removed == [Self.certificate("01")])
    #expect(Set(try trusted(workspace, environment)) == [Self.certificate("02"), other.added[0]])
    if environment == nil { #expect(try folder.readText("c/environments/dev.yml") == text) }

    _ = try second.inverse.apply(in: workspace)
    #expect(Set(try trusted(workspace, environment)) == [Self.certificate("01"), other.added[0]])
    _ = try second.apply(in: workspace)
    #expect(Set(try trusted(workspace, environment)) == [Self.certificate("02"), other.added[0]])
    for step in [second, other, first] { _ = try step.inverse.apply(in: workspace) }
    #expect(try trusted(workspace, environment).isEmpty)
    #expect(try folder.readText("c/environments/dev.yml") == text)
    #expect(try workspace.consents.records(of: workspace.path).isEmpty)
  }

  @Test func `Undoing a change does not allow certificates that the user never allowed.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    let strangers = Self.certificate("66")
    _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.trust.certificates = [strangers] }
    let text = try folder.readText("c/environments/dev.yml")
    let change = try TrustChange(
      collection: workspace.path, environment: "dev", added: [Self.certificate("01")]
    ).apply(in: workspace)
    #expect(change.removed == [strangers] && change.onlyNamed == [strangers])
    for _ in 0..<2 {
      #expect(try trusted(workspace, "dev") == [Self.certificate("01")])
      _ = try change.inverse.apply(in: workspace)
      #expect(try folder.readText("c/environments/dev.yml") == text)
      #expect(try workspace.consents.records(of: workspace.path).isEmpty)
      #expect(throws: SendRefusal.self) { try trusted(workspace, "dev") }
      _ = try change.inverse.inverse.apply(in: workspace)
    }
  }

  @Test func `Without the environment, a change is rejected and nothing is allowed.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    let change = TrustChange(collection: workspace.path, environment: "no", added: [Self.certificate("01")])
    #expect(throws: WorkspaceError.self) { try change.apply(in: workspace) }
    #expect(try workspace.consents.records(of: workspace.path).isEmpty)
  }
}
