import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("The servers that an environment trusts") struct EnvironmentTrustTests {
  private static let one = String(repeating: "01", count: 32)
  private static let two = String(repeating: "02", count: 32)

  private static func certificate(_ digits: String, _ host: String) -> TransferOptions.TrustedCertificate {
    TransferOptions.TrustedCertificate(host: host, sha256: digits)
  }

  private func workspace(_ folder: TemporaryDirectory, _ tls: String = "") throws -> Workspace {
    try folder.write("c/opencollection.yml", "info: {name: Shop}\n")
    try folder.write(
      "c/environments/dev.yml",
      "name: dev # ours\nextensions:\n  apus:\n    protected: false\n\(tls)  other: kept\nvariables: []\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("state"))
  }

  private static let tls = """
        tls:
          # by hand
          trust:
            - "sha256:\(one) a.test:443" # the first
            - sha256:nonsense

    """

  private func prepared(
    _ workspace: Workspace, _ url: String, _ change: (inout SendContext) -> Void = { _ in }
  ) throws -> TransferOptions.TLSOptions? {
    var context = try workspace.context(for: "\(workspace.path)/x.yml", environment: "dev")
    change(&context)
    return try PreparedRequest(RequestDefinition(name: "x", url: url), in: context).request.options.tls
  }

  private func refused(_ workspace: Workspace, _ url: String) throws -> [UserValueUse] {
    do {
      _ = try prepared(workspace, url)
    } catch let error as SendRefusal {
      if case .notAllowed(let uses) = error.problem { return uses }
      Issue.record("\(error)")
    }
    return []
  }

  @Test func `Adding and removing a certificate changes only its line; unreadable entries are kept.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    let before = try folder.readText("c/environments/dev.yml")
    let file = try #require(try workspace.environment(named: "dev", of: workspace.path))
    #expect(file.environment.trust.certificates == [Self.certificate(Self.one, "a.test:443")])
    #expect(file.notices.contains { $0.message.contains("this trusts no certificate") }, "\(file.notices)")
    let added = Self.certificate(Self.two, "b.test:8443")
    _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.trust.certificates.append(added) }
    let after = try folder.readText("c/environments/dev.yml")
    #expect(after.contains(added.text) && after.contains("# by hand") && after.contains("# the first"), "\(after)")
    #expect(after.contains("sha256:nonsense"))
    _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) {
      $0.trust.certificates.removeAll { $0 == added }
    }
    #expect(try folder.readText("c/environments/dev.yml") == before)
  }

  @Test func `The user's own certificate overrides one in the file until that is allowed as well.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    let own = Self.certificate(Self.two, "a.test:443")
    try workspace.consents.allow([UserValueUse(.pin(own.fingerprint), to: own.host)], for: workspace.path)
    #expect(try prepared(workspace, "https://a.test/")?.trusted == [own])
    let named = Self.certificate(Self.one, "a.test:443")
    try workspace.consents.allow([UserValueUse(.certificate(named.fingerprint), to: named.host)], for: workspace.path)
    #expect(try prepared(workspace, "https://a.test/")?.trusted == [own, named])
  }

  @Test func `The first certificate adds its list to the file, and removing the last one removes it.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    let before = try folder.readText("c/environments/dev.yml")
    let added = Self.certificate(Self.two, "b.test:8443")
    _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.trust.certificates = [added] }
    let read = try #require(try workspace.environment(named: "dev", of: workspace.path))
    #expect(read.environment.trust.certificates == [added])
    _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.trust.certificates = [] }
    #expect(try folder.readText("c/environments/dev.yml") == before)
  }

  @Test func `A certificate in a file is trusted only after the user allowed it for its server.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    let uses = try refused(workspace, "https://a.test/x")
    #expect(uses.map(\.source) == [.certificate("sha256:\(Self.one)")])
    #expect(uses.map(\.receiver) == ["a.test:443"] && uses.map(\.place) == ["environment dev"])
    // Other servers do not get it, so no consent is needed for them.
    #expect(try prepared(workspace, "https://b.test/") == nil)
    try workspace.consents.allow(uses, for: workspace.path)
    let trusted = [Self.certificate(Self.one, "a.test:443")]
    #expect(try prepared(workspace, "https://a.test/x")?.trusted == trusted)
    // A redirect may lead there.
    #expect(try prepared(workspace, "https://b.test/")?.trusted == trusted)
  }

  @Test func `A file cannot switch verification off; the user allows it, for one server of one environment.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, "    tls: {verify: false}\n")
    let uses = try refused(workspace, "https://a.test/x")
    #expect(uses.map(\.source) == [.unverified("dev")] && uses.map(\.receiver) == ["a.test:443"])
    try workspace.consents.allow(uses, for: workspace.path)
    let tls = try #require(try prepared(workspace, "https://a.test/x"))
    #expect(tls.unverified == ["a.test:443"] && tls.verifies)
    #expect(try refused(workspace, "https://b.test/").map(\.receiver) == ["b.test:443"])
    #expect(try refused(workspace, "https://a.test:8443/").map(\.receiver) == ["a.test:8443"])
  }

  @Test func `A folder names no authorities without a consent, neither its own nor those of a file outside it.`() throws
  {
    let folder = try TemporaryDirectory("trust")
    try folder.write("outside/ca.pem", "outside")
    for path in ["ca.pem", "../outside/ca.pem", folder.path("outside/ca.pem")] {
      let workspace = try workspace(folder, "    tls: {ca: '\(path)'}\n")
      try folder.write("c/ca.pem", "own")
      let uses = try refused(workspace, "https://a.test/x")
      #expect(uses.count == 1 && uses.first?.source.kind == .authorities && uses.first?.receiver == "a.test:443")
      #expect(
        uses.first?.shown.hasPrefix(path == "ca.pem" ? "\(workspace.path)/ca.pem" : folder.path("outside")) == true)
      // Without TLS, no server is trusted.
      #expect(try prepared(workspace, "http://a.test/") == nil)
      try workspace.consents.allow(uses, for: workspace.path)
      #expect(try prepared(workspace, "https://a.test/x")?.authorities.keys.sorted() == ["a.test:443"])
      #expect(try prepared(workspace, "https://a.test/x")?.caFile == nil)
      #expect(try refused(workspace, "https://b.test/").map(\.receiver) == ["b.test:443"])
      try folder.write(path == "ca.pem" ? "c/ca.pem" : "outside/ca.pem", "other \(path)")
      #expect(try refused(workspace, "https://a.test/x").count == 1, "what is in the file is part of the consent")
    }
  }

  @Test func `An unreadable file of authorities refuses the send with its location.`() throws {
    let folder = try TemporaryDirectory("trust")
    for path in ["nowhere.pem", "environments"] {
      let workspace = try workspace(folder, "    tls: {ca: \(path)}\n")
      let error = #expect(throws: SendRefusal.self) { try prepared(workspace, "https://a.test/") }
      #expect(error?.description.contains("extensions.apus.tls.ca") == true, "\(String(describing: error))")
    }
  }

  @Test func `Setting, changing and removing the file of authorities changes only its line.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    let before = try folder.readText("c/environments/dev.yml")
    for path in ["certs/dev.pem", "other.pem", nil] {
      _ = try workspace.changeEnvironment(named: "dev", of: workspace.path) { $0.trust.authorities = path }
      let file = try #require(try workspace.environment(named: "dev", of: workspace.path))
      #expect(file.environment.trust.authorities == path)
    }
    #expect(try folder.readText("c/environments/dev.yml") == before)
  }

  @Test func `A file cannot ask for an insecure TLS version.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder)
    for (written, limit) in [("'1.2'", TLSLimit.tls12), ("1.3", .tls13), ("1.0", nil), ("'1.1'", nil)] {
      try folder.write(
        "c/x.yml",
        "info: {name: x, type: http}\nhttp: {method: GET, url: 'https://a.test'}\nsettings: {minTls: \(written)}\n")
      let file = try workspace.request(at: "\(workspace.path)/x.yml")
      #expect(file.definition.settings.minimumTLS == limit, "\(written)")
    }
  }

  @Test func `The user's own list needs no file, and takes precedence over files for its server.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    try workspace.consents.allow(
      [UserValueUse(.pin("sha256:\(Self.two)"), to: "a.test:443")], for: workspace.path)
    #expect(try prepared(workspace, "https://a.test/x")?.trusted == [Self.certificate(Self.two, "a.test:443")])
    // An entry that was edited by hand trusts no server.
    let list = try folder.readText("state/allowed.json")
    try folder.write("state/allowed.json", list.replacingOccurrences(of: Self.two, with: Self.one))
    #expect(try refused(workspace, "https://a.test/x").count == 1)
  }

  @Test func `Trust options of the command line take precedence, and no consent is asked for.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    for given in [TransferOptions.TLSOptions(verifies: false), .init(caFile: "/ca.pem")] {
      let tls = try prepared(workspace, "https://a.test/x") { $0.options.tls = given }
      #expect(tls == given)
    }
    try workspace.consents.allow(
      [UserValueUse(.certificate("sha256:\(Self.one)"), to: "a.test:443")], for: workspace.path)
    let both = try prepared(workspace, "https://a.test/x") { $0.options.tls = .init(certificateFile: "/me.pem") }
    #expect(both?.certificateFile == "/me.pem" && both?.trusted.count == 1)
  }

  @Test func `Trust settings are not values of the user's and are not searched for in answers.`() throws {
    let folder = try TemporaryDirectory("trust")
    let workspace = try workspace(folder, Self.tls)
    try workspace.consents.allow(
      [UserValueUse(.certificate("sha256:\(Self.one)"), to: "a.test:443")], for: workspace.path)
    let context = try workspace.context(for: "\(workspace.path)/x.yml", environment: "dev")
    let made = try PreparedRequest(RequestDefinition(name: "x", url: "https://a.test/"), in: context)
    #expect(made.outside.isEmpty && context.userTexts(sent: []).isEmpty)
  }
}
