import Basics
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Answers of other requests, before anything is sent") struct AnswerOutlookTests {
  private let asking = SendSession.Options(asks: true)
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func workspace(_ folder: TemporaryDirectory, method: String = "POST") throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables: [{name: h, value: 'http://h'}]\n")
    // The captured token is a secret, so the history masks it.
    try folder.write(
      "login.yml",
      """
      info: {name: Log in, type: http}
      http: {method: \(method), url: '{{h}}/login'}
      runtime:
        actions:
          - {type: set-variable, phase: after-response, selector: {expression: res.body.token, method: jsonq}, variable: {name: token, scope: runtime}}

      """)
    try folder.write(
      "me.yml", "info: {name: Me, type: http}\nhttp: {method: GET, url: '{{h}}/me/{{login | $.token}}'}\n")
    try folder.write(
      "status.yml", "info: {name: S, type: http}\nhttp: {method: GET, url: '{{h}}/{{login | status}}'}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  @Test("A request that was never answered is sent first, which is foreseen and reported before")
  func first() async throws {
    let folder = try TemporaryDirectory("outlook")
    let (workspace, net) = (try workspace(folder), Net())
    let session = net.session(workspace, asking)
    let plan = try workspace.plan("me")
    #expect(
      session.outlooks(of: plan) == ["login | $.token": .sendsFirst(method: "POST", .neverSent, asks: false)])
    #expect(net.asked.withLock { $0 }.isEmpty)
    let received = await session.received(plan)
    #expect(received.steps.prefix(2) == ["sending first login", "kept login"])
    #expect(session.outlooks(of: plan) == ["login | $.token": .uses(start)])
  }

  @Test("A masked answer is not replaced by a second POST unless the user agrees; the rest of the answer is used")
  func masked() async throws {
    let folder = try TemporaryDirectory("outlook")
    let (workspace, net) = (try workspace(folder), Net())
    _ = await net.session(workspace, asking).received(try workspace.plan("login"))
    // The program was started again: the history has the token masked.
    let session = net.session(workspace, asking)
    var plan = try workspace.plan("me")
    #expect(
      session.outlooks(of: plan) == ["login | $.token": .sendsFirst(method: "POST", .masked(start), asks: true)])
    let asked = await session.received(plan)
    guard case .resend(let question)? = asked.question else {
      Issue.record("\(asked.steps)")
      return
    }
    #expect(question.requestID == "login" && question.name == "Log in" && question.method == "POST")
    #expect(asked.steps == ["asking"] && net.asked.withLock { $0.count } == 1)
    let status = try workspace.plan("status")
    #expect(session.outlooks(of: status) == ["login | status": .uses(start)])
    #expect(await session.received(status).send?.prepared.request.url == "http://h/200")
    plan.agreedResends = ["login"]
    #expect(await session.received(plan).send?.resent == ["login"])
    #expect(net.asked.withLock { $0 }.filter { $0.contains("login") }.count == 2)
  }

  @Test("A GET is sent again without a question, and so is any method where nobody can be asked")
  func unasked() async throws {
    for (method, options) in [("GET", asking), ("POST", SendSession.Options())] {
      let folder = try TemporaryDirectory("outlook")
      let (workspace, net) = (try workspace(folder, method: method), Net())
      _ = await net.session(workspace, options).received(try workspace.plan("login"))
      let received = await net.session(workspace, options).received(try workspace.plan("me"))
      #expect(received.send?.resent == ["login"], "\(method)")
      #expect(received.steps.first == "sending first login")
    }
  }

  @Test("A request is sent first once, also if its answer has no value for a second reference")
  func once() async throws {
    let folder = try TemporaryDirectory("outlook")
    try folder.write(
      "both.yml",
      "info: {name: B, type: http}\nhttp: {method: GET, url: '{{h}}/{{login | $.token}}/{{login | $.other}}'}\n")
    let (workspace, net) = (try workspace(folder), Net())
    let received = await net.session(workspace).received(try workspace.plan("both"))
    #expect("\(try #require(received.refusal))".contains("its answer has no value there"))
    #expect(net.asked.withLock { $0 } == ["POST http://h/login"])
  }

  @Test("Parallel sends that need the same answer send its request once")
  func parallel() async throws {
    let folder = try TemporaryDirectory("outlook")
    let (workspace, net) = (try workspace(folder), Net())
    let (session, plan) = (net.session(workspace), try workspace.plan("me"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { _ = await session.received(plan) } }
    }
    let asked = net.asked.withLock { $0 }
    #expect(asked.filter { $0.contains("login") }.count == 1 && asked.count == 17)
  }

  @Test("The answer to a request without a file is that of its file once it is saved")
  func adopted() async throws {
    let folder = try TemporaryDirectory("outlook")
    let (workspace, net) = (try workspace(folder), Net())
    let session = net.session(workspace, asking)
    var plan = try workspace.plan(RequestDefinition(name: "", method: "POST", url: "http://h/login"))
    plan.draft = "5"
    _ = await session.received(plan)
    #expect(net.recorded.withLock { $0.first?.draft } == "5")
    session.adopt(draft: "5", as: "login", in: workspace.path)
    let me = await session.received(try workspace.plan("me"))
    #expect(me.send?.resent == [] && me.send?.prepared.request.url == "http://h/me/tok-1")
    #expect(net.asked.withLock { $0.count } == 2)
  }
}
