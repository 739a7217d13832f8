import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Stored secrets and shared values need consent") struct SecretConsentTests {
  private let sample: ConsentSample

  init() throws {
    sample = try ConsentSample()
    try sample.folder.write(
      "c/environments/local.yml",
      "variables:\n  - {name: base, value: 'https://api.test'}\n  - {name: token, secret: true}\n")
    try sample.workspace.secretStore(of: sample.workspace.path).set(["token": "v4lue-of-token"], of: "local")
  }

  private func definition(_ url: String = "{{base}}/x") -> RequestDefinition {
    RequestDefinition(name: "x", url: url, headers: [Row("Authorization", "Bearer {{token}}")])
  }

  private func refused(_ definition: RequestDefinition) throws -> [UserValueUse] {
    try sample.refused(definition, in: sample.context(environment: "local"))
  }

  @Test("A stored secret is not sent to a new host after a change of the files, until that is allowed")
  func moved() throws {
    let uses = try refused(definition())
    #expect(uses.map(\.source) == [.secret("local/token")] && uses.map(\.receiver) == ["https://api.test"])
    try sample.allow(uses)
    #expect(try refused(definition()).isEmpty)
    try sample.folder.write(
      "c/environments/local.yml",
      "variables:\n  - {name: base, value: 'https://evil.test'}\n  - {name: token, secret: true}\n")
    #expect(try refused(definition()).map(\.receiver) == ["https://evil.test"])
    #expect(try refused(definition("https://api.test/y")).isEmpty)
  }

  @Test("A Host header for another host needs a consent of its own")
  func hostHeader() throws {
    try sample.allow(refused(definition()))
    var other = definition()
    other.headers.append(Row("host", "evil.example"))
    let uses = try refused(other)
    #expect(uses.map(\.receiver) == ["https://api.test (Host: evil.example)"])
    try sample.allow(uses)
    #expect(try refused(other).isEmpty)
    other.headers[1].value = "api.test"
    #expect(try refused(other).isEmpty)
  }

  @Test("A secret that the user names on the command line needs no consent for the server of the request")
  func named() throws {
    var context = try sample.context(environment: "local")
    context.consent?.named = UserValueSource.variables(in: ["Bearer {{token}}"])
    #expect(try sample.refused(definition(), in: context).isEmpty)
    let given = try sample.context(environment: "local", given: ["auth": "Bearer {{token}}"])
    var typed = definition()
    typed.headers = [Row("Authorization", "{{auth}}")]
    #expect(try sample.refused(typed, in: given).isEmpty)
  }

  @Test("Written output with masked secrets needs no consent, except for a short secret that is not masked")
  func written() throws {
    var context = try sample.context(environment: "local")
    context.consent?.masksSecrets = true
    #expect(try sample.refused(definition(), in: context).isEmpty)
    try sample.workspace.secretStore(of: sample.workspace.path).set(["token": "admin"], of: "local")
    var short = try sample.context(environment: "local")
    short.consent?.masksSecrets = true
    #expect(try sample.refused(definition(), in: short).map(\.source) == [.secret("local/token")])
  }

  @Test("A secret in a test stays on this machine, masked, and needs no consent")
  func tests() throws {
    var definition = RequestDefinition(name: "x", url: "https://api.test/x")
    definition.assertions = [Assertion("res.body", "contains", "{{token}}")]
    #expect(try refused(definition).isEmpty)
  }

  @Test("Secrets of a renamed or copied environment may go to the same receivers as before")
  func renamed() throws {
    try sample.allow(refused(definition()))
    let root = sample.workspace.path
    _ = try sample.workspace.duplicateEnvironment("local", of: root, as: "copy")
    _ = try sample.workspace.renameEnvironment("local", of: root, to: "near")
    for name in ["copy", "near"] {
      #expect(try sample.refused(definition(), in: sample.context(environment: name)).isEmpty, "\(name)")
    }
  }

  @Test("The values that a workspace shares reach only a collection that was allowed, wherever it sends them")
  func shared() throws {
    let folder = try TemporaryDirectory("shared")
    for name in ["a", "b"] { try folder.write("w/\(name)/opencollection.yml", "info: {name: \(name)}\n") }
    try folder.write("w/workspace.yml", "collections: [{path: a}, {path: b}]\n")
    try folder.write(
      "w/environments/local.yml", "variables:\n  - {name: host, value: api.test}\n  - {name: key, secret: true}\n")
    try folder.write("w/a/environments/local.yml", "variables: []\n")
    try folder.write("w/b/environments/local.yml", "variables: []\n")
    let workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["key": "v4lue-of-key"], of: "local")
    func refused(_ name: String, _ url: String) throws -> [UserValueUse] {
      let context = try workspace.context(for: folder.path("w/\(name)/x.yml"), environment: "local")
      do throws(SendRefusal) {
        _ = try PreparedRequest(RequestDefinition(name: "x", url: url), in: context)
        return []
      } catch {
        guard case .notAllowed(let uses) = error.problem else { throw error }
        return uses
      }
    }
    let uses = try refused("a", "https://{{host}}/{{key}}")
    #expect(uses.map(\.source) == [.shared, .secret("../local/key")])
    #expect(uses.map(\.receiver) == ["", "https://api.test"])
    try workspace.consents.allow([UserValueUse(.shared, to: "")], for: folder.path("w/a"))
    #expect(try refused("a", "https://other.test/{{host}}").isEmpty)
    #expect(try refused("a", "https://{{host}}/{{key}}").map(\.source) == [.secret("../local/key")])
    #expect(try refused("b", "https://other.test/{{host}}").map(\.source) == [.shared])
  }
}

extension SecretConsentTests {
  @Test("A login page needs consent once, with the token server and the token's receiver, without a user")
  func login() throws {
    var definition = RequestDefinition(name: "x", url: "https://api.test/x")
    definition.authentication = Authentication(
      .oauth2,
      [
        .init("flow", "authorization_code"), .init("accessTokenUrl", "https://id.test/token"),
        .init("authorizationUrl", "https://me:v4lue@id.test/t/authorize?v4lue=1"), .init("credentials.clientId", "me"),
      ])
    let uses = try sample.refused(definition)
    #expect(uses.map(\.source) == [.login("https://id.test/t/authorize")])
    #expect(uses.map(\.receiver) == ["https://id.test, its token to https://api.test"])
    try sample.allow(uses)
    #expect(try sample.refused(definition).isEmpty)
    var moved = definition
    moved.url = "https://evil.test/x"
    #expect(try sample.refused(moved).count == 1)
    moved = definition
    moved.authentication["authorizationUrl"] = "https://id.test/other"
    #expect(try sample.refused(moved).map(\.source) == [.login("https://id.test/other")])
    moved = definition
    moved.authentication["accessTokenUrl"] = "https://evil.test/token"
    #expect(try sample.refused(moved).count == 1)
    definition.authentication["settings.autoFetchToken"] = "false"
    definition.authentication["authorizationUrl"] = "https://id.test/never"
    #expect(try sample.refused(definition).isEmpty)
  }

  @Test("If a collection is or contains the home folder, dot-folders and the state folder are not part of it")
  func home() throws {
    let folder = try TemporaryDirectory("home")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    for path in ["body.json", ".ssh/id", ".netrc", "state/apus/secrets", "sub/.config/x"] {
      try folder.write(path, "x")
    }
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state/apus"))
    let policy = try #require(try workspace.context(for: folder.path("x.yml")).consent)
    #expect(policy.holds(folder.path("body.json")))
    for path in [".ssh/id", ".netrc", "state/apus/secrets", "sub/.config/x"] {
      #expect(!policy.holds(folder.path(path)), "\(path)")
    }
    let elsewhere = try Workspace.open(folder.path, stateFolder: "/nowhere/apus")
    #expect(try elsewhere.context(for: folder.path("x.yml")).consent?.holds(folder.path(".ssh/id")) == true)
  }
}
