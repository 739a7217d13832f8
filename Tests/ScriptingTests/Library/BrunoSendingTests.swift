import Basics
import Scripting
import Synchronization
import TestSupport
import Testing
import Workspaces

/// Sends of scripts by axios, `fetch` and `bru`, and the scripts of other tools.
@Suite("Sends of Bruno's scripts", .scriptEngine) struct BrunoSendingTests {
  /// The questions of scripts that concern the test.
  private final class Asked: Sendable {
    private let requests = Mutex<[JSONValue]>([])

    var all: [JSONValue] { requests.withLock { $0 } }

    func add(_ request: JSONValue) -> Int {
      requests.withLock {
        $0.append(request)
        return $0.count - 1
      }
    }
  }

  private static func response(_ code: Int) -> JSONValue {
    [
      "code": .int(code), "reason": code == 200 ? "OK" : "Other", "time": 3, "cookies": [],
      "headers": [["key": "Content-Type", "value": "application/json"]], "size": ["body": 2, "header": 10],
      "url": "http://h/",
    ]
  }

  /// Answers sends in turn: a code and a body, or an error.
  private func bench(_ answers: [(code: Int, body: String)], asked: Asked) -> ScriptBench {
    var bench = ScriptBench.answered(#"{"id": 7}"#, headers: [("X-Request-Id", "r1")])
    bench.rules = .bruno
    bench.scopes = [.runtime: [("name", "Ada")], .folder: [("inFolder", "f")], .globals: [("g", 1)]]
    bench.info = ["eventName": "test", "collectionName": "Coll", "folders": ["outer"], "requestName": "Things"]
    let answer: @Sendable (ScriptAsk) async -> ScriptAnswer = { ask in
      let index = asked.add(ask.content["request"] ?? ask.content["name"] ?? .null)
      let (code, body) = index < answers.count ? answers[index] : (code: 200, body: "{}")
      guard code > 0 else { return ScriptAnswer(["error": ["message": "refused", "code": "ECONNREFUSED"]]) }
      return ScriptAnswer(["response": Self.response(code)], body: Array(body.utf8))
    }
    (bench.answers["send"], bench.answers["run"]) = (answer, answer)
    return bench
  }

  private func passes(_ bench: ScriptBench, _ code: String) async throws -> ScriptOutcome {
    let outcome = try await bench.run(code)
    for verdict in outcome.verdicts where !verdict.passed { Issue.record("\(verdict)") }
    #expect(outcome.error == nil && !outcome.verdicts.isEmpty)
    return outcome
  }

  @Test func `axios sends and throws for an error status.`() async throws {
    let asked = Asked()
    _ = try await passes(
      bench([(200, #"{"ok":1}"#), (404, "{}"), (0, ""), (500, "{}")], asked: asked),
      """
      const axios = require("axios");
      const api = axios.create({ baseURL: "http://h/api/", auth: { username: "u", password: "p" } });
      test("axios", async () => {
        const answer = await api.post("/items", { a: 1 }, { params: { q: "a b", n: [1, 2] }, timeout: 900 });
        expect([answer.status, answer.data]).to.eql([200, { ok: 1 }]);
        const missing = await axios.get("http://h/404").catch((error) => error);
        expect([missing.message, missing.response.status]).to.eql(["Request failed with status code 404", 404]);
        expect([axios.isAxiosError(missing), missing.code]).to.eql([true, "ERR_BAD_REQUEST"]);
        const down = await axios("http://h/down").catch((error) => error);
        expect(down.code).to.equal("ECONNREFUSED");
        expect((await axios({ url: "http://h/text", responseType: "text", validateStatus: null })).data).to.equal("{}");
        await axios.put("http://h/form", new URLSearchParams({ a: "1" }));
        await axios.delete("http://h/gone");
      });
      """)
    let first = try #require(asked.all.first)
    #expect(first["url"]?.string == "http://h/api/items?q=a%20b&n%5B%5D=1&n%5B%5D=2")
    #expect(first["timeout"]?.int == 900 && first["body"]?["raw"]?.string == #"{"a":1}"#)
    let headers = (first["headers"]?.array ?? []).map { "\($0["key"]?.string ?? ""): \($0["value"]?.string ?? "")" }
    #expect(headers.contains("Authorization: Basic dTpw") && headers.contains("Content-Type: application/json"))
    #expect(asked.all.map { $0["method"]?.string } == ["POST", "GET", "GET", "GET", "PUT", "DELETE"])
    #expect(asked.all[4]["body"]?["raw"]?.string == "a=1")
  }

  @Test func `bru sends requests, and requests of the collection.`() async throws {
    let asked = Asked()
    let outcome = try await passes(
      bench([(200, #"{"ok":true}"#), (200, #"{"z":1}"#), (500, "{}")], asked: asked),
      """
      const answer = await bru.runRequest("users/get");
      test("run", () => expect([answer.status, answer.data.ok]).to.eql([200, true]));
      bru.setVar("z", (await bru.sendRequest({ url: "http://h/2" })).data.z);
      await bru.sendRequest({ url: "http://h/3" }, (error, answer) => bru.setVar("error", [error.status, answer]));
      """)
    #expect(asked.all.first?.string == "users/get" && asked.all.count == 3)
    #expect(outcome.changes.map { $0.value?.text } == ["1", "[500,null]"])
  }

  @Test func `fetch gives a response for any status, and an error for none.`() async throws {
    let asked = Asked()
    _ = try await passes(
      bench([(404, #"{"a":2}"#), (0, "")], asked: asked),
      """
      test("fetch", async () => {
        const answer = await fetch("http://h/f", { method: "POST", headers: { "X-A": "1" }, body: "{}" });
        expect([answer.ok, answer.status, answer.headers.get("Content-Type")]).to.eql([false, 404, "application/json"]);
        expect([await answer.json(), await answer.text()]).to.eql([{ a: 2 }, '{"a":2}']);
        const error = await fetch("http://h/g").catch((error) => error);
        expect([error.name, error.message]).to.eql(["TypeError", "fetch failed: refused"]);
      });
      """)
    let headers = asked.all.first?["headers"]?.array ?? []
    #expect(headers.map { $0["key"]?.string } == ["x-a", "content-type"])
  }

  @Test func `Insomnia's scripts have the names of pm and their own.`() async throws {
    let asked = Asked()
    let outcome = try await passes(
      bench([(200, "B")], asked: asked),
      """
      insomnia.test("insomnia", () => {
        insomnia.response.to.have.status(200);
        insomnia.expect(JSON.parse(insomnia.response.body).id).to.eql(7);
        insomnia.expect(insomnia.parentFolders.get("outer").environment.get("inFolder")).to.equal("f");
        insomnia.expect(insomnia.collection.name).to.equal("Coll");
        insomnia.expect(insomnia.request.certificate.key.src).to.equal("");
      });
      insomnia.baseEnvironment.set("a", 1);
      insomnia.baseGlobals.set("b", 2);
      const answer = await insomnia.sendRequest("http://h", (error, { code }) => insomnia.environment.set("c", code));
      insomnia.environment.set("d", answer.body);
      new (require("insomnia-collection").Header)({ key: "a", value: "b" });
      """)
    let changes = outcome.changes.map { "\($0.scope) \($0.name) \($0.value?.text ?? "")" }.sorted()
    #expect(changes == ["collection a 1", "environment c 200", "environment d \"B\"", "globals b 2"])
  }

  @Test func `Scripts of IntelliJ have client, response and request.`() async throws {
    let outcome = try await passes(
      bench([], asked: Asked()),
      """
      client.test("client", () => {
        client.assert(response.status === 200 && response.body.id === 7);
        client.assert(response.headers.valueOf("X-Request-Id") === "r1");
        client.assert(response.headers.valuesOf("X-Request-Id").length === 1);
        client.assert(response.contentType.mimeType === "application/json");
        client.assert(request.variables.get("name") === "Ada");
        expect(() => client.assert(false, "why")).to.throw("why");
      });
      client.global.set("a", 1);
      client.global.clear("g");
      client.exit();
      client.global.set("never", 1);
      """)
    #expect(outcome.changes.map(\.name).sorted() == ["a", "g"])
  }

  @Test func `Postman's scripts do not see names that Postman lacks.`() async throws {
    var bench = self.bench([], asked: Asked())
    bench.rules = .postman
    _ = try await passes(
      bench,
      """
      pm.test("names", () => {
        pm.expect([typeof response, typeof process, typeof fetch]).to.eql(["undefined", "undefined", "undefined"]);
        pm.expect([typeof bru.getVar, res.status]).to.eql(["function", 200]);
      });
      """)
  }
}
