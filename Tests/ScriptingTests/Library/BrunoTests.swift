import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

@Suite("Bruno's scripts", .scriptEngine) struct BrunoTests {
  private static let body = """
    {"id": 7, "items": [{"id": 1, "n": "a", "tags": ["x"]}, {"id": 2, "n": "b", "tags": ["y", "z"]}], "deep": {"id": 9}}
    """

  /// A response and variables in each scope.
  private static func bench(_ phase: String = "tests", isRunner: Bool = true) -> ScriptBench {
    var bench = ScriptBench.answered(body, headers: [("X-Request-Id", "r1"), ("Set-Cookie", "a=1; Path=/")])
    bench.rules = .bruno
    bench.phase = phase
    if phase == "before-request" { (bench.response, bench.body) = (nil, "") }
    bench.request = [
      "name": "Things", "method": "POST", "url": "{{base}}/things/:id?limit=10",
      "headers": [
        ["key": "Content-Type", "value": "application/json"], ["key": "X-Off", "value": "1", "disabled": true],
      ],
      "body": ["mode": "raw", "raw": #"{"name":"Ada"}"#, "language": "json"], "tags": ["smoke"],
      "auth": ["type": "bearer", "bearer": [["key": "token", "value": "{{token}}"]]],
      "pathVariables": [["key": "id", "value": "7"]],
    ]
    bench.scopes = [
      .globals: [("g", 1)], .collection: [("col", "c")], .folder: [("inFolder", "f")], .request: [("inRequest", "r")],
      .environment: [("base", "http://localhost:8080"), ("token", "t"), ("greeting", "hello {{name}}")],
      .runtime: [("name", "Ada"), ("obj", ["a": ["b": [1, 2]]])], .data: [("row", 1)],
    ]
    bench.info = [
      "eventName": phase == "before-request" ? "prerequest" : "test", "iteration": 0, "iterationCount": 1,
      "requestName": "Things", "requestId": "things", "environmentName": "local", "collectionName": "Coll",
      "collectionPath": "/coll", "folders": ["outer", "inner"], "authMode": "bearer", "isRunner": .bool(isRunner),
    ]
    bench.answers["process"] = { ask in ScriptAnswer(["value": .string("of \(ask.content["name"]?.string ?? "")")]) }
    return bench
  }

  /// Runs a script in which every test must pass, and no error may end it.
  @discardableResult
  private func passes(_ bench: ScriptBench, _ code: String) async throws -> ScriptOutcome {
    let outcome = try await bench.run(code)
    for verdict in outcome.verdicts where !verdict.passed { Issue.record("\(verdict)") }
    #expect(outcome.error == nil)
    return outcome
  }

  private func values(_ outcome: ScriptOutcome) -> [String] {
    outcome.changes.map { "\($0.scope) \($0.name) \($0.value?.text ?? "removed")" }.sorted()
  }

  @Test func `res has the parts of the response.`() async throws {
    let outcome = try await passes(
      Self.bench(),
      """
      test("res", () => {
        expect([res.status, res.getStatus(), res.statusText, res.getStatusText()]).to.eql([200, 200, "OK", "OK"]);
        expect(res.body.id).to.equal(7);
        expect(res.getBody()).to.equal(res.body);
        expect(res.headers["Content-Type"]).to.equal("application/json");
        expect([res.getHeader("x-request-id"), res.getHeader("nope")]).to.eql(["r1", undefined]);
        expect(res.getHeaders()["set-cookie"]).to.eql(["a=1; Path=/"]);
        expect([res.responseTime, res.getResponseTime()]).to.eql([120.4, 120.4]);
        expect([res.url, res.getUrl()]).to.eql(["https://example.org/users/1", "https://example.org/users/1"]);
        expect(res.getSize().body).to.be.above(10);
        expect(res.getDataBuffer().toString()).to.include("items");
      });
      res.setBody({ a: { b: 1 } });
      test("set", () => expect([res.body.a.b, res("a.b")]).to.eql([1, 1]));
      """)
    #expect(outcome.verdicts.count == 2 && outcome.responseBody == ["a": ["b": 1]])
  }

  @Test func `res reads paths of the body.`() async throws {
    try await passes(
      Self.bench(),
      """
      test("paths", () => {
        expect([res("id"), res("items[0].n"), res("nope.x")]).to.eql([7, "a", undefined]);
        expect(res("items.n")).to.eql(["a", "b"]);
        expect(res("..id")).to.eql([7, 1, 2, 9]);
        expect(res("..tags")).to.eql(["x", "y", "z"]);
        expect(res("items[?].n", (item) => item.id > 1)).to.eql(["b"]);
        expect(res("items[?]", { id: 1 })[0].n).to.equal("a");
        expect(res("items[?]", (item) => item.id * 2)).to.eql([2, 4]);
      });
      """)
  }

  @Test func `Before the request, no response exists.`() async throws {
    let outcome = try await passes(
      Self.bench("before-request"), #"test("none", () => expect(typeof res).to.equal("undefined"))"#)
    #expect(outcome.request == nil && outcome.verdicts.count == 1)
  }

  @Test func `bru reads the variables of each scope and fills in templates.`() async throws {
    try await passes(
      Self.bench(),
      """
      test("get", () => {
        expect([bru.getVar("name"), bru.getVar("base")]).to.eql(["Ada", undefined]);
        expect(bru.getEnvVar("greeting")).to.equal("hello Ada");
        expect([bru.getGlobalEnvVar("g"), bru.getCollectionVar("col")]).to.eql([1, "c"]);
        expect([bru.getFolderVar("inFolder"), bru.getRequestVar("inRequest")]).to.eql(["f", "r"]);
        expect([bru.hasVar("name"), bru.hasEnvVar("nope")]).to.eql([true, false]);
        expect(bru.getAllVars()).to.have.property("name", "Ada");
        expect(bru.interpolate("{{obj.a.b[1]}} {{base}} {{nope}} {{process.env.HOME}}"))
          .to.equal("2 http://localhost:8080 {{nope}} of HOME");
        expect(bru.interpolate({ a: "{{name}}", b: 1 })).to.eql({ a: "Ada", b: 1 });
        expect([bru.getProcessEnv("X"), process.env.Y, process.env.NODE_ENV]).to.eql(["of X", "of Y", undefined]);
        expect([bru.getEnvName(), bru.getCollectionName(), bru.cwd()]).to.eql(["local", "Coll", "/coll"]);
        expect([bru.runner.iterationIndex, bru.runner.iterationData.get("row")]).to.eql([0, 1]);
        expect(() => bru.setVar("", 1)).to.throw("without specifying a name");
        expect(() => bru.setVar("a b", 1)).to.throw("invalid characters");
        expect(bru.utils.minifyJson('{ "a" : 1 }')).to.equal('{"a":1}');
      });
      """)
  }

  @Test func `bru sets and removes variables.`() async throws {
    let outcome = try await passes(
      Self.bench(),
      """
      bru.setVar("x", { y: 1 }); bru.setEnvVar("token", "new"); bru.setGlobalEnvVar("n", 2);
      bru.setCollectionVar("col", "d"); bru.deleteEnvVar("base"); bru.deleteAllVars();
      """)
    #expect(
      values(outcome) == [
        "collection col \"d\"", "environment base removed", "environment token \"new\"", "globals n 2",
        "runtime name removed", "runtime obj removed",
      ])
    #expect(outcome.changes.allSatisfy { $0.place != nil })
  }

  @Test func `req reads the request before it is resolved.`() async throws {
    let outcome = try await passes(
      Self.bench("before-request"),
      """
      test("req", () => {
        expect([req.getUrl(), req.url]).to.eql(["{{base}}/things/:id?limit=10", "{{base}}/things/:id?limit=10"]);
        expect([req.getMethod(), req.getName(), req.getAuthMode()]).to.eql(["POST", "Things", "bearer"]);
        expect([req.getHeader("content-type"), req.getHeader("X-Off")]).to.eql(["application/json", undefined]);
        expect(Object.keys(req.getHeaders())).to.eql(["Content-Type"]);
        expect([req.getBody(), req.body.name]).to.eql([{ name: "Ada" }, "Ada"]);
        expect(req.getBody({ raw: true })).to.equal('{"name":"Ada"}');
        expect([req.getTags(), req.getTimeout(), req.getExecutionMode()]).to.eql([["smoke"], 0, "runner"]);
        expect([req.getHost(), req.getPath()]).to.eql(["localhost:8080", "/things/:id"]);
        expect(req.getQueryString()).to.equal("limit=10");
        expect(req.getPathParams()).to.eql([{ name: "id", value: "7", type: "path" }]);
      });
      """)
    #expect(outcome.request == nil)
  }

  @Test func `req changes the request.`() async throws {
    let outcome = try await passes(
      Self.bench("before-request"),
      """
      req.setUrl("http://h/x/:id?y={{z}}"); req.setMethod("PUT"); req.setHeader("X-A", 1); req.headers["X-B"] = "2";
      delete req.headers["content-type"]; req.setBody({ a: "{{b}}" }); req.setTimeout(500); req.setMaxRedirects(3);
      """)
    let request = try #require(outcome.request)
    #expect(request["method"]?.string == "PUT" && request["url"]?.string == "http://h/x/:id?y={{z}}")
    let headers = request["headers"]?.array ?? []
    #expect(headers.map { $0["key"]?.string } == ["X-Off", "X-A", "X-B"])
    #expect(request["body"]?["raw"]?.string == #"{"a":"{{b}}"}"#)
    #expect(request["timeout"]?.int == 500 && request["maxRedirects"]?.int == 3)
    #expect(request["pathVariables"]?.array?.first?["value"]?.string == "7")
  }

  @Test func `A script steers the run.`() async throws {
    let outcome = try await passes(
      Self.bench("before-request"),
      #"bru.runner.skipRequest(); bru.runner.setNextRequest("n"); bru.runner.stopExecution();"#)
    #expect(outcome.skipsRequest && outcome.stopsRun && outcome.next == .named("n"))
    #expect(try await Self.bench().run("bru.setNextRequest(null)").next == .end)
  }

  @Test func `An async test is awaited, and its result is known to the script.`() async throws {
    let outcome = try await Self.bench().run(
      """
      await test("waits", async () => { await bru.sleep(50); expect(1).to.equal(1); });
      await test("fails", async () => { throw new Error("no"); });
      bru.setVar("summary", (await bru.getTestResults()).summary);
      """)
    #expect(outcome.verdicts.map(\.name) == ["waits", "fails"] && outcome.verdicts.map(\.passed) == [true, false])
    #expect(values(outcome) == [#"runtime summary {"total":2,"passed":1,"failed":1,"skipped":0}"#])
  }

  private static func call(_ phase: String) -> ScriptBench {
    var bench = ScriptBench()
    (bench.rules, bench.phase) = (.bruno, phase)
    bench.request = [
      "name": "Get", "method": "/shop.Stock/Get", "url": "grpc://127.0.0.1:50051", "kind": "grpc",
      "headers": [["key": "X-Key", "value": "1"]], "body": ["mode": "raw", "raw": #"{"id": 7}"#, "language": "json"],
    ]
    guard phase == "tests" else { return bench }
    bench.response = [
      "code": 5, "reason": "NOT_FOUND", "time": 3, "cookies": [], "headers": [["key": "x-node", "value": "n1"]],
      "trailers": [["key": "grpc-message", "value": "gone"]], "size": ["body": 2, "header": 0],
      "messages": [
        ["direction": "send", "data": #"{"id":7}"#, "time": 1],
        ["direction": "receive", "data": #"{"n":1}"#, "time": 2],
      ],
    ]
    bench.body = #"{"n":1}"#
    return bench
  }

  @Test("A script before a gRPC call changes its metadata and its message, and keeps the case of its method")
  func callStart() async throws {
    let outcome = try await Self.call("before-request").run(
      """
      const { metadata, method } = bru.grpc.request;
      metadata.set("x-key", 2);
      metadata.upsert("x-more", method);
      req.setBody({ ...req.getBody(), id: 8 });
      console.log(bru.grpc.response, bru.grpc.request.messages.count());
      """)
    #expect(outcome.console.map(\.text) == ["undefined 0"])
    let request = try #require(outcome.request)
    #expect(request["method"] == "/shop.Stock/Get" && request["url"] == "grpc://127.0.0.1:50051")
    let headers = request["headers"]?.array?.map { "\($0["key"]?.string ?? ""): \($0["value"]?.string ?? "")" }
    #expect(headers == ["x-key: 2", "x-more: /shop.Stock/Get"])
    #expect(request["body"]?["raw"] == #"{"id":8}"#)
  }

  @Test("A script after a gRPC call reads status, metadata, trailers and messages")
  func callEnd() async throws {
    let outcome = try await Self.call("tests").run(
      """
      const { response, request } = bru.grpc;
      console.log(response.statusCode, response.statusText, res.status, res.body.n, res.messages, res.trailers);
      console.log(response.metadata.get("X-NODE"), response.trailers.has("grpc-message"), response.messages.get().data);
      console.log(request.messages.map((message) => message.data.id), request.metadata.get("x-key"));
      """)
    #expect(outcome.error == nil)
    #expect(
      outcome.console.map(\.text) == [
        "5 NOT_FOUND 5 1 [ { n: 1 } ] { 'grpc-message': 'gone' }", "n1 true { n: 1 }", "[ 7 ] 1",
      ])
  }
}
