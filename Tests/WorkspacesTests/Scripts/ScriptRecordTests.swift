import Basics
import HTTPModel
import Testing
import Workspaces

/// The inputs of scripts that the history keeps for a replay.
struct ScriptRecordTests {
  private func record(
    _ answers: [ScriptReply] = [], body: String = "", changed: JSONValue? = nil,
    change: (inout ScriptJob) -> Void = { _ in }
  ) -> ScriptRecord {
    let script = PlacedScript(phase: "tests", code: "f()", file: "a.yml", line: 3)
    var job = ScriptJob(rules: .postman, scripts: [script], request: ["url": "http://h/?token=hidden"])
    job.seed = UInt64.max
    job.body = Array(body.utf8)
    change(&job)
    var outcome = ScriptOutcome()
    outcome.readings = ["clock": [5, 1], "order": [2, 1]]
    outcome.request = changed
    return ScriptRecord(job: job, outcome: outcome, answers: answers)
  }

  @Test func `A recorded job can be made again from its JSON`() throws {
    let kept = record([ScriptReply(to: ["id": 2, "ask": "send"], ["response": ["code": 200]], body: Array("ä".utf8))]) {
      $0.scopes = [.environment: [("a", 1.5), ("b", ["c": .null])]]
      $0.secrets = [.environment: ["s"]]
      $0.names = ["left": ["value": 1]]
    }
    let json = try #require(ScriptRecord.json(of: [kept]).array?.first)
    let job = try #require(ScriptJob(recorded: json, scripts: kept.job.scripts, body: []))
    #expect(job.seed == UInt64.max && job.rules == .postman && job.order == [2, 1])
    #expect(job.request == kept.job.request && job.names == kept.job.names && job.response == nil)
    #expect(job.scopes[.environment]?.map(\.name) == ["a", "b"] && job.secrets == [.environment: ["s"]])
    #expect(job.scopes[.environment]?.map(\.value) == [1.5, ["c": .null]])
    #expect(job.info["readings"] == kept.outcome.readings)
    let reply = try #require(json["inputs"]?["answers"]?.array?.first.flatMap(ScriptReply.init(recorded:)))
    #expect(reply.id == 2 && reply.ask == "send" && reply.body == Array("ä".utf8))
  }

  @Test func `A secret that scripts read is named, and its value is not kept`() throws {
    let reply = ScriptReply(to: ["ask": "secret", "name": "pin"], ["value": "hidden"])
    let refused = ScriptReply(to: ["ask": "secret", "name": "pin"], ["refused": "not allowed"])
    let json = ScriptRecord.json(of: [record([reply]), record([refused])])
    #expect(json.array?[0]["notReplayable"]?.string == "they read the secret pin")
    #expect(json.array?[0]["inputs"] == nil && json.array?[1]["inputs"] != nil)
    #expect(!(json.array?[0].text.contains("hidden") ?? true))
  }

  @Test func `The parts of the request that scripts changed are kept, masked as the inputs are`() {
    let changed: JSONValue = [
      "method": "PUT", "url": "http://h/?token=hidden", "body": .null,
      "headers": [["key": "A", "value": "1"], ["key": "Authorization", "value": "Bearer hidden"]],
    ]
    let jobs = ScriptRecord.json(of: [record(changed: changed) { $0.request["method"] = "GET" }, record()])
    #expect(jobs.array?[0]["request"]?.memberNames == ["method", "headers"] && jobs.array?[1]["request"] == nil)
    let masked = ScriptRecord.masked(jobs, by: .standard).array?[0]
    #expect(masked?["request"]?["headers"]?.array?.first == ["key": "A", "value": "1"])
    #expect(masked?["masked"]?.bool == true && masked?.text.contains("hidden") == false)
    let large: JSONValue = ["body": ["mode": "raw", "raw": .string(String(repeating: "x", count: 70_000))]]
    let tooLarge = ScriptRecord.json(of: [record(changed: large)]).array?[0]
    #expect(tooLarge?["request"] == nil && tooLarge?["notReplayable"] != nil)
  }

  @Test func `All jobs of an exchange share the limit of 64 KB`() {
    let large = record { $0.names = ["x": .string(String(repeating: "x", count: 40_000))] }
    let jobs = ScriptRecord.json(of: [large, large, record()]).array ?? []
    #expect(jobs.map { $0["inputs"] != nil } == [true, false, true])
    #expect(jobs[1]["notReplayable"]?.string == "their inputs are larger than 64 KB" && jobs[1]["readings"] == nil)
  }

  @Test func `Inputs are masked by their names, and marked`() throws {
    let kept = record([
      ScriptReply(
        to: ["id": 1, "ask": "send"],
        [
          "response": [
            "headers": [["key": "Set-Cookie", "value": "a=hidden"]],
            "cookies": [["name": "a", "value": "hidden", "domain": "h"]],
          ]
        ], body: Array(#"{"access_token":"hidden"}"#.utf8))
    ]) {
      $0.scopes = [.environment: [("password", "hidden"), ("apiToken", "hidden"), ("plain", "shown")]]
      $0.names = ["secret": ["value": "hidden"]]
      $0.request["auth"] = ["type": "apikey", "apikey": [["key": "value", "value": "hidden"]]]
      $0.request["headers"] = [
        ["key": "Authorization", "value": "{{token}}"], ["key": "X-Api-Key", "value": "hidden"],
      ]
    }
    let plain = ScriptRecord.json(of: [kept])
    let masked = ScriptRecord.masked(plain, by: .standard)
    #expect(!masked.text.contains("hidden"), "\(masked.text)")
    #expect(masked.text.contains("shown") && masked.text.contains("{{token}}"))
    #expect(masked.array?[0]["masked"]?.bool == true)
    #expect(ScriptRecord.masked(plain, by: .none) == plain)
  }
}
