import DemoServer
import Foundation
import TestSupport
import Testing

@Suite struct RunCommandTests {
  private static func check(_ expression: String, _ operator: String, _ value: String) -> String {
    "  assertions:\n    - expression: \(expression)\n      operator: \(`operator`)\n      value: \"\(value)\"\n"
  }

  private static func capture(_ name: String, _ expression: String) -> String {
    """
      actions:
        - type: set-variable
          phase: after-response
          selector:
            expression: \(expression)
            method: jsonq
          variable:
            name: \(name)
            scope: runtime

    """
  }

  private static func sample(_ url: String) throws -> Sample {
    try Sample(
      url: url,
      requests: [
        "a/login": Sample.request(
          "POST", "{{base_url}}/login", body: "{\"username\": \"demo\", \"password\": \"demo\"}",
          runtime: check("res.status", "eq", "200") + capture("session", "res.body.token"), tags: ["smoke"], seq: 1),
        "a/me": Sample.request(
          "GET", "{{base_url}}/me", headers: [("Authorization", "Bearer {{session}}")],
          runtime: check("res.body.name", "startsWith", "Ada"), tags: ["smoke", "slow"], seq: 2),
        "b/echo": Sample.request(
          "GET", "{{base_url}}/echo?who={{who}}", runtime: check("res.body.target", "eq", "/echo?who={{who}}"), seq: 1),
        "b/wrong": Sample.request("GET", "{{base_url}}/status/500", runtime: check("res.status", "eq", "200"), seq: 2),
      ])
  }

  @Test func `A run without any request says how to get one.`() async throws {
    let sample = try Sample(url: "http://127.0.0.1:1")
    let run = try await sample.program.run("run", "-e", "local")
    #expect(run.status == 3 && run.output.isEmpty)
    #expect(run.error.hasPrefix("apus: no requests in .; create one in `apus`"), "\(run.error)")
  }

  @Test func `A run of a partly unreadable folder sends the others, and its status says so.`()
    async throws
  {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(
      url: server.url, requests: ["a/one": Sample.request("GET", "{{base_url}}/one"), "b/two": Sample.request()])
    let deep = Array(repeating: "d", count: 70).joined(separator: "/")
    try sample.folder.write("a/\(deep)/hidden.yml", Sample.request())
    for words in [["a"], ["."], [], ["a", "--dry-run"]] {
      let run = try await sample.program.run(["run"] + words + ["-e", "local"])
      #expect(run.status == 3 && run.error.contains("nested deeper"), "\(words): \(run.error)")
      #expect(run.text.contains("one"), "\(run.text)")
    }
    #expect(try await sample.program.run("run", "b", "-e", "local").status == 0)
    let sent = try await sample.program.run("send", "a/\(deep)/hidden", "-e", "local")
    #expect(sent.status == 3 && sent.error.contains("nested deeper"), "\(sent.error)")
  }

  @Test func `An empty path sends nothing and does not select the whole workspace.`() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a/one": Sample.request()])
    let run = try await sample.program.run("run", "", "-e", "local")
    #expect(run.status == 2 && run.error.contains("The path is empty"), "\(run.error)")
    let export = try await sample.program.run("export", "curl", "", "-e", "local")
    #expect(export.status == 3 && export.text.isEmpty, "\(export.error)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "One request is selected as in send, also by display name", arguments: ["Users/Get it", "get it", "a/get-it"])
  func named(target: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: ["a/get-it": Sample.request(name: "Get it"), "a/folder": "info:\n  name: Users\n  type: folder\n"])
    let run = try await sample.program.run("run", target, "-e", "local")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.text.contains("1 of 1 requests run, 0 failed"), "\(run.text)")
    #expect(try await sample.program.run("allow", target).error.contains("no request") == false)
  }

  @Test("A folder runs in order, and captured values are available to the next request")
  func captures() async throws {
    let demo = try await DemoServer.start()
    let sample = try Self.sample(demo.url)
    let result = try await sample.program.run("run", "a", "-e", "local")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(result.lines.count == 3)
    #expect(result.lines[0].hasPrefix("✓ 200 ") && result.lines[0].hasSuffix("a/login"))
    #expect(result.lines[2].hasPrefix("2 of 2 requests run, 0 failed; 2 assertions, 0 failed; "))
    await demo.stop()
  }

  @Test("If the collections of a workspace are elsewhere, a run of a folder says where")
  func elsewhere() async throws {
    let sample = try Self.sample("http://127.0.0.1:1")
    let folder = sample.folder
    try folder.write("desk/mine/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: Mine\n")
    try folder.write("desk/mine/a.yml", Sample.request())
    try folder.write("desk/empty/notes.txt", "")
    let beside = try await Program(in: folder.path("desk/empty")).run("run", ".", "-w", folder.path("desk"))
    #expect(beside.status == 3)
    #expect(
      beside.error == """
        apus: no requests in .: the collections of the workspace \(folder.path("desk")) are elsewhere \
        (\(folder.path("desk/mine"))); leave the path out to run all of them, or name one

        """)
    try folder.write(
      "far/workspace.yml",
      "info:\n  name: Far\n  type: workspace\ncollections:\n  - name: Mine\n    path: \"../desk/mine\"\n")
    let outside = try await Program(in: folder.path("far")).run("run", ".")
    #expect(outside.status == 3)
    #expect(outside.error.contains("is outside the workspace and was not opened; open it by its own path"))
    #expect(
      outside.error.hasSuffix(
        "no requests in .: no collection of the workspace \(folder.path("far")) can be opened; "
          + "run one by its own path\n"),
      "\(outside.error)")
  }

  @Test("--env-var sets a variable of a named environment for the run, also a secret without a value")
  func environmentVariables() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("env-var")
    try folder.write("c/opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "c/environments/local.yml",
      "variables:\n  - {name: host, value: \(server.url)}\n  - {name: path, value: file}\n"
        + "  - {name: password, secret: true}\n")
    try folder.write(
      "c/a.yml", "info: {name: A, type: http}\nhttp: {method: GET, url: \"{{host}}/{{path}}/{{password}}\"}\n")
    let program = Program(in: folder.path("c"))
    let given = ["--env-var", "password=s3cr3t", "--env-var", "path=one"]
    for (more, path) in [([], "/one/s3cr3t"), (["--var", "path=two"], "/two/s3cr3t")] as [([String], String)] {
      let result = try await program.run(["run", "--env", "local"] + given + more)
      #expect(result.status == 0 && server.requests.last?.headText.contains("GET \(path) ") == true, "\(result.error)")
    }
  }

  @Test("Failed assertions are shown with the actual value and exit with 1")
  func failure() async throws {
    let demo = try await DemoServer.start()
    let sample = try Self.sample(demo.url)
    let result = try await sample.program.run("run", "-e", "local", "--var", "who=me")
    #expect(result.status == 1)
    #expect(result.text.contains("\n    res.status eq 200: got 500\n"))
    let bail = try await sample.program.run("run", "b", "-e", "local", "--var", "who=me", "--bail", "--repeat", "3")
    #expect(bail.status == 1)
    #expect(bail.text.contains("2 of 6 requests run, 1 failed"))
    await demo.stop()
  }

  @Test("Data gives one iteration per row, tags select requests, and parallel runs have the same result")
  func data() async throws {
    let server = try AnsweringServer { request in Answer.json("{\"target\": \"\(request.target)\", \"token\": \"t\"}") }
    defer { server.stop() }
    let sample = try Self.sample(server.url)
    try sample.folder.write("rows.csv", "who,x\nada,1\n\"b,c\",2\n")
    let result = try await sample.program.run("run", "b/echo", "-e", "local", "--data", "rows.csv")
    #expect(server.requests.map(\.target) == ["/echo?who=ada", "/echo?who=b,c"])
    #expect(result.status == 0, "\(result.text)")
    let parallel = try await sample.program.run(
      "run", "b/echo", "-e", "local", "--var", "who=x", "--repeat", "40", "--parallel", "8", "--report", "json")
    let json = try parallel.json()
    #expect(json["summary"]["requests"].int == 40)
    #expect(json["summary"]["failed"].int == 0)
    #expect(json["results"].array.compactMap { $0["iteration"].int } == Array(1...40))
    let tagged = try await sample.program.run(
      "run", "-e", "local", "--tag", "smoke", "--skip-tag", "slow", "--report", "tap")
    #expect(tagged.text == "TAP version 13\n1..1\nok 1 - a/login\n")
  }

  @Test("Reports are written to their files")
  func reports() async throws {
    let demo = try await DemoServer.start()
    let sample = try Self.sample(demo.url)
    let result = try await sample.program.run(
      "run", "a", "-e", "local", "--report", "junit=j.xml,html=h.html", "--report", "tap=t.tap")
    #expect(result.status == 0, "\(result.error)")
    #expect(try sample.folder.readText("j.xml").contains("failures=\"0\""))
    #expect(try sample.folder.readText("h.html").hasPrefix("<!DOCTYPE html>"))
    #expect(try sample.folder.readText("t.tap").contains("ok 2 - a/me"))
    await demo.stop()
  }

  @Test("The status distinguishes failed assertions, unbuildable requests and failed transfers")
  func statuses() async throws {
    let sample = try Sample(
      url: "http://127.0.0.1:\(try RawServer.refusedPort())",
      requests: ["down": Sample.request(), "unbuilt": Sample.request("GET", "{{nowhere}}/")])
    #expect(try await sample.program.run("run", "down", "-e", "local").status == 5)
    #expect(try await sample.program.run("run", "unbuilt", "-e", "local").status == 4)
    #expect(try await sample.program.run("run", "nothing/here").status == 3)
    #expect(try await sample.program.run("run", "--report", "pdf").status == 2)
    #expect(try await sample.program.run("run", "--parallel", "0").status == 2)
    #expect(try await sample.program.run("run", "down", "--data", "missing.csv", "-e", "local").status == 3)
  }

  @Test("The demo workspace's smoke tests hold")
  func demo() async throws {
    let folder = try TemporaryDirectory("anywhere")
    let result = try await Program(in: folder.path).run("run", "--demo", "--tag", "smoke")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(result.lines.count == 4)
  }

  @Test("Every request in the demo collection that should succeed does")
  func demoFolders() async throws {
    let place = try TemporaryDirectory("anywhere")
    for folder in ["users", "orders", "auth", "responses", "echo", "graphql"] {
      let result = try await Program(in: place.path).run("run", "--demo", folder)
      #expect(result.status == 0, "\(result.text)\(result.error)")
    }
  }

  @Test("On a terminal, the results form a table, and no progress output remains")
  func table() throws {
    // This server has its own threads, because waiting for the terminal blocks the test's thread.
    let server = try AnsweringServer { $0.target == "/bad" ? Answer.text("", status: "500 No") : Answer.text("four") }
    defer { server.stop() }
    let check = Self.check("res.status", "eq", "200")
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "{{base_url}}/1", runtime: check), "b": Sample.request("GET", "{{base_url}}/2"),
        "c": Sample.request("GET", "{{base_url}}/bad", runtime: check),
      ])
    let terminal = try PseudoTerminal(
      try Program.path(), ["run", sample.folder.path, "-e", "local", "--parallel", "2"],
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"])
    _ = try terminal.waitForEnd()
    var model = TerminalModel(columns: 80, rows: 24)
    model.feed(terminal.output)
    let lines = model.text.split(separator: "\n").map { String($0).trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    #expect(lines.first?.hasPrefix("Code     Time     Size  Request") == true, "\(lines)")
    #expect(lines.count { $0.hasPrefix("✓ 200") } == 2 && lines.count { $0.hasPrefix("✗ 500") } == 1, "\(lines)")
    #expect(lines.contains("expected  res.status eq 200") && lines.contains("got       500"), "\(lines)")
    #expect(lines.last?.hasPrefix("3 of 3 requests run, 1 failed") == true, "\(lines)")
    #expect(!lines.contains { $0.contains("…") } && model.unknown.isEmpty, "\(lines) \(model.unknown)")
  }

  @Test(
    "A terminal without colors gets plain lines",
    arguments: [
      (["NO_COLOR": "1"], []), (["TERM": "dumb"], []), ([:], ["--color", "never"]),
    ] as [([String: String], [String])])
  func plainLines(variables: [String: String], words: [String]) throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(), "b": Sample.request()])
    let environment = ["HOME": sample.folder.path, "NO_PROXY": "*"].merging(variables) { _, new in new }
    let terminal = try PseudoTerminal(
      try Program.path(), ["run", sample.folder.path, "-e", "local"] + words, environment: environment)
    _ = try terminal.waitForEnd()
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(!text.contains("\u{1b}") && text.contains("2 of 2 requests run"), "\(text)")
  }

  @Test("Redrawn lines fit the terminal, also with wide characters")
  func wideNames() throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let name = "\u{6771}\u{4eac}\u{1f680}\u{6771}\u{4eac}\u{6771}\u{4eac}\u{6771}\u{4eac}\u{6771}\u{4eac}"
    let sample = try Sample(
      url: server.url, requests: [name: Sample.request(), "\(name)2": Sample.request("GET", "{{base_url}}/2", seq: 2)])
    let terminal = try PseudoTerminal(
      try Program.path(), ["run", sample.folder.path, "-e", "local"], columns: 20,
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"])
    _ = try terminal.waitForEnd()
    var model = TerminalModel(columns: 20, rows: 30)
    model.feed(terminal.output)
    #expect(!model.text.contains("…") && model.unknown.isEmpty, "\(model.text)")
  }

  @Test("An unusable file fails alone, does not stop the others, and exits with 3")
  func broken() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: ["a/good": Sample.request(), "b/bad": "info:\n  name: [\n", "c/good": Sample.request()])
    let all = try await sample.program.run("run", "-e", "local", "--parallel", "4")
    #expect(all.status == 3 && server.requests.count == 2, "\(all.text)")
    #expect(all.text.contains("b/bad.yml:3:1: "), "\(all.text)\(all.error)")
    #expect(try await sample.program.run("run", "a", "-e", "local").status == 0)
    // An error in an inherited file affects only the requests that inherit from it.
    try sample.folder.write("c/folder.yml", "info:\n  name: [\n")
    let folder = try await sample.program.run("run", "-e", "local")
    #expect(folder.status == 3 && server.requests.count == 4, "\(folder.text)")
    #expect(folder.text.contains("c/folder.yml:3:1"), "\(folder.text)")
  }

  @Test("An actual value stays on one line")
  func longActual() async throws {
    let server = try AnsweringServer { _ in Answer.text(String(repeating: "line\n", count: 1_000)) }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url, requests: ["a": Sample.request(runtime: Self.check("res.body", "eq", "x"))])
    let result = try await sample.program.run("run", "-e", "local")
    #expect(result.status == 1 && result.lines.count == 3)
    #expect(result.lines[1].hasPrefix("    res.body eq x: got line␊line") && result.lines[1].hasSuffix("…"))
  }

  @Test("A line is written when its request ends, also into a pipe, and survives a killed run")
  func linesAtOnce() async throws {
    let gate = Gate()
    let server = try AnsweringServer { request in
      if request.target == "/last" { gate.wait() }
      return Answer.text("")
    }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "{{base_url}}/1", seq: 1), "b": Sample.request("GET", "{{base_url}}/2", seq: 2),
        "c": Sample.request("GET", "{{base_url}}/last", seq: 3),
      ])
    let running = try sample.program.start(["run", "-e", "local"])
    var text = ""
    while text.split(separator: "\n").count < 2, let piece = await running.firstOutput() { text += piece }
    running.terminate()
    let result = await running.result()
    gate.open()
    #expect(result.status == 130 && result.lines.count == 3 && result.lines[1].hasSuffix(" b"), "\(result.text)")
    #expect(result.lines.last?.hasPrefix("2 of 3 requests run, 0 failed") == true, "\(result.text)")
  }

  @Test("An unwritable report is rejected before anything is sent")
  func reportPlaces() async throws {
    let server = try AnsweringServer()
    let sample = try Self.sample(server.url)
    for (report, status) in [("junit=no/such/folder.xml", 3), ("html=.", 3), ("json=", 2), ("tap,json", 2)] {
      let result = try await sample.program.run("run", "b/wrong", "-e", "local", "--report", report)
      #expect(result.status == status && result.text.isEmpty, "\(report): \(result.status) \(result.error)")
    }
    #expect(server.requests.isEmpty)
    let result = try await sample.program.run("run", "b/wrong", "-e", "local", "--report", "json=/dev/null,tap=t.tap")
    #expect(result.status == 0, "\(result.error)")
    #expect(server.requests.count == 1)
    server.stop()
  }

  @Test("Third-party tools can read the reports")
  func understood() async throws {
    let server = try AnsweringServer { $0.target == "/bad" ? Answer.text("a\n# b", status: "500 No") : Answer.text("") }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "a # b": Sample.request("GET", "{{base_url}}/?<&>=\u{e9}"),
        "c": Sample.request("GET", "{{base_url}}/bad", runtime: Self.check("res.body", "eq", "\u{1f680}")),
      ])
    let reports = "junit=j.xml,json=j.json,tap=t.tap,html=h.html"
    #expect(try await sample.program.run("run", "-e", "local", "--report", reports).status == 1)
    let read = """
      import json, xml.etree.ElementTree as tree, html.parser
      cases = list(tree.parse('j.xml').iter('testcase'))
      print(len(cases), cases[1].find('failure').get('message') == 'got a\\n# b')
      print(json.load(open('j.json', encoding='utf-8'))['summary']['failed'])
      class Page(html.parser.HTMLParser):
        rows = 0
        def handle_starttag(self, tag, attributes):
          self.rows += tag == 'tr'
      page = Page(); page.feed(open('h.html', encoding='utf-8').read()); page.close(); print(page.rows)
      """
    guard let python = Tool.path("python3") else { try Test.cancel("no python3: reports are not read") }
    let result = try await sample.program.run(path: python, ["-c", read])
    #expect(result.text == "2 True\n1\n7\n", "\(result.text)\(result.error)")
    guard let prove = Tool.path("prove") else { try Test.cancel("no prove: the TAP report is not read") }
    let proved = try await sample.program.run(path: prove, ["-e", "cat", "t.tap"])
    #expect(proved.text.contains("Failed 1/2 subtests") && !proved.text.contains("Parse errors"), "\(proved.text)")
  }

  @Test("A run is recorded in the history on request")
  func history() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(), "b": Sample.request()])
    #expect(try await sample.program.run("run", "-e", "local").status == 0)
    #expect(try await sample.program.run("history", "list").lines.isEmpty)
    #expect(try await sample.program.run("run", "-e", "local", "--history").status == 0)
    #expect(try await sample.program.run("history", "list").lines.count == 2)
  }
}
