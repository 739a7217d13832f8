import Synchronization
import TestSupport
import Testing
@testable import Workspaces

@testable import Sessions

@Suite("Stopping and continuing a run") struct RunnerTests {
  private static func request(_ name: String, _ rest: String = "") -> String {
    "info:\n  name: \(name)\n  type: http\n\nhttp:\n  method: GET\n  url: \"http://h/\(name)?token={{token}}\"\n\(rest)"
  }

  private static let capture = """

    runtime:
      actions:
        - type: set-variable
          phase: after-response
          selector:
            expression: res.body.token
            method: jsonq
          variable:
            name: token
            scope: runtime

    """

  private static func runner(
    _ net: Net, in folder: TemporaryDirectory, rows: [DataTable.Row] = [[]], capture: String = capture
  ) throws -> Runner {
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Sample\n")
    try folder.write("a.yml", request("a", capture))
    try folder.write("b.yml", request("b"))
    let workspace = try Workspace.open(folder.path)
    var nodes: [RequestNode] = []
    for collection in workspace.tree().collections { collection.forEachRequest { nodes.append($0) } }
    let planner = RunPlanner(
      workspace: workspace, environment: nil,
      inputs: VariableInputs(commandLine: [VariableInputs.Pair("unused", "1")]), isConfirmed: false)
    let jobs = RunJobs(RunSelection(nodes, in: workspace), planner) { (_, _) throws(Never) in false }
    return Runner(
      Runner.Order(jobs: jobs.jobs, rows: RunRows(rows)),
      dependencies: Runner.Dependencies(session: { runtime, options in
        SendSession(
          workspace, dependencies: net.session(workspace).dependencies, runtime: runtime, options: options)
      }))
  }

  @Test("A continued run keeps captured values and sends the rest, each request once")
  func goesOn() async throws {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    let runner = try Self.runner(net, in: folder, rows: [[VariableInputs.Pair("token", "own")]])
    // Stopped during the first send.
    let first = try await runner.run { event in
      if case .started(0, _, _) = event { runner.stop() }
    }
    #expect(first.map(\.id) == ["a"])
    #expect(net.asked.withLock { $0 } == ["GET http://h/a?token=own"])
    runner.goOn()
    let all = try await runner.run { _ in }
    #expect(all.map(\.id) == ["a", "b"])
    #expect(all.allSatisfy { $0.passed && $0.status == 200 })
    #expect(net.asked.withLock { $0 } == ["GET http://h/a?token=own", "GET http://h/b?token=tok-1"])
  }

  @Test("A request cancelled in flight has no result and is sent when the run continues")
  func cancelled() async throws {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    let runner = try Self.runner(net, in: folder, rows: [[VariableInputs.Pair("token", "own")]])
    let task = Task {
      try await runner.run { event in
        // Cancels its own task, so that the answer does not count.
        if case .started(0, _, _) = event { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    let all = try await runner.run { _ in }
    #expect(all.map(\.id) == ["a", "b"])
    #expect(!all.contains { !$0.passed })
  }

  @Test("A stop before the start or before continuing takes effect")
  func stoppedEarly() async throws {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    let runner = try Self.runner(net, in: folder)
    runner.stop()
    #expect(try await runner.run { _ in }.isEmpty)
    runner.goOn()
    runner.stop()
    #expect(try await runner.run { _ in }.isEmpty)
    #expect(net.asked.withLock { $0.isEmpty })
  }

  @Test("Changes in a protected environment are sent only after consent, whatever the list says")
  func protected() async throws {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\n")
    try folder.write("environments/prod.yml", "protected: true\nvariables: []\n")
    try folder.write("a.yml", "info:\n  name: a\n  type: http\n\nhttp:\n  method: DELETE\n  url: http://h/a\n")
    let workspace = try Workspace.open(folder.path)
    func results(listed: String, isAgreed: Bool, isConfirmed: Bool) async throws -> [RunResult] {
      let node = RequestNode(id: "a", path: folder.path("a.yml"), name: "a", method: listed, url: "http://h/a")
      let planner = RunPlanner(
        workspace: workspace, environment: "prod", inputs: VariableInputs(), isConfirmed: isConfirmed)
      let jobs = RunJobs(RunSelection([node], in: workspace), planner) { (_, _) throws(Never) in isAgreed }
      let dependencies = Runner.Dependencies { runtime, options in
        SendSession(workspace, dependencies: net.session(workspace).dependencies, runtime: runtime, options: options)
      }
      return try await Runner(Runner.Order(jobs: jobs.jobs, rows: RunRows([[]])), dependencies: dependencies).run { _ in
      }
    }
    for (listed, isAgreed) in [("GET", false), ("GET", true), ("DELETE", false)] {
      let result = try #require(await results(listed: listed, isAgreed: isAgreed, isConfirmed: false).first)
      #expect(result.message?.contains("environment prod is protected") == true)
    }
    #expect(net.asked.withLock { $0.isEmpty })
    for (listed, isAgreed, isConfirmed) in [("DELETE", true, false), ("GET", false, true)] {
      let result = try #require(await results(listed: listed, isAgreed: isAgreed, isConfirmed: isConfirmed).first)
      #expect(result.status == 200)
    }
    #expect(net.asked.withLock { $0 } == ["DELETE http://h/a", "DELETE http://h/a"])
  }

  @Test func `A failed capture fails its request, and the next one is not sent with the old value`()
    async throws
  {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    let capture = Self.capture.replacing("res.body.token", with: "res.body.nothing")
    let runner = try Self.runner(
      net, in: folder, rows: [[VariableInputs.Pair("token", "own")]], capture: capture)
    let results = try await runner.run { _ in }
    #expect(results.map(\.passed) == [false, false])
    #expect(results.first?.assertions.map(\.expression) == ["res.body.nothing sets token"])
    #expect(results.last?.message?.contains("variable token has no value: the answer that sets it had none") == true)
    #expect(net.asked.withLock { $0 } == ["GET http://h/a?token=own"])
  }

  @Test("The answer is reported before its result, with its captures")
  func received() async throws {
    let net = Net()
    let folder = try TemporaryDirectory("run")
    let steps = Mutex<[String]>([])
    let runner = try Self.runner(net, in: folder, rows: [[VariableInputs.Pair("token", "own")]])
    try await runner.run { event in
      let step =
        switch event {
        case .started(let index, _, let name): "started \(index) \(name)"
        case .answered(let index, let answer): "answered \(index) \(answer.checks.captured.map(\.name))"
        case .finished(let index, let result): "finished \(index) \(result.status)"
        case .sendingFirst(let id, _): "sending first \(id)"
        case .notKept(let why), .cookiesNotKept(let why), .notFollowed(let why): why
        }
      steps.withLock { $0.append(step) }
    }
    #expect(
      steps.withLock { $0 } == [
        "started 0 a", "answered 0 [\"token\"]", "finished 0 200", "started 1 b", "answered 1 []", "finished 1 200",
      ])
  }
}
