import TestSupport
import Testing

@Suite("apus history replay", .scriptEngine) struct HistoryReplayTests {
  /// The `runtime` of a request with these scripts, in their order.
  static func runtime(_ scripts: [(type: String, code: String)]) -> String {
    "  scripts:\n"
      + scripts.map { type, code in
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map { "        \($0)\n" }
        return "    - type: \(type)\n      code: |-\n" + lines.joined()
      }.joined()
  }

  private static func server() throws -> AnsweringServer {
    try AnsweringServer { request in
      Answer.json(#"{"target": "\#(request.target)", "items": [3, 1, 2]}"#, headers: ["X-Count: 3"])
    }
  }

  private static let before = """
    pm.environment.set("number", Math.random());
    pm.variables.set("time", Date.now());
    console.log(new Date().toISOString(), crypto.randomUUID(), pm.environment.get("base_url"));
    setTimeout(() => console.log("late", Date.now()), 30);
    setTimeout(() => console.log("early"), 10);
    pm.sendRequest(pm.environment.get("base_url") + "/other", (error, response) => {
      pm.collectionVariables.set("target", response.json().target);
      console.log("answer", response.text());
    });
    """

  @Test func `Scripts with random numbers, times, waits and sends replay equal without a server.`() async throws {
    let server = try Self.server()
    let tests = """
      pm.test("status", () => pm.response.to.have.status(200));
      pm.test("items", () => pm.expect(pm.response.json().items).to.have.lengthOf(4));
      console.log(pm.collectionVariables.get("target"), pm.environment.get("number"), pm.response.responseTime);
      """
    let runtime = Self.runtime([("before-request", Self.before), ("tests", tests)])
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: runtime)])
    let sent = try await sample.program.run("send", "get", "-e", "local", "--allow-scripts")
    #expect(sent.status == 1, "\(sent.error)")
    let targets = server.requests.map(\.target)
    #expect(targets == ["/other", "/echo"])
    server.stop()
    let replay = try await sample.program.run("history", "replay", "last")
    #expect(replay.status == 0, "\(replay.text)\(replay.error)")
    #expect(replay.lines == ["before-request: equal", "tests: equal"])
    let shown = try await sample.program.run("history", "show", "last", "--json").json()
    let console = shown["_scripts"][0]["console"].array.compactMap { $0["message"].string }
    #expect(console.contains("early") && console.contains { $0.contains("/other") }, "\(console)")
  }

  @Test func `The request as scripts changed it is compared, a masked value by its mask.`() async throws {
    let server = try Self.server()
    func request(_ method: String, _ number: String) -> String {
      let code = """
        req.setMethod("\(method)");
        req.setUrl("{{base_url}}/" + Math.random());
        req.setHeader("Authorization", "Bearer hidden-" + Math.random());
        req.setHeader("X-Number", \(number));
        req.setBody({ time: Date.now() });
        """
      return Sample.request(runtime: Self.runtime([("before-request", code)]))
    }
    let sample = try Sample(url: server.url, requests: ["get": request("PUT", "Math.random()")])
    _ = try await sample.program.run("send", "get", "-e", "local", "--allow-scripts")
    #expect(server.requests.map(\.method) == ["PUT"])
    let scripts = try await sample.program.run("history", "show", "last", "--json").json()["_scripts"]
    #expect(scripts[0]["request"]["method"].string == "PUT" && !"\(scripts)".contains("hidden-"), "\(scripts)")
    let same = try await sample.program.run("history", "replay", "last")
    #expect(same.status == 0 && same.lines == ["before-request: equal"], "\(same.text)\(same.error)")
    try sample.folder.write("get.yml", request("PATCH", "7"))
    let now = try await sample.program.run("history", "replay", "last", "--scripts", "now", "--allow-scripts")
    #expect(now.status == 1 && now.lines.contains("- request method = PUT"), "\(now.text)")
    #expect(now.lines.contains("+ request method = PATCH") && now.lines.contains("+ request header X-Number: 7"))
    #expect(!now.text.contains("hidden-") && !now.lines.contains { $0.contains("request body") }, "\(now.text)")
  }

  @Test func `A changed script is named, and its present text replayed on demand.`() async throws {
    let server = try Self.server()
    func request(_ count: Int) -> String {
      let code = "pm.test('items', () => pm.expect(pm.response.json().items.length).to.equal(\(count)));"
      return Sample.request(runtime: Self.runtime([("tests", code)]))
    }
    let sample = try Sample(url: server.url, requests: ["get": request(3)])
    _ = try await sample.program.run("send", "get", "-e", "local", "--allow-scripts")
    let same = try await sample.program.run("history", "replay", "last", "--scripts", "now", "--allow-scripts")
    #expect(same.status == 0, "\(same.text)\(same.error)")
    try sample.folder.write("get.yml", request(4))
    let recorded = try await sample.program.run("history", "replay", "last")
    #expect(recorded.status == 4 && recorded.text.contains("tests: not replayable: tests of get.yml:"))
    #expect(recorded.text.hasSuffix(" has changed since; --scripts now runs its present text\n"))
    let refused = try await sample.program.run("history", "replay", "last", "--scripts", "now")
    #expect(refused.status == 4 && refused.error.contains("may not run yet"))
    let now = try await sample.program.run("history", "replay", "last", "--scripts", "now", "--allow-scripts")
    #expect(now.status == 1)
    #expect(
      now.lines == [
        "tests: differs", "- items passed", "+ items failed: AssertionError: expected 3 to equal 4",
      ])
    let json = try await sample.program.run(
      "history", "replay", "last", "--scripts", "now", "--allow-scripts", "--json"
    ).json()
    #expect(json[0]["equal"] == .bool(false) && json[0]["phase"].string == "tests")
    #expect(json[0]["replayed"]["verdicts"][0]["passed"] == .bool(false))
  }

  @Test func `An exchange without scripts and one with large inputs are not replayable.`() async throws {
    let server = try Self.server()
    let large = "pm.environment.set('large', 'x'.repeat(70000));"
    let runtime = Self.runtime([("before-request", large), ("tests", "pm.test('t', () => {});")])
    let sample = try Sample(
      url: server.url, requests: ["get": Sample.request(runtime: runtime), "plain": Sample.request()])
    _ = try await sample.program.run("send", "get", "-e", "local", "--allow-scripts")
    let replay = try await sample.program.run("history", "replay", "last")
    #expect(replay.status == 4)
    #expect(
      replay.lines == ["before-request: equal", "tests: not replayable: their inputs are larger than 64 KB"])
    _ = try await sample.program.run("send", "plain", "-e", "local")
    let plain = try await sample.program.run("history", "replay", "last")
    #expect(plain.status == 4 && plain.error == "apus: this exchange has no recorded scripts\n")
    #expect(try await sample.program.run("history", "replay", "nothing").status == 3)
  }

  @Test func `Secrets that only a name suggests are not in the inputs.`() async throws {
    let server = try AnsweringServer { request in
      request.target == "/login"
        ? Answer.json(#"{"access_token": "hidden-one"}"#, headers: ["Set-Cookie: theme=hidden-two"]) : Answer.json("{}")
    }
    let before = """
      pm.sendRequest(pm.environment.get("base_url") + "/login", (error, response) => {
        pm.environment.set("password", "hidden-three");
        pm.environment.set("length", response.json().access_token.length);
      });
      """
    let runtime = Self.runtime([("before-request", before), ("tests", "pm.test('t', () => {});")])
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: runtime)])
    _ = try await sample.program.run("send", "get", "-e", "local", "--allow-scripts")
    let shown = try await sample.program.run("history", "show", "last", "--json")
    let answer = try shown.json()["_scripts"][0]["inputs"]["answers"][0]
    #expect(answer["ask"].string == "send" && answer["body"].string?.contains("access_token") == true)
    // The length of the masked token differs, and the difference is explained.
    let values = try shown.json()["_scripts"]
    #expect(values[0]["inputs"]["answers"].array.allSatisfy { !"\($0)".contains("hidden-") }, "\(values)")
    #expect(!"\(values[1]["inputs"])".contains("hidden-"), "\(values)")
    let replay = try await sample.program.run("history", "replay", "last")
    #expect(replay.status == 1 && replay.error.contains("secrets of the inputs are masked"), "\(replay.text)")
  }
}
