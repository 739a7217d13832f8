import Foundation
import TestSupport
import Testing

@Suite("Prompts on the command line", .timeLimit(.minutes(3))) struct AnswerOptionTests {
  private static let url = "{{base_url}}/{{?Region|eu,us|us}}/{{?Order}}"

  private func sample(_ server: AnsweringServer, url: String = Self.url) throws -> Sample {
    try Sample(
      url: server.url,
      requests: ["a": Sample.request("GET", url, headers: [("X-PIN", "{{?PIN|hidden}}")]), "b": Sample.request()])
  }

  private func terminal(_ sample: Sample, _ words: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      try Program.path(), ["send", "a", "-e", "local", "-w", sample.folder.path] + words,
      environment: ["HOME": sample.folder.path, "NO_PROXY": "*"])
  }

  @Test("--answer answers a prompt in send, run and export")
  func given() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server)
    let answers = ["--answer", "Region=eu", "--answer", "Order=a=b", "--answer", "PIN=s3cr3t-p1n", "-e", "local"]
    let sent = try await sample.program.run(["send", "a"] + answers)
    #expect(sent.status == 0, "\(sent.error)")
    let run = try await sample.program.run(["run", "a"] + answers)
    #expect(run.status == 0, "\(run.text)")
    #expect(server.requests.map(\.target) == ["/eu/a=b", "/eu/a=b"])
    #expect(server.requests.map { $0["X-PIN"] } == ["s3cr3t-p1n", "s3cr3t-p1n"])
    let exported = try await sample.program.run(["export", "curl", "a"] + answers)
    #expect(exported.text.contains("/eu/a=b") && !exported.text.contains("s3cr3t-p1n"), "\(exported.text)")
    let shown = try await sample.program.run("history", "show", "last")
    #expect(shown.status == 0 && !(shown.text + shown.error).contains("s3cr3t-p1n"))
  }

  @Test(
    "A prompt with line breaks is asked on one line, and never sent as text",
    arguments: ["{{?Or\\nder}}", "{{ ?Or\\nder }}", "{{{?Or\\nder|1,\\n2}}"])
  func lines(question: String) async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("POST", "{{base_url}}/", headers: [("X-A", question)]),
        "b": "info: {name: B, type: http}\nhttp:\n  method: POST\n  url: '{{base_url}}/'\n"
          + "  body: {type: text, data: \"one \(question) two\"}\n",
      ])
    for (name, place) in [("a", "header 1, X-A"), ("b", "body")] {
      let unanswered = try await sample.program.run("send", name, "-e", "local")
      #expect(unanswered.status == 4, "\(unanswered.error)")
      #expect(unanswered.error.contains("\(place): {{?Or␊der}} is asked for when sending"), "\(unanswered.error)")
      #expect(unanswered.error.split(separator: "\n").count == 1, "\(unanswered.error)")
      #expect(server.requests.isEmpty)
    }
    let brace = question.hasPrefix("{{{") ? "{" : ""
    for name in ["a", "b"] {
      let sent = try await sample.program.run("send", name, "-e", "local", "--answer", "Or\nder=1")
      #expect(sent.status == 0, "\(sent.error)")
    }
    #expect(server.requests.map { $0["X-A"] ?? $0.bodyText } == ["\(brace)1", "one \(brace)1 two"])
  }

  @Test("Without a terminal, nothing is sent and missing answers are named with their choices")
  func missing() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server)
    let sent = try await sample.program.run("send", "a", "-e", "local", "--answer", "Order=1")
    #expect(sent.status == 4 && sent.output.isEmpty && server.requests.isEmpty)
    #expect(
      sent.error == "apus: a: URL: {{?Region}} is asked for when sending; give --answer 'Region=us' (eu, us)\n",
      "\(sent.error)")
    let wrong = try await sample.program.run(
      "send", "a", "-e", "local", "--answer", "Order=1", "--answer", "Region=de", "--answer", "PIN=1")
    #expect(
      wrong.status == 4 && wrong.error.contains("{{?Region}} takes one of its choices (eu, us)"), "\(wrong.error)")
    let malformed = try await sample.program.run("send", "a", "-e", "local", "--answer", "Region")
    #expect(malformed.status == 2 && malformed.error.contains("has no answer; write LABEL=VALUE"))
    #expect(server.requests.isEmpty)
  }

  @Test("A terminal shows prompts: choices by number, the default by Enter, hidden answers without echo")
  func asked() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server)
    let terminal = try terminal(sample)
    try terminal.waitForOutput("Region [us]: ")
    #expect(terminal.visibleOutput.contains("  1  eu") && terminal.visibleOutput.contains("  2  us"))
    terminal.type("3\r")
    try terminal.waitForOutput("1 to 2")
    terminal.type("1\r")
    try terminal.waitForOutput("Order: ")
    terminal.type("17\r")
    try terminal.waitForOutput("PIN: ")
    terminal.type("s3cr3t-p1n\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(!terminal.visibleOutput.contains("s3cr3t-p1n"))
    #expect(server.requests.map(\.target) == ["/eu/17"] && server.requests.first?["X-PIN"] == "s3cr3t-p1n")

    let again = try self.terminal(sample, "--answer", "PIN=1")
    try again.waitForOutput("Region [eu]: ")
    again.type("\r")
    try again.waitForOutput("Order [17]: ")
    again.type("\r")
    #expect(try again.waitForEnd() == 0)
    #expect(server.requests.last?.target == "/eu/17")
    let kept = try String(contentsOfFile: sample.folder.path + "/.apus/screen.json", encoding: .utf8)
    #expect(kept.contains("\"Order\": \"17\"") && !kept.contains("PIN") && !kept.contains("s3cr3t"), "\(kept)")
  }

  @Test("Interrupting a prompt or ending the input sends nothing", arguments: ["\u{3}", "\u{4}"])
  func interrupted(key: String) throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try sample(server)
    let terminal = try terminal(sample)
    try terminal.waitForOutput("Region [us]: ")
    terminal.type(key)
    #expect(try terminal.waitForEnd() >> 8 == 130)
    #expect(server.requests.isEmpty)
  }

  @Test("Labels and choices from an untrusted file are printed as text")
  func hostile() throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let long = String(repeating: "x", count: 4000)
    let sample = try sample(
      server, url: "{{base_url}}/{{?a\\e]0;owned\\a\\u202e\(long)|\\\"c, d\\\",\\e[2Je\\\"f}}")
    let terminal = try terminal(sample, "--answer", "PIN=1")
    try terminal.waitForOutput("xxx: ")
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(shown.contains("  1  c, d") && shown.contains("  2  ␛[2Je\"f"))
    #expect(shown.contains("a␛]0;owned␇<U+202E>xxx"))
    #expect(!terminal.output.contains(0x1B) && !terminal.output.contains(7))
    terminal.type("2\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(server.requests.first?.target == "/%1B%5B2Je%22f")
  }

  @Test("Export and import preserve prompts")
  func exported() async throws {
    let sample = try Sample(
      url: "http://h", requests: ["a": Sample.request("GET", "http://h/{{?Region|eu,\\\"a, b\\\"|eu}}")])
    let written = "{{?Region|eu,\"a, b\"|eu}}"
    for form in ["postman", "json"] {
      let out = try await sample.program.run("export", form, "a", "-o", "out.\(form)")
      #expect(out.status == 0, "\(out.error)")
    }
    let back = try await sample.program.run("import", "out.postman", "--into", "back")
    #expect(back.status == 0, "\(back.error)")
    let folder = sample.folder.path + "/back"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let texts = files.filter { $0.hasSuffix(".yml") }.map { path in
      String(decoding: FileManager.default.contents(atPath: "\(folder)/\(path)") ?? Data(), as: UTF8.self)
    }
    #expect(
      texts.contains { $0.replacing("\\\"", with: "\"").replacing("''", with: "'").contains(written) }, "\(texts)")
  }
}
