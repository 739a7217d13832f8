import Basics
import Scripting
import Synchronization
import TestSupport
import Workspaces

/// Runs scripts in the built program, as Apus does: one script, or several of one phase.
struct ScriptBench: Sendable {
  var rules = ScriptRules.postman
  var phase = "tests"
  var request: JSONValue = ["name": "Get user", "method": "GET", "url": "https://example.org/users/1", "headers": []]
  /// Without its body; `nil` before the request.
  var response: JSONValue?
  var body = ""
  var scopes: [ScriptScope: [(name: String, value: JSONValue)]] = [:]
  var secrets: [ScriptScope: [String]] = [:]
  var info: JSONValue = ["eventName": "test", "iteration": 0, "iterationCount": 1, "requestName": "Get user"]
  var names: JSONValue = [:]
  var limits = ScriptLimits()
  /// Answers by the kind of the question, such as `send`. A question of another kind gets an empty object.
  var answers: [String: @Sendable (ScriptAsk) async -> ScriptAnswer] = [:]

  /// Children are shared by all tests.
  static let engine = Mutex<ScriptEngine?>(nil)

  static func shared() throws -> ScriptEngine {
    try engine.withLock { engine in
      if let engine { return engine }
      let new = ScriptEngine(program: [try Executable.path("apus")], environment: [:], timeZone: "UTC")
      engine = new
      return new
    }
  }

  /// A response of JSON.
  static func answered(_ body: String, code: Int = 200, headers: [(String, String)] = []) -> ScriptBench {
    var bench = ScriptBench()
    let all = [("Content-Type", "application/json")] + headers
    bench.response = [
      "code": .int(code), "reason": code == 200 ? "OK" : "", "time": 120.4, "cookies": [],
      "headers": .array(all.map { ["key": .string($0.0), "value": .string($0.1)] }),
      "size": ["body": .int(body.utf8.count), "header": 0], "url": "https://example.org/users/1",
    ]
    bench.body = body
    return bench
  }

  func job(_ codes: [String]) -> ScriptJob {
    let scripts = codes.enumerated().map { index, code in
      PlacedScript(phase: phase, code: code, file: index == 0 ? "users/get.yml" : "users/\(index).yml", line: 1)
    }
    var job = ScriptJob(rules: rules, scripts: scripts, request: request)
    (job.response, job.body, job.scopes, job.secrets) = (response, Array(body.utf8), scopes, secrets)
    (job.info, job.names, job.seed) = (info, names, 1)
    return job
  }

  /// Runs the scripts in turn. Throws `ScriptFailure` if a limit ended them.
  @discardableResult
  func run(_ codes: String..., onEvent: @escaping @Sendable (ScriptEvent) -> Void = { _ in }) async throws
    -> ScriptOutcome
  {
    let answers = answers
    return try await Self.shared().run(job(codes), limits: limits, onEvent: onEvent) { ask in
      await answers[ask.kind]?(ask) ?? ScriptAnswer([:])
    }
  }

  /// The value of an expression of JavaScript, as JSON: it is thrown as a message, and needs nothing of the library.
  func value(_ expression: String) async throws -> JSONValue {
    let outcome = try await run("throw new Error(JSON.stringify((\(expression))))")
    guard let text = outcome.error?.message else { return .null }
    return try JSONValue(parsing: Array(text.utf8))
  }
}
