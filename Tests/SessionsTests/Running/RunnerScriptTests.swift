import Basics
import Synchronization
import TestSupport
import Testing
@testable import Workspaces

@testable import Sessions

/// Runs whose scripts choose what is sent. The code of a script is one word and its value, such as `next b`.
@Suite("Runs whose scripts choose the next request") struct RunnerScriptTests {
  private let folder: TemporaryDirectory
  private let net = Net()

  init() throws {
    folder = try TemporaryDirectory("run-scripts")
  }

  private static let engine = ScriptRunning(run: { job, _, _ in
    var outcome = ScriptOutcome()
    for script in job.scripts {
      let words = script.code.split(separator: " ").map(String.init)
      switch words[0] {
      case "next": outcome.next = words.count > 1 ? .named(words[1]) : .end
      case "skip": outcome.skipsRequest = true
      case "stop": outcome.stopsRun = true
      case "local": outcome.changes.append(ScriptChange(.local, "value", .string(words[1])))
      case "set": outcome.changes.append(ScriptChange(.environment, "value", .string(words[1])))
      case "pass": outcome.verdicts.append(ScriptVerdict(words[1], passed: true))
      default: outcome.verdicts.append(ScriptVerdict(words[1], passed: false))
      }
    }
    return outcome
  })

  private func runner(
    _ scripts: [(name: String, phase: String, code: String)], rules: String = "postman", iterations: Int = 1,
    parallel: Int = 1, rows: [DataTable.Row] = [[]], areAllowed: Bool = true, engine: ScriptRunning = Self.engine,
    process: [String: String] = [:]
  ) throws -> Runner {
    try folder.write(
      "opencollection.yml", "opencollection: 1.0.0\ninfo: {name: C}\nextensions: {apus: {scripts: \(rules)}}\n")
    for (number, script) in scripts.enumerated() {
      try folder.write(
        "\(script.name).yml",
        """
        info: {name: \(script.name), type: http, seq: \(number)}
        http: {method: GET, url: "http://h/\(script.name)?v={{value}}"}
        runtime:
          scripts:
            - {type: \(script.phase), code: "\(script.code)"}

        """)
    }
    let workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
    var nodes: [RequestNode] = []
    for collection in workspace.tree().collections { collection.forEachRequest { nodes.append($0) } }
    var inputs = VariableInputs(process: process)
    inputs.environment = Environment(name: "e", variables: [.init(Row("value", "0"))])
    let planner = RunPlanner(workspace: workspace, environment: nil, inputs: inputs, isConfirmed: false)
    let jobs = RunJobs(RunSelection(nodes, in: workspace), planner) { (_, _) throws(Never) in false }
    var order = Runner.Order(jobs: jobs.jobs, rows: RunRows(rows, iterations: iterations), parallel: parallel)
    order.options.allowsScripts = areAllowed
    let net = net
    return Runner(
      order,
      dependencies: Runner.Dependencies(session: { runtime, options in
        var dependencies = net.session(workspace).dependencies
        dependencies.scripts = engine
        return SendSession(workspace, dependencies: dependencies, runtime: runtime, options: options)
      }))
  }

  private var sent: [String] { net.asked.withLock { $0 }.map { String($0.dropFirst("GET http://h/".count)) } }

  @Test("Each start is reported with the iteration and the request that a script chose")
  func places() async throws {
    let runner = try runner(
      [("a", "tests", "next c"), ("b", "tests", "pass x"), ("c", "tests", "pass y")], iterations: 2)
    let places = Mutex<[RunFlow.Place]>([])
    try await runner.run { event in
      if case .started(_, let place, _) = event { places.withLock { $0.append(place) } }
    }
    let expected = [0, 1].flatMap { [RunFlow.Place(iteration: $0), RunFlow.Place(iteration: $0, request: 2)] }
    #expect(places.withLock { $0 } == expected)
  }

  @Test("Scripts that are not allowed end the run after one message", arguments: [1, 3])
  func notAllowed(iterations: Int) async throws {
    let scripts = [("a", "tests", "pass x"), ("b", "tests", "pass x"), ("c", "tests", "pass y")]
    let results = try await runner(scripts, iterations: iterations, areAllowed: false).run { _ in }
    #expect(results.map(\.id) == ["a"] && results.first?.trouble != nil && sent.isEmpty)
  }

  @Test("Values that scripts may not read end the run after one message")
  func notReadable() async throws {
    let engine = ScriptRunning(run: { _, _, answering in
      _ = await answering(["ask": "process", "name": "MINE"])
      return ScriptOutcome()
    })
    let scripts = [("a", "before-request", "pass x"), ("b", "before-request", "pass x")]
    let results = try await runner(scripts, engine: engine, process: ["MINE": "v4lue-of-mine"]).run { _ in }
    #expect(results.map(\.id) == ["a"] && results.first?.trouble != nil && sent.isEmpty)
  }

  @Test("A chosen request is next, and the requests between are not sent")
  func next() async throws {
    let runner = try runner([("a", "tests", "next c"), ("b", "tests", "pass x"), ("c", "tests", "pass y")])
    let results = try await runner.run { _ in }
    #expect(results.map(\.id) == ["a", "c"] && runner.isReordered)
    #expect(results.last?.verdicts.map(\.name) == ["y"] && results.allSatisfy(\.passed))
  }

  @Test("A value that a script sets stays for later requests and the next iteration")
  func values() async throws {
    let runner = try runner([("a", "tests", "set 7"), ("b", "tests", "pass x")], iterations: 2)
    try await runner.run { _ in }
    #expect(sent == ["a?v=0", "b?v=7", "a?v=7", "b?v=7"])
  }

  @Test("A local variable stays until the run ends")
  func locals() async throws {
    let scripts = [("a", "before-request", "pass x"), ("b", "before-request", "local 7"), ("c", "tests", "pass x")]
    try await runner(scripts, iterations: 2).run { _ in }
    #expect(sent == ["a?v=0", "b?v=7", "c?v=7", "a?v=7", "b?v=7", "c?v=7"])
  }

  @Test("With --parallel, a local variable stays until its iteration ends")
  func parallelLocals() async throws {
    try await runner([("a", "tests", "local 7")], iterations: 6, parallel: 2).run { _ in }
    #expect(sent == Array(repeating: "a?v=0", count: 6))
  }

  @Test("Scripts see the values of a data row with their types, and templates their text")
  func rows() async throws {
    let seen = Mutex<[JSONValue]>([])
    let engine = ScriptRunning(run: { job, _, _ in
      seen.withLock { $0 += [ScriptScope.data, .runtime].flatMap { job.scopes[$0] ?? [] }.map(\.value) }
      return ScriptOutcome()
    })
    let rows = try DataTable(Array(#"[{"value":1},{"value":null}]"#.utf8), name: "rows").rows
    try await runner([("a", "tests", "pass x")], iterations: 2, rows: rows, engine: engine).run { _ in }
    #expect(seen.withLock { $0 } == [1, 1, .null, .null])
    #expect(sent == ["a?v=1", "a?v=null"])
  }

  @Test("A skipped request is not sent and is no failure, and a stop ends the run")
  func skips() async throws {
    let runner = try runner(
      [("a", "before-request", "skip"), ("b", "tests", "stop"), ("c", "tests", "pass x")], iterations: 2)
    let results = try await runner.run { _ in }
    #expect(sent == ["b?v=0"] && results.map(\.id) == ["a", "b"])
    #expect(results.first?.skipped == "a script skipped it" && results.allSatisfy(\.passed))
    #expect(runner.log.statistics.skipped == 1 && runner.log.statistics.failed == 0)
  }

  @Test("A failed test fails its request, and an unknown next request is reported")
  func faults() async throws {
    let runner = try runner([("a", "tests", "fail x"), ("b", "tests", "next none"), ("c", "tests", "pass y")])
    let reported = Mutex<[String]>([])
    let results = try await runner.run { event in
      if case .notFollowed(let why) = event { reported.withLock { $0.append(why) } }
    }
    #expect(results.map(\.passed) == [false, true] && results.first?.failure == "assertion")
    #expect(runner.log.statistics.failedAssertions == 1)
    #expect(reported.withLock { $0 } == ["b chose the next request none, which the run lacks"])
  }

  @Test("Bruno's rules pass over an unknown next request and end the run without one")
  func bruno() async throws {
    let runner = try runner(
      [("a", "tests", "next none"), ("b", "tests", "next"), ("c", "tests", "pass y")], rules: "bruno")
    #expect(try await runner.run { _ in }.map(\.id) == ["a", "b"])
  }

  @Test("Requests that choose each other end with a failure")
  func endless() async throws {
    let runner = try runner([("a", "tests", "next a")])
    let results = try await runner.run { _ in }
    #expect(results.count == RunFlow.mostJumps + 1)
    #expect(results.last?.message?.contains("more than 10 000 times") == true)
    #expect(results.dropLast().allSatisfy { $0.passed })
  }

  @Test("With several requests at a time, each iteration has its own variables of scripts")
  func separate() async throws {
    let third = Gate()
    let engine = ScriptRunning(run: { job, onEvent, answering throws(ScriptFailure) in
      // The first iteration lasts until the third, which starts after the end of the second.
      switch job.info["iteration"]?.int {
      case 0: await third.opened()
      case 2: third.open()
      default: break
      }
      return try await Self.engine.run(job, onEvent, answering)
    })
    let runner = try runner([("a", "tests", "set 7")], iterations: 3, parallel: 2, engine: engine)
    try await runner.run { _ in }
    #expect(sent == ["a?v=0", "a?v=0", "a?v=0"])
  }

  @Test("A request waits for those whose own scripts set a variable that it uses")
  func waits() throws {
    let runner = try runner(
      [
        ("a", "tests", "pm.environment.set('value', 7)"), ("b", "tests", "bru.setVar('other', 1)"),
        ("c", "tests", "bru.getVar('other')"), ("d", "tests", "pm.test('{{other}}')"),
      ], parallel: 2)
    let dependencies = RunDependencies(runner.order.jobs, areKnownToBeNone: false)
    // Each URL contains {{value}}.
    #expect((0...3).map(dependencies.of) == [[], [0], [0, 1], [0, 1]])
  }

  @Test("With several requests at a time, a choice is reported and not followed")
  func parallel() async throws {
    let runner = try runner(
      [("a", "tests", "next c"), ("b", "tests", "pass x"), ("c", "tests", "pass y")], parallel: 2)
    let reported = Mutex(0)
    let results = try await runner.run { event in
      if case .notFollowed = event { reported.withLock { $0 += 1 } }
    }
    #expect(results.map(\.id) == ["a", "b", "c"] && reported.withLock { $0 } == 1)
  }
}
