import Networking
import Scripting
import Sessions
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("Recorded sends", .scriptEngine) struct RecordedSendsTests {
  @Test("1,000 recorded sends replay equal")
  func replay() async throws {
    let server = try AnsweringServer { request in
      Answer.json("{\"target\": \"\(request.target)\", \"items\": [3, 1, 2]}", headers: ["X-Count: 3"])
    }
    defer { server.stop() }
    let engine = ScriptEngine(program: [try Executable.path("apus")], environment: [:], timeZone: "UTC")
    defer { engine.end() }
    let (running, url) = (LiveScripts.make(engine), server.url)
    let equal = try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in [1, 2] as [UInt64] {
        group.addTask { try await Self.countOfEqual(among: 500, seed: seed, url, running) }
      }
      return try await group.reduce(0, +)
    }
    #expect(equal == 1000)
  }

  /// Sends requests with generated scripts and replays each from the history.
  private static func countOfEqual(
    among count: Int, seed: UInt64, _ url: String, _ running: ScriptRunning
  ) async throws -> Int {
    let sample = try Sample(url: url)
    try sample.folder.write("opencollection.yml", "info: {name: Sample}\nextensions: {apus: {scripts: postman}}\n")
    let workspace = try Workspace.open(sample.folder.path, stateFolder: sample.folder.path("state"))
    let history = History(workspace: workspace)
    let session = session(in: workspace, history, running)
    var grammar = ScriptGrammar(seed: seed)
    var equal = 0
    for _ in 0..<count {
      let text = Sample.request(
        body: "{}",
        runtime: HistoryReplayTests.runtime([
          ("before-request", grammar.script(isBefore: true)), ("tests", grammar.script(isBefore: false)),
        ]))
      try sample.folder.write("get.yml", text)
      let file = try workspace.request(at: sample.folder.path("get.yml"))
      let plan = SendPlan(
        definition: file.definition, context: try workspace.context(for: file.path, environment: "local"),
        workspace: workspace, requestID: "get", environment: "local")
      let answer = await session.send(plan, following: false) { _ in }
      let record = try #require(try answer.flatMap { try history.record($0.record.id) }, "\(text)")
      let jobs = try await ScriptReplay(of: record, in: workspace, with: running, present: nil).run()
      let reports = jobs.map(ReplayReport.init)
      let isEqual = reports.count == 2 && reports.allSatisfy { !$0.differs && $0.obstacle == nil }
      if isEqual { equal += 1 } else { Issue.record("\(text)\n\(reports.flatMap(\.lines))") }
    }
    return equal
  }

  private static func session(
    in workspace: Workspace, _ history: History, _ running: ScriptRunning
  ) -> SendSession {
    var dependencies = SendSession.Dependencies(
      drivers: [ConversationDriver(Client())],
      record: { record, redaction in
        do {
          try history.append(record, redaction: redaction)
          return .kept
        } catch {
          return .notKept("\(error)")
        }
      })
    dependencies.scripts = running
    var options = SendSession.Options()
    options.allowsScripts = true
    return SendSession(workspace, dependencies: dependencies, options: options)
  }
}

/// Makes scripts that depend on everything they are given: times, random numbers, variables, timers, sends.
private struct ScriptGrammar {
  private var generator: SeededGenerator
  private var isBefore = false

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func script(isBefore: Bool) -> String {
    self.isBefore = isBefore
    return (0..<Int.random(in: 1...4, using: &generator)).map { _ in "{ \(statement(2)) }" }.joined(separator: "\n")
  }

  private mutating func pick(_ items: String...) -> String { items.randomElement(using: &generator) ?? "" }

  private mutating func number() -> String {
    pick("Math.random()", "Date.now()", "performance.now()", "7", "pm.info.iteration", "new Date().getTime() % 9")
  }

  private mutating func expression(_ depth: Int) -> String {
    switch Int.random(in: depth > 0 ? 0...5 : 3...5, using: &generator) {
    case 0: "\(expression(depth - 1)) + \(expression(depth - 1))"
    case 1: "JSON.stringify({ n: \(expression(depth - 1)), 'ä': [\(number()), null] })"
    case 2: "String(\(expression(depth - 1))).length"
    case 3: number()
    case 4: pick("pm.environment.get('a')", "pm.collectionVariables.get('b')", "typeof left", "pm.info.requestName")
    default: pick("crypto.randomUUID()", "pm.variables.replaceIn('{{$guid}}')", "'é'", "new Date(0).toISOString()")
    }
  }

  private mutating func statement(_ depth: Int) -> String {
    let text = expression(depth)
    switch Int.random(in: depth > 0 ? 0...13 : 0...6, using: &generator) {
    case 0: return "console.\(pick("log", "warn", "info"))(\(text));"
    case 1: return "pm.environment.\(pick("set('a', String(\(text)).slice(0, 40))", "unset('a')"));"
    case 2: return "pm.collectionVariables.set('b', { n: [String(\(text)).slice(0, 40), null] });"
    case 3: return "pm.globals.set('c', \(number()));"
    case 4: return "left = String(\(text)).slice(0, 40);"
    case 5: return "pm.test('t ' + \(text), () => pm.expect(\(number())).to.be.below(\(number())));"
    case 6: return isBefore ? change() : "tests[String(\(text))] = \(number()) > 0.5;"
    case 7: return "setTimeout(() => { \(statement(depth - 1)) }, Math.random() * 3);"
    case 8: return "Promise.resolve(\(text)).then((value) => { console.log(value); \(statement(depth - 1)) });"
    case 9: return "if (\(number()) < 0.5) { \(statement(depth - 1)) } else { \(statement(depth - 1)) }"
    case 10: return "for (let i = 0; i < 3; i++) { \(statement(depth - 1)) }"
    case 11: return "try { throw new TypeError(\(text)); } catch (error) { console.log(error.message); }"
    case 12:
      let url = "pm.environment.get('base_url') + '/' + \(number())"
      return "pm.sendRequest(\(url), (e, r) => { console.log(r.json().target); \(statement(depth - 1)) });"
    default: return "if (Math.random() < 0.3) throw new RangeError(\(text));"
    }
  }

  /// A change of the request.
  private mutating func change() -> String {
    switch Int.random(in: 0...3, using: &generator) {
    case 0: "pm.request.method = '\(pick("PUT", "POST", "PATCH"))';"
    case 1: "pm.request.headers.upsert({ key: 'X-\(pick("One", "Two"))', value: String(\(number())) });"
    case 2: "pm.request.addQueryParams('n=' + \(number()));"
    default: "pm.request.body.update({ mode: 'raw', raw: JSON.stringify([\(expression(1))]) });"
    }
  }
}
