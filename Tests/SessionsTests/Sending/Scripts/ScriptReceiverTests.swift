import Basics
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Servers of requests that scripts change") struct ScriptReceiverTests {
  private static let place = ScriptPlace(phase: "before-request", file: "users/get.yml", line: 7)

  /// Scripts before `users/get` that do one thing.
  private func engine(
    _ change: @escaping @Sendable (ScriptJob, inout ScriptOutcome, ScriptRunning.Answering) async -> Void
  ) -> ScriptRunning {
    SampleEngine().running { job, _, answering in
      var outcome = ScriptOutcome()
      guard job.response == nil, job.scripts.contains(where: { $0.code == "request()" }) else { return outcome }
      await change(job, &outcome, answering)
      return outcome
    }
  }

  private func uses(_ received: Received) -> [UserValueUse] {
    guard case .notAllowed(let uses) = received.refusal?.problem else { return [] }
    return uses
  }

  @Test("A changed URL with another server needs the user's permission, and nothing is sent without it")
  func changedURL() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    net.scripts.withLock {
      $0 = engine { job, outcome, _ in
        outcome.request = job.request
        outcome.request?["url"] = "https://evil.test/?s=1"
      }
    }
    let plan = try workspace.plan("users/get")
    let refused = await net.session(workspace).received(plan)
    #expect(uses(refused).map(\.source) == [.scriptOrigin("https://evil.test")])
    #expect(net.asked.withLock { $0.isEmpty })
    guard case .consent(let asked) = await net.session(workspace, .init(asks: true)).received(plan).question else {
      Issue.record("not asked")
      return
    }
    try workspace.consents.allow(asked, for: workspace.path)
    _ = await net.session(workspace).received(plan)
    #expect(net.asked.withLock { $0 } == ["GET https://evil.test/?s=1"])
  }

  @Test("A changed Host header needs permission like a changed URL", arguments: ["Host", "hOST"])
  func changedHostHeader(_ name: String) async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    let host = Mutex("internal.test")
    net.scripts.withLock {
      $0 = engine { job, outcome, _ in
        outcome.request = job.request
        outcome.request?["headers"] = [["key": .string(name), "value": .string(host.withLock { $0 })]]
      }
    }
    let plan = try workspace.plan("users/get")
    #expect(uses(await net.session(workspace).received(plan)).map(\.source) == [.scriptOrigin("https://internal.test")])
    // Servers read such a text in different ways.
    host.withLock { $0 = "api.test#.internal.test" }
    #expect(!uses(await net.session(workspace).received(plan)).isEmpty && net.asked.withLock { $0.isEmpty })
    host.withLock { $0 = "API.test:443" }
    #expect(await net.session(workspace).received(plan).answer != nil)
  }

  @Test("An unchanged Host header needs no permission, and one of a variable that a script has set does")
  func ownHostHeader() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try folder.write(
      "c/named.yml",
      """
      info: {name: Named, type: http}
      http: {method: GET, url: 'https://{{host}}/', headers: [{name: Host, value: 'one{{step}}.test'}]}
      """)
    try workspace.allowScripts()
    let changes = Mutex<[ScriptChange]>([])
    net.scripts.withLock {
      $0 = SampleEngine().running { _, _, _ in
        var outcome = ScriptOutcome()
        outcome.changes = changes.withLock { $0 }
        return outcome
      }
    }
    #expect(await net.session(workspace).received(try workspace.plan("named")).answer != nil)
    changes.withLock { $0 = [ScriptChange(.environment, "step", "2", place: Self.place)] }
    let refused = await net.session(workspace).received(try workspace.plan("named"))
    #expect(uses(refused).map(\.source) == [.scriptOrigin("https://one2.test")])
  }

  @Test("Neither a Host header nor a login takes a send of a script to another server")
  func sendsElsewhere() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    let headers: JSONValue = ["headers": [["key": "Host", "value": "internal.test"]]]
    let auth: JSONValue = [
      "auth": [
        "type": "oauth2",
        "oauth2": [
          ["key": "flow", "value": "client_credentials"], ["key": "clientId", "value": "me"],
          ["key": "accessTokenUrl", "value": "https://evil.test/"],
        ],
      ]
    ]
    for (more, origin) in [(headers, "https://internal.test"), (auth, "https://evil.test")] {
      net.scripts.withLock {
        $0 = engine { _, _, answering in
          var request = more
          (request["method"], request["url"]) = ("GET", "https://api.test/")
          _ = await answering(["ask": "send", "request": request])
        }
      }
      let received = await net.session(workspace).received(try workspace.plan("users/get"))
      #expect(uses(received).map(\.source) == [.scriptOrigin(origin)] && net.asked.withLock { $0.isEmpty })
    }
  }

  @Test("A changed URL with a server of the collection needs no permission")
  func ownServer() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try folder.write("c/other.yml", "info: {name: Other, type: http}\nhttp: {method: GET, url: 'https://two.test/'}\n")
    try workspace.allowScripts()
    net.scripts.withLock {
      $0 = engine { job, outcome, _ in
        outcome.request = job.request
        outcome.request?["url"] = "https://two.test/changed"
      }
    }
    _ = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(net.asked.withLock { $0 } == ["GET https://two.test/changed"])
  }

  @Test("A host variable that a script has set needs permission, in later requests too")
  func changedHost() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    net.scripts.withLock {
      $0 = engine { _, outcome, _ in
        outcome.changes = [ScriptChange(.environment, "host", "evil.test", place: Self.place)]
      }
    }
    let session = net.session(workspace)
    for id in ["users/get", "plain"] {
      let received = await session.received(try workspace.plan(id))
      #expect(uses(received).map(\.source) == [.scriptOrigin("https://evil.test")], "\(id)")
    }
    #expect(net.asked.withLock { $0.isEmpty })
  }

  @Test("A script cannot send to a server that it has put into a host variable before")
  func sendsToChangedHost() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    let answer = Mutex<JSONValue?>(nil)
    net.scripts.withLock {
      $0 = SampleEngine().running { job, _, answering in
        var outcome = ScriptOutcome()
        switch job.scripts.first?.code {
        case "after()": outcome.changes = [ScriptChange(.environment, "host", "evil.test", place: Self.place)]
        case "tests()":
          let ask: JSONValue = [
            "ask": "send", "request": ["method": "GET", "url": "https://evil.test/", "headers": []],
          ]
          let found = await answering(ask).json
          answer.withLock { $0 = found }
        default: break
        }
        return outcome
      }
    }
    _ = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(answer.withLock { $0?["error"] } != nil)
    #expect(net.asked.withLock { $0 } == ["GET https://api.test/users"])
  }

  @Test("A login server that a script has set needs permission")
  func changedLogin() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    net.scripts.withLock {
      $0 = engine { job, outcome, _ in
        outcome.request = job.request
        outcome.request?["auth"] = [
          "type": "oauth2",
          "oauth2": [
            ["key": "flow", "value": "client_credentials"], ["key": "clientId", "value": "me"],
            ["key": "accessTokenUrl", "value": "https://evil.test/?s=1"],
          ],
        ]
      }
    }
    let received = await net.session(workspace).received(try workspace.plan("users/get"))
    #expect(uses(received).map(\.source) == [.scriptOrigin("https://evil.test")])
    #expect(net.asked.withLock { $0.isEmpty })
  }

  @Test("A value that a script has read goes to no server that the user did not allow for it")
  func readValue() async throws {
    let folder = try TemporaryDirectory("scripts")
    let (workspace, net) = (try folder.scriptedWorkspace(), Net())
    try workspace.allowScripts()
    try workspace.consents.allow(
      [UserValueUse(.variable("CLOUD_SECRET"), to: UserValueUse.scripts)], for: workspace.path)
    net.scripts.withLock {
      $0 = engine { job, outcome, answering in
        let value = await answering(["ask": "process", "name": "CLOUD_SECRET"]).json["value"]?.string ?? "?"
        outcome.request = job.request
        outcome.request?["headers"] = [["key": "X", "value": .string("is " + value)]]
      }
    }
    var plan = try workspace.plan("users/get")
    let path = try #require(workspace.path(ofRequest: "users/get", in: workspace.path))
    plan.context = try workspace.context(
      for: path, environment: "dev", inputs: VariableInputs(process: ["CLOUD_SECRET": "v4lue-of-mine"]))
    let found = uses(await net.session(workspace).received(plan))
    #expect(found.map(\.source) == [.variable("CLOUD_SECRET")] && found.map(\.receiver) == ["https://api.test"])
    #expect(net.asked.withLock { $0.isEmpty })
    try workspace.consents.allow(found, for: workspace.path)
    #expect(await net.session(workspace).received(plan).answer != nil)
  }
}
