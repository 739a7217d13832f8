import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("What a plan that is sent many times is prepared to") struct SendMemoryTests {
  private let net = Net()

  private func plan(
    _ folder: TemporaryDirectory, _ change: (inout RequestDefinition) -> Void = { _ in }
  ) throws -> (plan: SendPlan, workspace: Workspace) {
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "environments/dev.yml",
      "variables:\n  - {name: h, value: 'http://h'}\n  - {name: nonce, value: '{{$randomInt}}'}\n")
    try folder.write("part.txt", "content")
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var definition = RequestDefinition(name: "A", url: "{{h}}/a")
    change(&definition)
    var plan = try workspace.plan(definition)
    plan.memory = SendMemory()
    return (plan, workspace)
  }

  /// Sends with these variables, in a session of its own as in an iteration of a run.
  private func send(
    _ plan: SendPlan, _ workspace: Workspace, _ runtime: [VariableInputs.Pair] = []
  ) async -> Told {
    let outside = net.session(nil).outside
    return await SendSession(workspace, outside: outside, runtime: RuntimeVariables(runtime)).told(plan)
  }

  private func keeps(_ plan: SendPlan) -> Bool { plan.memory?.send(with: RuntimeVariables(), Logins()) != nil }

  @Test("It is prepared once more when it is sent again, and then no more")
  func once() async throws {
    let folder = try TemporaryDirectory("memory")
    let (made, workspace) = try plan(folder)
    var plan = made
    let first = await send(plan, workspace)
    #expect(!keeps(plan))
    let second = await send(plan, workspace)
    #expect(keeps(plan) && first.send?.prepared == second.send?.prepared)
    // Would show if it was prepared anew.
    plan.definition.url = "http://h/other"
    _ = await send(plan, workspace)
    #expect(net.asked.withLock { $0 } == ["GET http://h/a", "GET http://h/a", "GET http://h/a"])
  }

  @Test("With other variables it is prepared with these")
  func variables() async throws {
    let folder = try TemporaryDirectory("memory")
    let (plan, workspace) = try plan(folder) { $0.url = "{{h}}/{{row}}" }
    for row in ["1", "1", "1", "2", "3", "1"] {
      _ = await send(plan, workspace, [VariableInputs.Pair("row", row)])
    }
    #expect(net.asked.withLock { $0.map(\.last) } == ["1", "1", "1", "2", "3", "1"])
  }

  @Test("A session masks what its own logins have fetched")
  func logins() async throws {
    let folder = try TemporaryDirectory("memory")
    let (plan, workspace) = try plan(folder)
    for _ in 0..<2 { _ = await send(plan, workspace) }
    let session = SendSession(workspace, outside: net.session(nil).outside)
    let told = await session.told(plan)
    #expect(keeps(plan) && told.send?.logins === session.logins)
  }

  @Test(
    "Nothing is kept of a request that is another one at each send",
    arguments: [
      { $0.url = "{{h}}/{{$uuid}}" },
      { $0.url = "{{h}}/{{nonce}}" },
      { $0.body = .multipart([FormPart("a", .text("b"))]) },
      { $0.body = .file([BodyDefinition.FileChoice(path: "part.txt", contentType: "text/plain")]) },
      { $0.authentication = Authentication(.jwt, [.init("key", "k"), .init("claims", "{}")]) },
    ] as [@Sendable (inout RequestDefinition) -> Void])
  func changing(_ change: @Sendable (inout RequestDefinition) -> Void) async throws {
    let folder = try TemporaryDirectory("memory")
    let (plan, workspace) = try plan(folder, change)
    for _ in 0..<3 {
      let told = await send(plan, workspace)
      #expect(told.steps.contains("judged"), "\(String(describing: told.fault))")
    }
    #expect(!keeps(plan))
  }
}
