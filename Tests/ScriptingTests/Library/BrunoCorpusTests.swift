import Basics
import Foundation
import Scripting
import TestSupport
import Testing
import Workspaces

/// The real scripts of Bruno and Insomnia run on written answers without an unknown name.
@Suite("Real scripts of Bruno and Insomnia", .corpora("scripts"), .scriptEngine) struct BrunoCorpusTests {
  private struct CorpusScript: Decodable {
    var id: String
    var tool: String
    var kind: String
    var script: String

    var isBeforeRequest: Bool { ["script:pre-request", "before-request"].contains(kind) }
  }

  private static let body = """
    {"id": 1, "count": 2, "value": {"title": "t", "a": 1}, "data": [{"id": 3}], "error": {}, "lines": [], "items": [],
    "result": {"content": [{"text": "{}"}]}, "access_token": "a.b.c", "entries": []}
    """

  @Test func `No script uses a name that is missing.`() async throws {
    let file = URL(fileURLWithPath: "\(try Corpora.folder("scripts"))/scripts.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let scripts = try lines.map { try JSONDecoder().decode(CorpusScript.self, from: Data($0.utf8)) }
    let chosen = scripts.filter { ["bruno", "opencollection", "insomnia"].contains($0.tool) }
    #expect(chosen.count == 359)
    var missing: [String] = []
    // One of Insomnia's scripts never ends.
    for script in chosen where !script.script.hasPrefix("while(true)") {
      missing += try await unknownNames(in: script)
    }
    #expect(missing.filter { message in !Self.known.contains { message.hasSuffix($0) } } == [])
  }

  /// Errors that the scripts have in their own tools, too.
  private static let known = ["Can't find variable: greetting", "Can't find variable: foo"]

  private func unknownNames(in script: CorpusScript) async throws -> [String] {
    var bench = ScriptBench.answered(Self.body)
    bench.rules = .bruno
    bench.limits.running = .seconds(60)
    bench.phase = script.isBeforeRequest ? "before-request" : "tests"
    bench.info = ["eventName": script.isBeforeRequest ? "prerequest" : "test", "collectionPath": "/coll"]
    if script.isBeforeRequest { (bench.response, bench.body) = (nil, "") }
    bench.scopes = [.environment: [("baseUrl", "http://h"), ("API_TOKEN", "t")]]
    let response = bench.response ?? ["code": 200, "reason": "OK", "headers": [], "time": 1]
    let answer: @Sendable (ScriptAsk) async -> ScriptAnswer = { _ in
      ScriptAnswer(["response": response], body: Array(Self.body.utf8))
    }
    (bench.answers["send"], bench.answers["run"]) = (answer, answer)
    bench.answers["process"] = { _ in ScriptAnswer(["value": "v"]) }
    bench.answers["module"] = { ask in
      let name = ask.content["name"]?.string ?? ""
      guard name.contains("pre_request") || name.contains("login") else {
        return ScriptAnswer(["refused": .string("no module \(name)")])
      }
      let code = "module.exports = class { async Authenticate() {} }; module.exports.login = async () => {};"
      return ScriptAnswer(["kind": "js", "path": .string(name), "code": .string(code)])
    }
    let outcome = try await bench.run(script.script)
    return (outcome.verdicts + (outcome.error.map { [$0] } ?? [])).compactMap { verdict in
      guard let message = verdict.message else { return nil }
      let isUnknown = verdict.error == "ReferenceError" || Self.names(missingFunction: message)
      return isUnknown ? "\(script.id) \(message)" : nil
    }
  }

  /// True if a message says that a function of the interface does not exist: `bru.x is not a function`.
  private static func names(missingFunction message: String) -> Bool {
    let roots = ["bru", "req", "res", "axios", "insomnia", "pm"]
    guard message.contains(" is not a function"), roots.contains(where: { message.hasPrefix("\($0).") }) else {
      return false
    }
    // The written body may lack what the script expects in it.
    return !["res.body", "res.getBody()"].contains { message.hasPrefix($0) }
  }
}
