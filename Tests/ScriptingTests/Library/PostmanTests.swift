import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

/// Scripts behave as in Postman's sandbox.
@Suite(.scriptEngine) struct PostmanTests {
  private static func score(_ file: String, hasHead: Bool) async throws -> RecordedScore {
    let scripts = try RecordedScript.all(file, hasHead: hasHead)
    let engine = try ScriptBench.shared()
    return try await withThrowingTaskGroup(of: RecordedScore.self) { group in
      var score = RecordedScore()
      for (index, script) in scripts.enumerated() {
        if index >= 4, let done = try await group.next() { score.add(done) }
        group.addTask {
          let (outcome, sends) = try await script.run(in: engine)
          return RecordedScore(outcome, sends: sends, of: script)
        }
      }
      for try await done in group { score.add(done) }
      return score
    }
  }

  @Test(.corpora("scripts")) func `The cases of the interface give the recorded results`() async throws {
    let score = try await Self.score("sandbox-api.jsonl", hasHead: true)
    #expect(score.verdicts.value >= 0.98, "\(score)")
    #expect(score.errors.value >= 0.98, "\(score)")
    #expect(score.effects.value >= 0.99, "\(score)")
  }

  @Test(.corpora("scripts")) func `Real scripts give the recorded results`() async throws {
    let score = try await Self.score("sandbox-runs.jsonl", hasHead: false)
    #expect(score.verdicts.value >= 0.99, "\(score)")
    #expect(score.messages.value >= 0.98, "\(score)")
    #expect(score.errors.value >= 0.98, "\(score)")
    #expect(score.effects.value >= 0.99, "\(score)")
  }

  /// A script and what it does, a line each: verdicts, the error, changes, and wishes.
  struct Sample: Sendable, CustomTestStringConvertible {
    let code: String
    let lines: [String]
    var isBefore = false

    init(_ code: String, _ lines: String..., isBefore: Bool = false) {
      (self.code, self.lines, self.isBefore) = (code, lines, isBefore)
    }

    var testDescription: String { code }
  }

  static let samples: [Sample] = [
    Sample("pm.test('a', () => {}).test('b', () => {})", "a passed", "b passed"),
    Sample("pm.test('a', () => { throw new RangeError('x') })", "a RangeError: x"),
    Sample("pm.test('a', () => pm.expect(1).to.equal(2))", "a AssertionError: expected 1 to equal 2"),
    Sample(
      "pm.test('a', () => eval('pm.ex' + 'pect(1).' + 'to.equal(2)'))", "a AssertionError: expected 1 to equal 2"),
    Sample(
      "String.prototype.split = () => []; pm.test('a', () => pm.expect(1).to.equal(2))",
      "a AssertionError: expected 1 to equal 2"),
    Sample("pm.test.skip('later', () => {})", "later skipped"),
    Sample("pm.test('a', async () => { await null; throw new Error('late') })", "a passed", "error Error: late"),
    Sample("pm.test('a', done => setTimeout(() => done(new Error('bad')), 1))", "a Error: bad"),
    Sample("pm.test('never', done => {})"),
    Sample(
      "tests['old'] = false; pm.test('new', () => {})", "new passed",
      "old AssertionError: expected false to be truthy"),
    Sample("await Promise.resolve(); pm.test('after', () => {}); return; nope()", "after passed"),
    Sample("Promise.reject(new Error('unhandled'))", "error Error: unhandled"),
    Sample("setTimeout(() => { throw new Error('in timer') }, 1)", "error Error: in timer"),
    Sample("const timer = setInterval(() => { clearInterval(timer); pm.test('once', () => {}) }, 1)", "once passed"),
    Sample(
      "pm.test('a', () => pm.response.to.have.status(404))",
      "a AssertionError: expected response to have status code 404 but got 200"),
    Sample(
      "pm.test('a', () => pm.response.to.have.header('X-Nope'))",
      "a AssertionError: expected response to have header with key 'X-Nope'"),
    Sample("pm.test('a', () => pm.response.to.have.jsonBody('items[0].sku', 'A1').and.to.be.json)", "a passed"),
    Sample("JSON.parse('{\\n  nope')", "error JSONError: Unexpected token 'n' at 2:3\n  nope\n  ^"),
    Sample("pm.test(String(pm.response.headers.get('x-ID')), () => {})", "a-1 passed"),
    Sample(
      "pm.environment.set('n', 5); pm.environment.unset('token')", "environment.n = 5", "environment.token removed"),
    Sample("pm.environment.set('token', 'old'); pm.globals.set('o', {a: [1]})", "globals.o = {\"a\":[1]}"),
    Sample(
      "pm.variables.set('x', '1'); pm.test(pm.variables.replaceIn('{{x}}/{{token}}/{{no}}'), () => {})",
      "1/old/{{no}} passed", "local.x = \"1\""),
    Sample("postman.setEnvironmentVariable('n', 5)", "environment.n = \"5\""),
    Sample("postman.setNextRequest('Other')", "next Other"),
    Sample("pm.execution.setNextRequest(null)", "next is the end"),
    Sample("pm.execution.skipRequest(); pm.test('after', () => {})", "skips the request", isBefore: true),
    Sample("pm.execution.skipRequest()", "error TypeError: pm.execution.skipRequest is not a function"),
    Sample(
      "pm.request.headers.upsert({key: 'authorization', value: 'new'})",
      "request POST http://localhost:8080/things/7?limit=10 authorization: new", isBefore: true),
    Sample(
      "pm.request.url.query.add({key: 'z', value: '9'}); pm.request.method = 'PUT'",
      "request PUT http://localhost:8080/things/7?limit=10&z=9 Authorization: t", isBefore: true),
    Sample(
      "pm.test(pm.request.url.getPath() + ' ' + pm.request.url.query.get('limit'), () => {})",
      "/things/7 10 passed"),
    Sample("require('fs')", "error Error: Module 'fs' is not available to scripts"),
    Sample("require('nope')", "error Error: Cannot find module 'nope'"),
    Sample(
      "pm.test([typeof globalThis, typeof host, typeof WebAssembly].join(), () => {})",
      "undefined,undefined,undefined passed"),
    Sample("Object.prototype.toJSON = () => 'forged'; pm.test('a', () => { throw new Error('x') })", "a Error: x"),
    Sample(
      "pm.sendRequest('http://localhost/a', (error, response) => pm.test(response.code + '', () => {}))",
      "200 passed"),
  ]

  @Test(arguments: samples) func `A script does what it does in Postman`(sample: Sample) async throws {
    var bench = ScriptBench.answered(#"{"items":[{"sku":"A1"}]}"#, headers: [("X-Id", "a-1")])
    if sample.isBefore {
      bench.phase = "before-request"
      bench.response = nil
      bench.info["eventName"] = "prerequest"
    }
    bench.request = [
      "method": "POST", "url": "http://localhost:8080/things/7?limit=10",
      "headers": [["key": "Authorization", "value": "t"]],
    ]
    bench.scopes = [.environment: [("token", "old")]]
    bench.answers["send"] = { _ in
      ScriptAnswer(["response": ["code": 200, "reason": "OK", "headers": [], "cookies": []]], body: Array("{}".utf8))
    }
    #expect(Self.lines(of: try await bench.run(sample.code)) == sample.lines)
  }

  private static func lines(of outcome: ScriptOutcome) -> [String] {
    func failure(_ verdict: ScriptVerdict) -> String { "\(verdict.error ?? ""): \(verdict.message ?? "")" }
    var lines = outcome.verdicts.map { verdict in
      "\(verdict.name) " + (verdict.isSkipped ? "skipped" : verdict.passed ? "passed" : failure(verdict))
    }
    if let error = outcome.error { lines.append("error \(failure(error))") }
    for change in outcome.changes {
      let value = change.value.map { " = \(String(decoding: $0.compact, as: UTF8.self))" } ?? " removed"
      lines.append("\(change.scope.rawValue).\(change.name)\(value)")
    }
    switch outcome.next {
    case .named(let name)?: lines.append("next \(name)")
    case .end?: lines.append("next is the end")
    case nil: break
    }
    if outcome.skipsRequest { lines.append("skips the request") }
    if let request = outcome.request {
      let headers = (request["headers"]?.array ?? []).map { "\($0["key"]?.string ?? ""): \($0["value"]?.string ?? "")" }
      let parts = [request["method"]?.string ?? "", request["url"]?.string ?? ""] + headers
      lines.append("request " + parts.joined(separator: " "))
    }
    return lines
  }

  @Test func `A failure names phase, file and line`() async throws {
    let outcome = try await ScriptBench().run("\npm.test('a', () => {\n  throw new Error('x');\n});\nnope();")
    #expect(outcome.verdicts.first?.place?.line == 3)
    #expect(outcome.error?.place?.phase == "tests")
    #expect(outcome.error?.place?.file == "users/get.yml")
    #expect(outcome.error?.place?.line == 5)
  }

  @Test func `Scripts run one after the other, also after a failure, and share undeclared names`() async throws {
    let outcome = try await ScriptBench().run(
      "shared = () => 'kept'; setTimeout(() => pm.test('first', () => {}), 5); throw new Error('x')",
      "pm.test(shared(), () => {})")
    #expect(outcome.verdicts.map(\.name) == ["first", "kept"])
    #expect(outcome.error?.message == "x")
    var bench = ScriptBench()
    bench.names = outcome.names
    let next = try await bench.run("pm.test(shared(), () => {})")
    #expect(next.verdicts.map(\.name) == ["kept"])
  }

  @Test func `Under Bruno's rules a test is awaited, and a failure ends the scripts of the phase`() async throws {
    var bench = ScriptBench()
    bench.rules = .bruno
    let outcome = try await bench.run(
      "test('a', async () => { await null; throw new Error('late') }); throw new Error('x')", "test('b', () => {})")
    #expect(outcome.verdicts.map(\.name) == ["a"])
    #expect(outcome.verdicts.map(\.message) == ["late"])
    #expect(outcome.error?.message == "x")
  }

  @Test func `A replay sees the recorded clock, and names which earlier names it took`() async throws {
    var bench = ScriptBench()
    bench.names = (try await bench.run("first = () => 1; second = { f() { return 2 } }")).names
    let code = "pm.test(String(Date.now()) + second.f(), () => {})"
    let recorded = try await bench.run(code)
    #expect(recorded.readings["names"] == ["second"])
    bench.info["readings"] = recorded.readings
    #expect(try await bench.run(code) == recorded)
  }

  @Test func `Each script finds the legacy names as they are now`() async throws {
    let outcome = try await ScriptBench().run(
      "environment.a = 1; tests.x = true; data = 5; pm.environment.set('b', 'B')",
      "pm.test([environment.a, environment.b, Object.keys(tests).length, typeof data].join(), () => {})")
    #expect(outcome.verdicts.map(\.name) == ["x", ",B,0,object"])
  }

  @Test func `Reading a secret is no change, and a refused one is left out of toObject`() async throws {
    var bench = ScriptBench()
    bench.scopes = [.environment: [("a", "1")]]
    bench.secrets = [.environment: ["token", "other"]]
    bench.answers["secret"] = { ask in
      ScriptAnswer(ask.content["name"] == "token" ? ["value": "s-1"] : ["refused": "not allowed"])
    }
    let outcome = try await bench.run(
      "pm.test(environment.token + JSON.stringify(pm.environment.toObject()), () => {})")
    #expect(outcome.verdicts.map(\.name) == [#"s-1{"a":"1","token":"s-1"}"#])
    #expect(outcome.changes == [])
  }

  @Test func `A secret is asked for when a script reads it`() async throws {
    var bench = ScriptBench()
    bench.secrets = [.environment: ["token"]]
    bench.answers["secret"] = { _ in ScriptAnswer(["refused": "not allowed"]) }
    let outcome = try await bench.run("pm.test('a', () => pm.environment.get('token'))")
    #expect(outcome.verdicts.first?.message == "not allowed")
    #expect(outcome.changes == [])
  }
}
