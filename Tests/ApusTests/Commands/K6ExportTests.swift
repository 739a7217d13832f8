import Foundation
import TestSupport
import Testing

/// k6 is not available; node runs its scripts, with modules named like k6's that record requests.
@Suite("The export to k6") struct K6ExportTests {
  private static let modules = [
    "package.json": """
    {"name": "k6", "type": "module", "exports": {".": "./index.js", "./http": "./http.js", "./data": "./data.js",
      "./encoding": "./encoding.js", "./execution": "./execution.js"}}
    """,
    "index.js": """
    export const checked = [];
    export function check(value, checks, tags) {
      for (const [title, test] of Object.entries(checks)) checked.push([tags.name, title, test(value)]);
    }
    """,
    "http.js": """
    import { readFileSync } from "node:fs";
    const answers = JSON.parse(readFileSync("answers.json", "utf8"));
    export const sent = [];
    function request(method, url, body, params) {
      const target = new URL(url);
      const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
      sent.push({ method, target: target.pathname + target.search, body: text, params });
      const answer = answers[target.pathname] || { status: 200, body: "" };
      return { status: answer.status, status_text: answer.status + " OK", headers: answer.headers || {},
        body: answer.body, url, timings: { duration: 12.4 } };
    }
    export default { request, file: (content, name, type) => ({ content, name, type }) };
    """,
    "data.js": "export class SharedArray { constructor(name, make) { return make(); } }\n",
    "encoding.js": """
    export default { b64encode: (text) => Buffer.from(text).toString("base64") };
    """,
    "execution.js": "export default { scenario: { iterationInTest: 0 } };\n",
  ]

  private static let driver = """
    import { readFileSync, writeFileSync } from "node:fs";
    import { sent } from "k6/http";
    import { checked } from "k6";
    import exec from "k6/execution";
    globalThis.__ENV = JSON.parse(process.argv[2]);
    globalThis.open = (path, mode) => (mode === "b" ? new Uint8Array(readFileSync(path)) : readFileSync(path, "utf8"));
    const script = await import("./script.mjs");
    const errors = [];
    for (let count = 0; count < Number(process.argv[3]); count++) {
      exec.scenario.iterationInTest = count;
      try { script.default(); } catch (error) { errors.push(String(error)); }
    }
    writeFileSync("ran.json", JSON.stringify({ sent, checked, errors, thresholds: script.options.thresholds }));
    """

  private static let answers =
    #"{"/login": {"status": 200, "body": "{\"token\": \"t-1\", \"n\": [1, 2]}"}, "#
    + #""/who": {"status": 503, "body": "busy"}}"#

  private static func server() throws -> AnsweringServer {
    try AnsweringServer { request in
      if request.target == "/login" { return Answer.json(#"{"token": "t-1", "n": [1, 2]}"#) }
      return request.target.hasPrefix("/who") ? Answer.text("busy", status: "503 OK") : Answer.text("")
    }
  }

  private static func sample(_ url: String) throws -> Sample {
    func check(_ lines: [(String, String, String)]) -> String {
      "  assertions:\n"
        + lines.map { "    - expression: \($0.0)\n      operator: \($0.1)\n      value: \"\($0.2)\"\n" }.joined()
    }
    let capture = """
        actions:
          - type: set-variable
            phase: after-response
            selector:
              expression: res.body.token
              method: jsonq
            variable:
              name: session
              scope: runtime

      """
    let sample = try Sample(
      url: url,
      requests: [
        "a/login": Sample.request(
          "POST", "{{base_url}}/login", headers: [("X-Id", "{{user}}")], body: "{\"user\": \"{{user}}\",\n \"é\": 1}",
          runtime: check([
            ("res.status", "eq", "200"), ("res.body.n[1]", "gte", "2"), ("res.responseTime", "lt", "60000"),
            ("res.body.token", "matches", "^t-[0-9]+$"), ("res.body.user", "isUndefined", ""),
          ]) + capture, seq: 1, name: "login"),
        "a/me": Sample.request(
          "GET", "{{base_url}}/me?q=a b&c=%20[x]{{session}}", headers: [("Authorization", "Bearer {{session}}")],
          seq: 2, name: "me"),
        "b/used": Sample.request(
          "PUT", "{{base_url}}/used/{{a/login | $.n[0]}}?s={{a/login | status}}", body: "{{inner}}", seq: 1,
          name: "used"),
        "b/who": Sample.request(
          "GET", "{{base_url}}/who?{{who}}",
          runtime: check([("res.status", "eq", "200"), ("res.body", "eq", "{{who}}")]),
          seq: 2, name: "who"),
        "c/form":
          "info:\n  name: form\n  type: http\n\nhttp:\n  method: POST\n  url: \"{{base_url}}/form\"\n  body:\n"
          + "    type: form-urlencoded\n    data:\n      - name: \"a b\"\n        value: \"1 & ü~'()*!\"\n"
          + "      - name: c\n        value: \"{{user}}\"\n  auth:\n    type: basic\n    username: \"{{user}}\"\n    password: p\n",
        "c/query":
          "info:\n  name: query\n  type: graphql\n\ngraphql:\n  method: POST\n  url: \"{{base_url}}/graphql\"\n  body:\n"
          + "    query: \"query Q { a(x: \\\"y\\\") }\"\n    variables: '{\"id\": \"{{user}}\"}'\n",
        "c/two":
          "info:\n  name: two\n  type: graphql\n\ngraphql:\n  method: POST\n  url: \"{{base_url}}/graphql\"\n  body:\n"
          + "    query: \"query A { a } query B { b }\"\n"
          + "extensions:\n  apus:\n    graphql:\n      operation: B\n",
      ])
    try sample.folder.write(
      "environments/local.yml",
      "name: local\nvariables:\n  - name: base_url\n    value: \(url)\n  - name: user\n    value: ada\n"
        + "  - name: inner\n    value: \"in-{{user}}\"\n")
    try sample.folder.write(
      "c/folder.yml",
      "info:\n  name: c\n  type: folder\n\nrequest:\n  headers:\n    - name: X-Area\n      value: \"of {{user}}\"\n")
    return sample
  }

  /// Runs the script of the whole collection.
  private static func ran(
    _ sample: Sample, environment: String = "{}", iterations: Int = 1, _ options: [String] = []
  ) async throws -> JSONValue {
    guard let node = Tool.path("node") else { try Test.cancel("no node: the script for k6 is not run") }
    let export = try await sample.program.run(
      ["export", "k6", sample.folder.path, "-e", "local", "--reveal-secrets", "-o", "script.mjs"] + options)
    #expect(export.status == 0 && export.error == "", "\(export.error)")
    for (name, text) in modules { try sample.folder.write("node_modules/k6/\(name)", text) }
    try sample.folder.write("answers.json", answers)
    try sample.folder.write("driver.mjs", driver)
    let run = try await sample.program.run(path: node, ["driver.mjs", environment, String(iterations)])
    #expect(run.status == 0, "\(run.text)\(run.error)")
    return try JSONDecoder().decode(JSONValue.self, from: Data(try sample.folder.readText("ran.json").utf8))
  }

  @Test("The script sends Apus's requests in order, with the same data and verdicts")
  func same() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    try sample.folder.write("rows.csv", "who,x\nada,1\n\"b,\"\"c\"\"\",2\n")
    let ran = try await Self.ran(sample, environment: #"{"DATA": "rows.csv"}"#, iterations: 2)
    let run = try await sample.program.run("run", "-e", "local", "--data", "rows.csv", "--report", "json")
    #expect(run.status == 1, "\(run.error)")
    #expect(ran["errors"].array.isEmpty, "\(ran["errors"])")
    let sent = ran["sent"].array
    #expect(sent.count == 14 && server.requests.count == 14)
    #expect(sent.contains { $0["body"].string?.contains(#""operationName":"B""#) == true })
    for (mine, theirs) in zip(server.requests, sent) {
      #expect(theirs["method"].string == mine.method)
      #expect(theirs["target"].string == mine.target)
      #expect((theirs["body"].string ?? "") == mine.bodyText)
      guard case .object(let headers) = theirs["params"]["headers"] else {
        Issue.record("no headers")
        continue
      }
      for (name, value) in headers { #expect(mine.values(name) == [value.string], "\(name) of \(mine.target)") }
      let own = mine.headers.map(\.name).filter { ["X-Id", "X-Area", "Authorization", "Content-Type"].contains($0) }
      #expect(Set(own.map { $0.lowercased() }) == Set(headers.keys.map { $0.lowercased() }), "\(mine.target)")
    }
    let results = try run.json()["results"].array
    let verdicts = results.flatMap { $0["assertions"].array.map { "\($0["passed"])" } }
    #expect(ran["checked"].array.map { "\($0[2])" } == verdicts)
  }

  @Test("Assertions become thresholds, and a time limit applies to all answers")
  func thresholds() async throws {
    let sample = try Self.sample("http://127.0.0.1:1")
    let ran = try await Self.ran(sample, environment: #"{"who": "me"}"#)
    guard case .object(let thresholds) = ran["thresholds"] else {
      Issue.record("\(ran)")
      return
    }
    #expect(
      thresholds.keys.sorted() == [
        "checks{name:a/login}", "checks{name:b/who}", "http_req_duration{name:a/login}",
      ])
    #expect(thresholds["http_req_duration{name:a/login}"]?.array.first?.string == "max<60000")
    #expect(ran["errors"].array.isEmpty)
  }

  @Test("A variable without a value is requested by name, in the script and at run time")
  func missing() async throws {
    let sample = try Self.sample("http://127.0.0.1:1")
    let ran = try await Self.ran(sample)
    #expect(ran["errors"].array.first?.string?.contains("{{who}} has no value; give it with k6 run -e who=") == true)
    let masked = try await sample.program.run("export", "k6", "c", "-e", "local")
    #expect(masked.status == 0 && !masked.text.contains("\"p\""), "\(masked.text)")
  }
}
