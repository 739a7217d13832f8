import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Tests with schemas and recorded answers, on the command line") struct JudgingCommandTests {
  private static func check(_ operation: String, _ value: String, of expression: String = "res.body") -> String {
    "    - {expression: \(expression), operator: \(operation), value: '\(value)'}\n"
  }

  private static func request(_ checks: String...) -> String {
    Sample.request("GET", "{{base_url}}/user", runtime: "  assertions:\n" + checks.joined())
  }

  /// Answers with the current text.
  private final class Body: Sendable {
    let text: Mutex<String>
    init(_ text: String) { self.text = Mutex(text) }
  }

  @Test("A run validates with a schema of the collection, and its reports say where and why it fails")
  func schema() async throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"id": "x", "password": "hunter22"}"#) }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Self.request(Self.check("matchesSchema", "user.json"))])
    try sample.folder.write(
      "user.json", #"{"properties": {"id": {"type": "integer"}, "password": {"type": "null"}}}"#)
    let run = try await sample.program.run(
      "run", "-e", "local", "--report", "junit=out.xml", "--report", "json=out.json")
    #expect(run.status == 1)
    #expect(run.text.contains(#"res.body matchesSchema user.json: 2 problems: $.id: expected an integer, got "x""#))
    for name in ["out.xml", "out.json"] {
      let report = try String(contentsOfFile: sample.folder.path(name), encoding: .utf8)
      #expect(report.contains("expected an integer") && !report.contains("hunter22"), "\(report)")
    }
    let sent = try await sample.program.run("send", "get", "-e", "local", "--json")
    #expect(sent.text.contains("expected an integer") && !sent.text.contains("hunter22"))
    #expect(sent.status == 1 || sent.status == 0)
  }

  @Test("A snapshot masks what the history masks: captured values, cookies, a token in a redirect's URL")
  func secrets() async throws {
    let server = try AnsweringServer { request in
      guard request.target.contains("land") else {
        return Answer.redirect(302, to: "/land?access_token=LOCATIONTOKEN55")
      }
      return Answer.json(
        #"{"sess": "SESSVALUE12345", "echo": "\#(request.target) CKSESSION12345"}"#,
        headers: ["Set-Cookie: JSESSIONID=CKSESSION12345"])
    }
    defer { server.stop() }
    let sets =
      "  actions:\n    - {type: set-variable, phase: after-response, "
      + "selector: {expression: res.body.sess, method: jsonq}, variable: {name: session_token, scope: runtime}}\n"
    let sample = try Sample(
      url: server.url, requests: ["get": Self.request(Self.check("sameAsRecorded", "", of: "res")) + sets])
    let run = try await sample.program.run("run", "-e", "local", "--record-snapshots", "--history")
    #expect(run.status == 0, "\(run.text) \(run.error)")
    let recorded = try String(contentsOfFile: sample.folder.path("get.snapshot.json"), encoding: .utf8)
    #expect(recorded.contains("sess") && recorded.contains("echo"))
    let history = try sample.folder.files().filter { $0.hasSuffix(".jsonl") }
      .map { try sample.folder.readText($0) }.joined()
    for secret in ["SESSVALUE12345", "CKSESSION12345", "LOCATIONTOKEN55"] {
      #expect(!recorded.contains(secret), "\(secret) in \(recorded)")
      #expect(!history.isEmpty && !history.contains(secret), "\(secret)")
    }
  }

  @Test("Any cookie value is masked in stored answers; a common word stays readable")
  func cookies() async throws {
    let server = try AnsweringServer { request in
      let echo =
        #"{"a": "<plain-value-7>", "b": "x y/z9-77 end", "sent": "\#((request["Cookie"] ?? "").replacing("\"", with: ""))", "theme": "dark", "lang": "en-US"}"#
      let set = ["foo=plain-value-7; Path=/", "bar=\"x%20y%2Fz9-77\"", "theme=dark", "lang=en-US", "n=1"].map {
        "Set-Cookie: \($0)"
      }
      return Answer.json(echo, headers: set + ["X-Again: plain-value-7", "X-One: 1"])
    }
    defer { server.stop() }
    let request = Sample.request(
      "GET", "{{base_url}}/user?again=plain-value-7",
      runtime: "  assertions:\n" + Self.check("sameAsRecorded", "", of: "res"))
    let sample = try Sample(url: server.url, requests: ["get": request])
    // The second send sends them.
    for _ in 0..<2 { _ = try await sample.program.run("send", "get", "-e", "local") }
    let run = try await sample.program.run("run", "-e", "local", "--record-snapshots", "--history")
    #expect(run.status == 0, "\(run.text) \(run.error)")
    let recorded = try sample.folder.readText("get.snapshot.json")
    let history = try sample.folder.files().filter { $0.hasSuffix(".jsonl") }
      .map { try sample.folder.readText($0) }.joined()
    for kept in [recorded, history] {
      for value in ["plain-value-7", "x y/z9-77", "x y\\/z9-77", "x%20y%2Fz9-77"] {
        #expect(!kept.isEmpty && !kept.contains(value), "\(value) in \(kept)")
      }
    }
    #expect(
      recorded.contains(#""theme": "dark""#) && recorded.contains(#""lang": "en-US""#)
        && recorded.contains(#""x-one": "1""#), "\(recorded)")
  }

  @Test("User values in a recorded answer are masked under any name; later answers compare with it")
  func ownValues() async throws {
    let server = try AnsweringServer { request in
      Answer.json(#"{"city": "\#(request["X-City"] ?? "")!", "n": 7}"#, headers: ["X-Back: \(request["X-City"] ?? "")"])
    }
    defer { server.stop() }
    let request = Sample.request(
      "GET", "{{base_url}}/user", headers: [("X-City", "{{process.env.MYCITY}}")],
      runtime: "  assertions:\n" + Self.check("sameAsRecorded", "", of: "res"))
    let sample = try Sample(url: server.url, requests: ["get": request])
    var program = sample.program
    program.variables = ["MYCITY": "Lower-Slaughter"]
    #expect(try await program.run("allow", "get.yml", "--env", "local", "--yes").status == 0)
    let run = try await program.run("run", "-e", "local", "--record-snapshots")
    #expect(run.status == 0, "\(run.text) \(run.error)")
    let recorded = try sample.folder.readText("get.snapshot.json")
    #expect(recorded.contains("••••!") && !recorded.contains("Slaughter"), "\(recorded)")
    #expect(try await program.run("run", "-e", "local").status == 0)
    program.variables = ["MYCITY": "Upper-Slaughter"]
    #expect(try await program.run("run", "-e", "local").status == 0)
  }

  @Test("Nothing is recorded for a test with an invalid exception list or without content")
  func wrongExceptions() async throws {
    let server = try AnsweringServer { _ in Answer.json(#"{"id": 7}"#) }
    defer { server.stop() }
    for check in [
      Self.check("sameAsRecorded", "$.["), Self.check("sameAsRecorded", "{{wrong}}"),
      Self.check("sameAsRecorded", "", of: "what is this"),
    ] {
      let sample = try Sample(url: server.url, requests: ["get": Self.request(Self.check("sameAsRecorded", ""), check)])
      let run = try await sample.program.run("run", "-e", "local", "--var", "wrong=$.[", "--record-snapshots")
      #expect(run.status == 1 && run.error.contains("get: not recorded: "), "\(run.error)")
      #expect(run.error.contains("JSONPath") || run.error.contains("only paths such as"), "\(run.error)")
      #expect(!sample.folder.files().contains("get.snapshot.json"))
    }
  }

  @Test("A line break in a file cannot start a line of output")
  func lines() async throws {
    let server = try AnsweringServer { _ in Answer.json("{}") }
    defer { server.stop() }
    let check = "    - {expression: res.body, operator: eq, value: \"x\\n::error::forged\"}\n"
    let sample = try Sample(url: server.url, requests: ["get": Self.request(check)])
    let run = try await sample.program.run("run", "-e", "local")
    #expect(run.status == 1 && run.text.contains("x␊::error::forged"), "\(run.text)")
    #expect(!run.text.contains("\n::error"))
  }

  @Test("A run records only on request, and later runs compare with the recording")
  func recording() async throws {
    let body = Body(#"{"id": 7, "date": "1"}"#)
    let server = try AnsweringServer { _ in Answer.json(body.text.withLock { $0 }) }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "get": Self.request(Self.check("sameAsRecorded", "$.date"), Self.check("eq", "7", of: "res.body.id"))
      ])
    let file = sample.folder.path("get.snapshot.json")
    let first = try await sample.program.run("run", "-e", "local")
    #expect(first.status == 1 && first.text.contains("apus run --record-snapshots"), "\(first.text)")
    #expect(!FileManager.default.fileExists(atPath: file))
    // An answer that fails another test is not recorded.
    body.text.withLock { $0 = #"{"id": 8}"# }
    let wrong = try await sample.program.run("run", "-e", "local", "--record-snapshots")
    #expect(wrong.status == 1 && wrong.error.contains("get: not recorded: another test failed"), "\(wrong.error)")
    #expect(!FileManager.default.fileExists(atPath: file))
    body.text.withLock { $0 = #"{"id": 7, "date": "1"}"# }
    let recorded = try await sample.program.run("run", "-e", "local", "--record-snapshots")
    #expect(recorded.status == 0 && recorded.error.contains("get: recorded in get.snapshot.json"), "\(recorded.error)")
    body.text.withLock { $0 = #"{"date": "2", "id": 7}"# }
    #expect(try await sample.program.run("run", "-e", "local").status == 0)
    body.text.withLock { $0 = #"{"date": "2", "id": 7, "more": [1]}"# }
    let other = try await sample.program.run("run", "-e", "local")
    #expect(other.status == 1 && other.text.contains("1 difference: $.more: not recorded, now an array of 1"))
    // The file is not listed as a request.
    #expect(try await sample.program.run("list").text.contains("snapshot") == false)
  }

  @Test("The export to k6 reports omitted tests")
  func export() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:1",
      requests: ["get": Self.request(Self.check("matchesSchema", "user.json"), Self.check("sameAsRecorded", ""))])
    let export = try await sample.program.run("export", "k6", "get", "-e", "local")
    #expect(export.error.contains("res.body matchesSchema is not carried over: k6 does not check a JSON Schema"))
    #expect(export.error.contains("res.body sameAsRecorded is not carried over: k6 has no recorded answers"))
    #expect(!export.text.contains("matchesSchema"))
  }
}
