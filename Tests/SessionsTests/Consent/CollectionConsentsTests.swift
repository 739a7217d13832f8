import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Consents of a workspace") struct CollectionConsentsTests {
  /// Two collections whose requests would send a process variable.
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    for name in ["one", "two"] {
      try folder.write("\(name)/opencollection.yml", "info: {name: \(name)}\n")
      for request in ["a", "b"] {
        try folder.write(
          "\(name)/\(request).yml",
          "info: {name: \(request), type: http}\nhttp: {method: GET, url: 'http://h.test/?k={{process.env.TOKEN}}'}\n")
      }
    }
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func plan(_ path: String, in workspace: Workspace) throws -> SendPlan {
    let inputs = VariableInputs(process: ["TOKEN": "t0ken"])
    let context = try workspace.context(for: path, environment: nil, inputs: inputs)
    return SendPlan(
      definition: try workspace.request(at: path).definition, context: context, workspace: workspace,
      requestID: workspace.requestID(of: path))
  }

  @Test("The uses of requests are found once per collection, allowed, and not asked for again")
  func whatRequestsWould() throws {
    let folder = try TemporaryDirectory("consents")
    let workspace = try workspace(folder)
    let consents = CollectionConsents(workspace)
    let paths = ["one/a.yml", "one/b.yml", "two/a.yml"].map { "\(workspace.path)/\($0)" }
    var asked: [CollectionConsents.Asked] = []
    for path in paths { asked.add(try consents.unallowed(by: try plan(path, in: workspace), at: path)) }
    #expect(asked.map(\.requestID) == ["a", "a"])
    #expect(asked.map(\.collection) == ["\(workspace.path)/one", "\(workspace.path)/two"])
    for asked in asked { try consents.allow([asked.use], for: asked.collection) }
    for path in paths { #expect(try consents.unallowed(by: try plan(path, in: workspace), at: path).isEmpty) }
  }

  @Test("The secrets that scripts of a request read by name are found with their place; those that they set are not")
  func secretsOfScripts() throws {
    let folder = try TemporaryDirectory("consents")
    try folder.write(
      "opencollection.yml",
      "info: {name: C}\nrequest:\n  scripts: [{type: tests, code: \"pm.expect(pm.environment.get('made'))\"}]\n")
    try folder.write(
      "environments/dev.yml",
      """
      variables:
        - {secret: true, name: token}
        - {secret: true, name: other}
        - {secret: true, name: made, command: echo c0mmand}
        - {name: plain, value: x}

      """)
    try folder.write(
      "get.yml",
      """
      info: {name: Get, type: http}
      http: {method: GET, url: "http://h.test/"}
      runtime:
        scripts:
          - type: before-request
            code: |-
              bru.setEnvVar("other", bru.getEnvVar("token") + bru.getEnvVar("plain"));

      """)
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    try workspace.secretStore(of: workspace.path).set(["token": "s3cret-1", "other": "s3cret-2"], of: "dev")
    let path = folder.path("get.yml")
    let plan = SendPlan(
      definition: try workspace.request(at: path).definition,
      context: try workspace.context(for: path, environment: "dev"), workspace: workspace, requestID: "get")
    let consents = CollectionConsents(workspace)
    let asked = try consents.unallowed(by: plan, at: path)
    #expect(asked.map(\.use.source) == [.secret("token", of: "dev"), .command("echo c0mmand")])
    #expect(asked.map(\.use.place) == ["get.yml:7", "opencollection.yml:3"])
    #expect(asked.allSatisfy { $0.use.receiver == UserValueUse.scripts })
    for asked in asked { try consents.allow([asked.use], for: asked.collection) }
    #expect(try consents.unallowed(by: plan, at: path).isEmpty)
  }

  @Test("A path selects its collection; without one all are selected")
  func aPathMeans() throws {
    let folder = try TemporaryDirectory("consents")
    let workspace = try workspace(folder)
    let use = UserValueUse(.variable("TOKEN"), to: "http://h.test")
    let all = CollectionConsents(workspace)
    for collection in all.collections { try all.allow([use], for: collection) }
    #expect(try all.records().map(\.collection) == ["\(workspace.path)/one", "\(workspace.path)/two"])
    let one = try #require(CollectionConsents(workspace, at: folder.path("one/a.yml")))
    #expect(one.collections == ["\(workspace.path)/one"])
    #expect(try one.revoke([.variable("OTHER")], to: nil) == 0)
    #expect(try one.revoke([.variable("TOKEN")], to: "http://h.test") == 1)
    #expect(try all.records().map(\.collection) == ["\(workspace.path)/two"])
    #expect(try all.revoke([], to: nil) == 1)
  }
}
