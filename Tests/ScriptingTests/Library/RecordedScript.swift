import Basics
import Foundation
import Scripting
import TestSupport
import Workspaces

/// A script of the corpus with the results that Postman's sandbox recorded for it.
struct RecordedScript: Sendable {
  let code: String
  let isBefore: Bool
  let varies: Bool
  let expected: JSONValue
  private let answers: [JSONValue]
  private let request: JSONValue
  private let response: JSONValue?
  private let scopes: [ScriptScope: [(name: String, value: JSONValue)]]

  /// - Parameter head: the first line of `sandbox-api.jsonl`, with the request and the responses of its cases. The
  ///   runs of real scripts were recorded with an empty request.
  private init(_ line: JSONValue, head: JSONValue?) {
    code = line["script"]?.string ?? ""
    isBefore = line["listen"]?.string == "prerequest"
    varies = line["varies"]?.bool ?? false
    expected = line["expected"] ?? .null
    answers = line["answers"]?.array ?? [["code": 200, "reason": "OK", "header": [], "body": "{}"]]
    request = head?["request"] ?? ["method": "GET", "url": "", "header": []]
    let named = head?["fixtures"]?[line["answer"]?.string ?? "json"]
    response = isBefore ? nil : line["response"] ?? named
    let names: [ScriptScope: String] = [
      .globals: "globals", .environment: "environment", .collection: "collectionVariables", .data: "data",
    ]
    scopes = names.compactMapValues { name in
      guard case .object(let members) = line[name] ?? head?["defaults"]?[name] else { return nil }
      return members.map { ($0.name, $0.value) }
    }
  }

  static func all(_ file: String, hasHead: Bool) throws -> [RecordedScript] {
    let text = try Data(contentsOf: URL(fileURLWithPath: "\(try Corpora.folder("scripts"))/\(file)"))
    var lines = try text.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: $0) }
    let head = hasHead ? lines.removeFirst() : nil
    return lines.map { RecordedScript($0, head: head) }
  }

  var job: ScriptJob {
    let script = PlacedScript(phase: isBefore ? "before-request" : "tests", code: code, file: "things.yml")
    let form: JSONValue = .object([
      "name": "Things", "id": "id-1", "method": request["method"], "url": request["url"], "headers": request["header"],
      "body": request["body"],
    ])
    var job = ScriptJob(rules: .postman, scripts: [script], request: form)
    job.response = response.map { Self.form($0) }
    job.body = Array((response?["body"]?.string ?? "").utf8)
    job.scopes = scopes
    job.info = [
      "eventName": isBefore ? "prerequest" : "test", "iteration": 0, "iterationCount": 1, "requestName": "Things",
      "requestId": "id-1",
    ]
    job.seed = 42
    return job
  }

  private static func form(_ response: JSONValue) -> JSONValue {
    .object([
      "code": response["code"], "reason": response["reason"], "headers": response["header"] ?? [],
      "time": response["responseTime"], "cookies": [],
    ])
  }

  /// Runs the script with the recorded answers to its sends.
  func run(in engine: ScriptEngine) async throws -> (outcome: ScriptOutcome, sends: Int) {
    let sends = Monitor(0)
    let outcome = try await engine.run(job) { ask in
      switch ask.kind {
      case "send":
        let count = sends.change { count in
          count += 1
          return count
        }
        let answer = answers[min(count, answers.count) - 1]
        if let message = answer["error"] { return ScriptAnswer(["error": ["name": "Error", "message": message]]) }
        return ScriptAnswer(["response": Self.form(answer)], body: Array((answer["body"]?.string ?? "").utf8))
      case "dynamic":
        return ScriptAnswer(["value": "fea4678d-95a2-4cdd-b0c9-81fbea203c85"])
      case "cookies":
        return ScriptAnswer(["value": .null])
      default:
        return ScriptAnswer([:])
      }
    }
    return (outcome, sends.change { $0 })
  }
}

/// The number of results that equal the recorded ones.
struct RecordedScore: Sendable {
  /// Equal ones and all.
  struct Share: Sendable {
    var equal = 0
    var all = 0

    var value: Double { all == 0 ? 1 : Double(equal) / Double(all) }

    mutating func count(_ isEqual: Bool) {
      all += 1
      if isEqual { equal += 1 }
    }
  }

  /// Verdicts in name, order, pass and skip.
  var verdicts = Share()
  /// Messages of failed assertions.
  var messages = Share()
  /// Classes of other errors, in tests and of scripts.
  var errors = Share()
  /// Changed variables, next request, skipped request, number of sends.
  var effects = Share()

  mutating func add(_ other: RecordedScore) {
    for part in [\RecordedScore.verdicts, \.messages, \.errors, \.effects] {
      self[keyPath: part].equal += other[keyPath: part].equal
      self[keyPath: part].all += other[keyPath: part].all
    }
  }

  init() {}

  init(_ outcome: ScriptOutcome, sends: Int, of script: RecordedScript) {
    compareVerdicts(outcome.verdicts, script)
    let error = outcome.error.map { Self.described($0.error, $0.message) }
    errors.count(error == script.expected["error"]?.string.map { Self.shortened($0) })
    if !script.varies { effects.count(Self.changes(of: outcome).isEquivalent(to: script.expected["changed"] ?? [:])) }
    let next: NextRequest? = script.expected["next"].map { $0.string.map { .named($0) } ?? .end }
    effects.count(outcome.next == next)
    effects.count(outcome.skipsRequest == (script.expected["skipped"] != nil))
    effects.count(sends == script.expected["sends"]?.int ?? script.expected["sends"]?.array?.count ?? 0)
  }

  private mutating func compareVerdicts(_ verdicts: [ScriptVerdict], _ script: RecordedScript) {
    let recorded = script.expected["results"]?.array ?? []
    for index in 0..<max(recorded.count, verdicts.count) {
      guard index < recorded.count, index < verdicts.count else {
        self.verdicts.count(false)
        continue
      }
      let (wanted, verdict) = (recorded[index], verdicts[index])
      let isNamed = script.varies || wanted["name"]?.string == verdict.name
      let isSame = isNamed && wanted["passed"]?.bool == verdict.passed
      self.verdicts.count(isSame && (wanted["skipped"]?.bool ?? false) == verdict.isSkipped)
      guard wanted["passed"]?.bool == false, !verdict.passed else { continue }
      if let message = wanted["message"]?.string {
        messages.count(script.varies || verdict.error == "AssertionError" && verdict.message == message)
      } else {
        let error = Self.described(verdict.error, verdict.message)
        errors.count(script.varies || error == Self.shortened(wanted["error"]?.string ?? ""))
      }
    }
  }

  /// The class, and the message of an assertion.
  private static func described(_ error: String?, _ message: String?) -> String {
    error == "AssertionError" ? "AssertionError: \(message ?? "")" : error ?? ""
  }

  private static func shortened(_ recorded: String) -> String {
    recorded.hasPrefix("AssertionError") ? recorded : String(recorded.prefix { $0 != ":" })
  }

  private static func changes(of outcome: ScriptOutcome) -> JSONValue {
    let names: [ScriptScope: String] = [
      .globals: "globals", .environment: "environment", .collection: "collectionVariables", .local: "_variables",
    ]
    var changes: JSONValue = .object([])
    for change in outcome.changes {
      let scope = names[change.scope] ?? change.scope.rawValue
      var values = changes[scope] ?? .object([])
      values[change.name] = change.value ?? .null
      changes[scope] = values
    }
    return changes
  }
}
