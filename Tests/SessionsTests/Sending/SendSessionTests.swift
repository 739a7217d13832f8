import Basics
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Sends of one session") struct SendSessionTests {
  private func workspace(_ folder: TemporaryDirectory, protected: Bool = false) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "environments/dev.yml", "variables:\n  - name: h\n    value: http://h\nprotected: \(protected)\n")
    try folder.write(
      "u/login.yml",
      "info: {name: Login, type: http}\nhttp: {method: POST, url: '{{h}}/login'}\nruntime:\n  actions:\n    - {type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, variable: {name: token, scope: runtime}}\n"
    )
    try folder.write(
      "u/me.yml",
      "info: {name: Me, type: http}\nhttp:\n  method: GET\n  url: '{{h}}/me'\n  headers:\n    - {name: A, value: 'Bearer {{u/login | $.token | 10m}}'}\nruntime:\n  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n"
    )
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/{{b | $.token}}'}\n")
    try folder.write("b.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: 'http://h/{{a | $.token}}'}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("A request with a missing answer is sent first, once, and its captures stay for the next")
  func chain() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let received = await session.received(try workspace.plan("u/me"))
    let send = try #require(received.send)
    #expect(send.resent == ["u/login"])
    #expect(send.prepared.request.headers["A"] == "Bearer tok-1")
    #expect(send.prepared.redaction.secrets.contains("tok-1"))
    #expect(received.answer?.checks.assertions.map(\.passed) == [true])
    #expect(received.answer?.record.assertions.count == 1 && received.answer?.record.requestID == "u/me")
    #expect(session.runtime(in: send.context.answerScope)["token"] == "tok-1")
    let again = await session.received(try workspace.plan("u/me"))
    #expect(again.send?.resent == [])
    #expect(net.asked.withLock { $0 } == ["POST http://h/login", "GET http://h/me", "GET http://h/me"])
    // The name of the captured token marks it as a secret: the recorded login does not show it.
    let entries = try History(workspace: workspace).list().entries
    let kept = try #require(entries.first { $0.requestID == "u/login" })
    let body = try History(workspace: workspace).record(kept.id)?.exchange.body?.allBytes ?? []
    #expect(!body.isEmpty && !String(decoding: body, as: UTF8.self).contains("tok-1"))
    // A new session must not take the mask for a value.
    let next = await net.session(workspace).received(try workspace.plan("u/me"))
    #expect(next.send?.resent == ["u/login"])
  }

  @Test("An export contains values of received answers, as secrets, and sends nothing for others")
  func exports() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    var plan = try workspace.plan("u/me")
    session.addKnownAnswers(to: &plan)
    #expect(throws: SendFault.self) { try plan.prepared() }
    #expect(net.asked.withLock { $0 }.isEmpty)
    _ = await session.received(plan)
    session.addKnownAnswers(to: &plan)
    let prepared = try plan.prepared()
    #expect(prepared.request.headers["A"] == "Bearer tok-1" && prepared.redaction.secrets.contains("tok-1"))
    #expect(net.asked.withLock { $0.count } == 2)
  }

  @Test("Captures and answers are visible only in their own environment and collection")
  func scopes() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    try folder.write("environments/live.yml", "variables: [{name: h, value: 'http://live'}]\n")
    try folder.write(
      "t.yml", "info: {name: T, type: http}\nhttp: {method: GET, url: 'http://h/{{token}}'}\n")
    let net = Net()
    let session = net.session(workspace)
    _ = await session.received(try workspace.plan("u/login"))
    #expect(await session.received(try workspace.plan("t")).send?.prepared.request.url == "http://h/tok-1")
    for environment in ["live", nil] {
      let refused = await session.received(try workspace.plan("t", environment: environment)).refusal
      guard case .unresolved(let missing)? = refused?.problem else {
        Issue.record("\(environment ?? "-")")
        return
      }
      #expect(missing.map(\.name) == ["token"])
    }
    let live = await session.received(try workspace.plan("u/me", environment: "live"))
    #expect(live.send?.resent == ["u/login"])
    #expect(net.asked.withLock { $0 }.suffix(2) == ["POST http://live/login", "GET http://live/me"])
    // Without an environment, the history of requests with one does not count, either.
    let definition = RequestDefinition(name: "x", url: "http://h/{{plain | status}}")
    try folder.write("plain.yml", "info: {name: P, type: http}\nhttp: {method: GET, url: 'http://h/plain'}\n")
    _ = await session.received(try workspace.plan("plain"))
    let bare = await net.session(workspace).received(try workspace.plan(definition, environment: nil))
    #expect(bare.send?.resent == ["plain"])
    let other = AnswerScope(collection: "/other", environment: "dev")
    #expect(session.runtime(in: other).values.isEmpty && session.lastAnswer(to: "u/login", in: other) == nil)
  }

  @Test("An outdated answer is requested again")
  func age() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let session = net.session(workspace, now: start)
    _ = await session.received(try workspace.plan("u/me"))
    let later = net.session(workspace, now: start.addingTimeInterval(601))
    let send = await later.received(try workspace.plan("u/me")).send
    #expect(send?.resent == ["u/login"])
    #expect(send?.prepared.request.headers["A"] == "Bearer tok-3")
  }

  @Test("Cyclic requests, refused logins and missing values are reported with their field")
  func refusals() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace)
    let cycle = await session.received(try workspace.plan("a")).refusal
    #expect(cycle?.field == .url && cycle?.description.contains("a → b → a") == true, "\(cycle as Any)")
    net.status.withLock { $0 = 401 }
    let refused = await session.received(try workspace.plan("u/me")).refusal
    #expect(refused?.field == .header(row: 0) && refused?.description.contains("u/login answered 401") == true)
    net.status.withLock { $0 = 200 }
    var definition = RequestDefinition(name: "x", url: "http://h/{{u/login | $.nothing}}")
    let absent = await session.received(try workspace.plan(definition)).refusal
    #expect(absent?.description.contains("no value there") == true)
    definition.url = "http://h/{{no/such | $.a}}"
    let missing = await session.received(try workspace.plan(definition)).refusal
    #expect(missing?.description.contains("no such request") == true)
  }

  @Test("In a protected environment, chained requests only read unless the user agreed")
  func protection() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder, protected: true)
    let net = Net()
    let session = net.session(workspace)
    let refused = await session.received(try workspace.plan("u/me")).refusal
    #expect(refused?.description.contains("protected") == true)
    #expect(net.asked.withLock { $0 }.isEmpty)
    let confirmed = await session.received(try workspace.plan("u/me", isConfirmed: true))
    #expect(confirmed.send?.resent == ["u/login"])
  }

  @Test("A secret command runs once per session, after consent, and only if it is used")
  func commands() async throws {
    let folder = try TemporaryDirectory("session")
    let workspace = try workspace(folder)
    let mark = folder.path("ran")
    try folder.write(
      "environments/dev.yml",
      "variables:\n  - name: h\n    value: http://h\n  - secret: true\n    name: key\n    command: echo x >> \(mark); echo k3y\n"
    )
    let session = Net().session(workspace)
    var definition = RequestDefinition(name: "x", url: "{{h}}/plain")
    #expect(await session.received(try workspace.plan(definition)).answer != nil)
    definition.url = "{{h}}/?k={{key}}"
    let refused = await session.received(try workspace.plan(definition)).refusal
    guard case .notAllowed(let uses) = refused?.problem else {
      Issue.record("\(refused as Any)")
      return
    }
    #expect(uses.map(\.source) == [.command("echo x >> \(mark); echo k3y")])
    #expect(uses.map(\.receiver) == ["http://h"])
    #expect(!FileManager.default.fileExists(atPath: mark))
    try workspace.consents.allow(uses, for: workspace.path)
    for _ in 0..<2 {
      let send = try #require(await session.received(try workspace.plan(definition)).send)
      #expect(send.prepared.request.url == "http://h/?k=k3y")
      #expect(send.prepared.redaction.secrets.contains("k3y"))
      #expect(send.context.secretValues["key"] == "k3y")
    }
    #expect(try String(contentsOfFile: mark, encoding: .utf8) == "x\n")
  }
}
