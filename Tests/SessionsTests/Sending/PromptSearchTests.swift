import Foundation
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Finding prompts before anything is sent") struct PromptSearchTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "login.yml",
      "info: {name: Login, type: http}\nhttp: {method: POST, url: 'http://h/{{?Region|eu,us}}/{{?PIN|hidden}}'}\n")
    try folder.write(
      "me.yml",
      "info: {name: Me, type: http}\nhttp: {method: GET, url: 'http://h/{{?Order}}/{{login | $.token | 10m}}'}\n")
    try folder.write(
      "far.yml", "info: {name: Far, type: http}\nhttp: {method: GET, url: 'http://h/{{me | $.token}}'}\n")
    try folder.write("a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: 'http://h/{{b | $.x}}/{{?A}}'}\n")
    try folder.write("b.yml", "info: {name: B, type: http}\nhttp: {method: GET, url: 'http://h/{{a | $.x}}/{{?B}}'}\n")
    try folder.write("gone.yml", "info: {name: G, type: http}\nhttp: {method: GET, url: 'http://h/{{none | $.x}}'}\n")
    return try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  private func questions(_ workspace: Workspace, _ names: String...) throws -> [PromptQuestion] {
    var search = PromptSearch()
    for name in names { search.add(try workspace.plan(name, environment: nil)) }
    return search.questions
  }

  private let region = PromptQuestion("Region", choices: ["eu", "us"])
  private let pin = PromptQuestion("PIN", isHidden: true)

  @Test("Prompts of chained requests are included at any depth, each once")
  func chained() throws {
    let folder = try TemporaryDirectory("prompts")
    let workspace = try workspace(folder)
    #expect(try questions(workspace, "me") == [PromptQuestion("Order"), region, pin])
    #expect(try questions(workspace, "far", "me", "login") == [PromptQuestion("Order"), region, pin])
    #expect(
      try questions(workspace, "a") == [PromptQuestion("A"), PromptQuestion("B")], "requests that need each other")
    #expect(try questions(workspace, "gone").isEmpty)
  }

  @Test("A session asks once, then sends the chain with the answers")
  func asked() async throws {
    let folder = try TemporaryDirectory("prompts")
    let workspace = try workspace(folder)
    let net = Net()
    let session = net.session(workspace, SendSession.Options(asks: true))
    var plan = try workspace.plan("me", environment: nil)
    let received = await session.received(plan)
    guard case .prompts(let questions) = received.question else {
      Issue.record("\(received.steps)")
      return
    }
    #expect(questions == [PromptQuestion("Order"), region, pin] && net.asked.withLock { $0 }.isEmpty)
    plan.context.answer(["Order": "7", "Region": "us", "PIN": "1234"])
    let sent = await session.received(plan)
    #expect(sent.answer != nil, "\(sent.steps)")
    #expect(net.asked.withLock { $0 } == ["POST http://h/us/1234", "GET http://h/7/tok-1"])
    // The answer is available now: the request that would be sent first has no prompts.
    let next = await session.received(try workspace.plan("me", environment: nil))
    guard case .prompts(let left) = next.question else {
      Issue.record("\(next.steps)")
      return
    }
    #expect(left == [PromptQuestion("Order")])
  }

  @Test("A run knows all prompts of its requests, and has the answers in each iteration")
  func run() async throws {
    let folder = try TemporaryDirectory("prompts")
    let workspace = try workspace(folder)
    try folder.write("plain.yml", "info: {name: P, type: http}\nhttp: {method: GET, url: 'http://h/plain'}\n")
    let net = Net()
    var nodes: [RequestNode] = []
    for collection in workspace.tree().collections { collection.forEachRequest { nodes.append($0) } }
    nodes = nodes.filter { ["me", "plain"].contains($0.id) }
    let planner = RunPlanner(workspace: workspace, environment: nil, inputs: VariableInputs(), isConfirmed: false)
    var jobs = RunJobs(RunSelection(nodes, in: workspace), planner) { (_, _) throws(Never) in false }
    #expect(jobs.questions() == [PromptQuestion("Order"), region, pin])
    jobs.answer(["Order": "7", "Region": "us", "PIN": "1234"])
    #expect(jobs.questions().isEmpty)
    let runner = Runner(
      Runner.Order(jobs: jobs.jobs, rows: RunRows([[], []])),
      dependencies: Runner.Dependencies(session: { runtime, options in
        SendSession(workspace, dependencies: net.session(nil).dependencies, runtime: runtime, options: options)
      }))
    let results = try await runner.run { _ in }
    #expect(results.compactMap(\.failure).isEmpty, "\(results)")
    #expect(
      net.asked.withLock { $0.filter { $0.hasPrefix("POST") } } == ["POST http://h/us/1234", "POST http://h/us/1234"])
    #expect(net.asked.withLock { $0.count } == 6)
  }

  @Test("Prompts in folder settings and variables count for requests that use them")
  func inherited() throws {
    let folder = try TemporaryDirectory("prompts")
    let workspace = try workspace(folder)
    try folder.write(
      "f/folder.yml",
      "info: {name: F, type: folder}\nrequest:\n  headers:\n    - {name: X-Tenant, value: '{{?Tenant}}'}\n")
    try folder.write("f/x.yml", "info: {name: X, type: http}\nhttp: {method: GET, url: 'http://h/'}\n")
    var nodes: [RequestNode] = []
    for collection in workspace.tree().collections { collection.forEachRequest { nodes.append($0) } }
    let planner = RunPlanner(workspace: workspace, environment: nil, inputs: VariableInputs(), isConfirmed: false)
    let selection = RunSelection(nodes.filter { $0.id == "f/x" }, in: workspace)
    let jobs = RunJobs(selection, planner) { (_, _) throws(Never) in false }
    #expect(jobs.questions() == [PromptQuestion("Tenant")])
  }
}
