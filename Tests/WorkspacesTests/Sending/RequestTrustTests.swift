import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The servers that a request, a folder or a collection trusts") struct RequestTrustTests {
  private static let one = String(repeating: "01", count: 32)
  private static let two = String(repeating: "02", count: 32)

  private func workspace(
    _ folder: TemporaryDirectory, request: String = "", inner: String = "", environment: String = "",
    collection: String = ""
  ) throws -> Workspace {
    func file(_ head: String, _ tls: String) -> String {
      head + (tls.isEmpty ? "" : "extensions:\n  apus:\n    tls: \(tls)\n")
    }
    try folder.write("c/opencollection.yml", file("info: {name: Shop}\n", collection))
    try folder.write("c/users/folder.yml", file("info: {name: Users, type: folder}\n", inner))
    try folder.write("c/environments/dev.yml", file("name: dev\nvariables: []\n", environment))
    let head = "info: {name: Get, type: http}\nhttp: {method: GET, url: 'https://a.test/'}\n"
    try folder.write("c/users/get.yml", file(head, request))
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private func prepared(
    _ workspace: Workspace, _ url: String = "https://a.test/", _ change: (inout SendContext) -> Void = { _ in }
  ) throws -> TransferOptions.TLSOptions? {
    let path = "\(workspace.path)/users/get.yml"
    var definition = try workspace.request(at: path).definition
    definition.url = url
    var context = try workspace.context(for: path, environment: "dev")
    change(&context)
    return try PreparedRequest(definition, in: context).request.options.tls
  }

  private func refused(_ workspace: Workspace, _ url: String = "https://a.test/") throws -> [UserValueUse] {
    do {
      _ = try prepared(workspace, url)
    } catch let error as SendRefusal {
      if case .notAllowed(let uses) = error.problem { return uses }
      Issue.record("\(error)")
    }
    return []
  }

  @Test func `No file of a collection can switch verification off; the user must allow it, for one server.`() throws {
    let off = "{verify: false}"
    for (index, place) in ["request Get", "folder Users", "collection Shop"].enumerated() {
      let folder = try TemporaryDirectory("trust")
      let workspace = try workspace(
        folder, request: index == 0 ? off : "", inner: index == 1 ? off : "", collection: index == 2 ? off : "")
      let uses = try refused(workspace)
      #expect(uses.map(\.source) == [.unverifiedRequests] && uses.map(\.receiver) == ["a.test:443"])
      #expect(uses.map(\.place) == [place])
      // Consent for an environment does not include it.
      try workspace.consents.allow([UserValueUse(.unverified("dev"), to: "a.test:443")], for: workspace.path)
      #expect(try refused(workspace).count == 1)
      try workspace.consents.allow(uses, for: workspace.path)
      let tls = try #require(try prepared(workspace))
      #expect(tls.unverified == ["a.test:443"] && tls.verifies)
      #expect(try refused(workspace, "https://b.test/").map(\.receiver) == ["b.test:443"])
      #expect(try prepared(workspace, "http://a.test/")?.verifies != false)
    }
  }

  @Test func `The innermost level that sets verification takes precedence.`() throws {
    let folder = try TemporaryDirectory("trust")
    // A request that verifies needs no consent, whatever its outer levels set.
    var workspace = try workspace(folder, request: "{verify: true}", environment: "{verify: false}")
    #expect(try prepared(workspace)?.unverified.isEmpty != false)
    workspace = try self.workspace(folder, environment: "{verify: false}", collection: "{verify: true}")
    #expect(try refused(workspace).map(\.source) == [.unverified("dev")])
    workspace = try self.workspace(folder, inner: "{verify: false}", environment: "{verify: true}")
    #expect(try refused(workspace).map(\.place) == ["folder Users"])
    // Authorities have no effect without verification.
    try folder.write("c/ca.pem", "authorities")
    workspace = try self.workspace(folder, inner: "{ca: ca.pem}", environment: "{verify: false}")
    #expect(try refused(workspace).map(\.source.kind) == [.authorities])
    // They apply if the request enables verification.
    workspace = try self.workspace(folder, request: "{verify: true}", environment: "{ca: ca.pem}")
    #expect(try refused(workspace).map(\.place) == ["environment dev"])
  }

  @Test func `Certificates of all levels are trusted; for one server, those of the innermost.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(
      folder, request: "{trust: ['sha256:\(Self.one) a.test:443']}",
      environment: "{trust: ['sha256:\(Self.two) a.test:443', 'sha256:\(Self.two) b.test:443']}")
    let uses = try refused(workspace)
    #expect(uses.map(\.source) == [.certificate("sha256:\(Self.one)")] && uses.map(\.place) == ["request Get"])
    try workspace.consents.allow(
      uses + [UserValueUse(.certificate("sha256:\(Self.two)"), to: "b.test:443")], for: workspace.path)
    let trusted = try #require(try prepared(workspace)).trusted
    #expect(trusted.map(\.text) == ["sha256:\(Self.one) a.test:443", "sha256:\(Self.two) b.test:443"])
  }

  @Test func `A revocation list must be in the collection, and is reported with its location.`() throws {
    let folder = try TemporaryDirectory("trust")
    try folder.write("outside.pem", "list")
    try folder.write("c/crl.pem", "list")
    var workspace = try workspace(folder, environment: "{crl: crl.pem}")
    #expect(try prepared(workspace)?.revocationList == "\(workspace.path)/crl.pem")
    // Options of the command line take precedence; they do not disappear with verification.
    let unverified = try prepared(workspace) { $0.options.tls = TransferOptions.TLSOptions(verifies: false) }
    #expect(unverified?.revocationList == "\(workspace.path)/crl.pem")
    let named = try prepared(workspace) { context in
      var given = TransferOptions.TLSOptions()
      given.revocationList = "/mine.pem"
      context.options.tls = given
    }
    #expect(named?.revocationList == "/mine.pem")
    try folder.link("c/link.pem", to: folder.path("outside.pem"))
    for (path, words) in [
      ("../outside.pem", "outside the collection"), ("link.pem", "outside the collection"),
      ("nowhere.pem", "extensions.apus.tls.crl"), ("users", "extensions.apus.tls.crl"),
    ] {
      workspace = try self.workspace(folder, request: "{crl: \(path)}")
      let error = #expect(throws: SendRefusal.self) { try prepared(workspace) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
      #expect(error?.place == "request Get")
    }
  }

  @Test func `Trust settings are written into the file in their own lines, and removed with them.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    let trust = ServerTrust(
      verifies: false, certificates: [TransferOptions.TrustedCertificate(host: "a.test:443", sha256: Self.one)],
      authorities: "ca.pem", revocations: "crl.pem")
    for path in ["users/get.yml", "users/folder.yml", "opencollection.yml"] {
      let before = try folder.readText("c/" + path)
      let file = try workspace.request(at: folder.path("c/" + path))
      var definition = file.definition
      definition.trust = trust
      let saved = try workspace.save(definition, to: file).file
      #expect(saved.definition.trust == trust, "\(path)")
      let text = try folder.readText("c/" + path)
      #expect(text.hasPrefix(before) && text.contains("verify: false") && text.contains("ca: ca.pem"), "\(text)")
      definition.trust = ServerTrust()
      _ = try workspace.save(definition, to: saved)
      #expect(try folder.readText("c/" + path) == before)
    }
  }

  @Test func `An invalid value is reported and has no effect.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, request: "{verify: 'off', trust: [nonsense]}")
    let file = try workspace.request(at: folder.path("c/users/get.yml"))
    #expect(file.definition.trust.isEmpty)
    #expect(file.notices.contains { $0.message.contains("verify is not true or false") }, "\(file.notices)")
    #expect(file.notices.contains { $0.message.contains("this trusts no certificate") })
  }

  @Test func `A repeated exchange trusts the same servers as its request.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, inner: "{verify: false}")
    let context = try workspace.context(for: "\(workspace.path)/users/get.yml", environment: "dev")
    let levels = context.inheriting(.way).trustLevels(of: RequestDefinition(name: "x"))
    #expect(levels.map(\.place) == [.folder("Users")])
    #expect(context.inheriting(.nothing).trustLevels(of: RequestDefinition(name: "x")).isEmpty)
  }
}
