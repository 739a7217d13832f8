import Foundation
import TestSupport
import Testing

/// `apus send` and `apus run` with requests of kind `grpc`, against a grpcio server.
@Suite struct CallCommandTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer
  private var program: Program { Program(in: folder.path) }

  init() async throws {
    server = try await PythonPeer.makeGRPC()
    folder = try TemporaryDirectory("grpc-command")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try file("echo", "Echo", "  message: '{\"number\": 1}'\n")
    try file("details", "Details")
    try file("forever", "Forever")
    try file(
      "one", "EchoOne",
      """
        message: '{"number": 7, "text": "x"}'
      runtime:
        assertions:
          - {expression: 'messages[1].data.number', operator: eq, value: '7'}
          - {expression: 'grpc.status', operator: eq, value: '0'}

      """)
  }

  private func file(_ name: String, _ method: String, _ more: String = "") throws {
    let url = "grpc://127.0.0.1:\(server.port)"
    let head = "info: {name: \(name), type: grpc}\ngrpc:\n  url: \(url)\n  method: /grpc.testing.Ends/\(method)\n"
    try folder.write("\(name).yml", head + more)
  }

  @Test func `Lines of standard input are sent as messages, and answers are printed.`() async throws {
    let sent = try await program.run("send", "echo", input: Array("{\"number\": 2}\n{\"text\": \"ü\"}\n".utf8))
    #expect(sent.text == "{\"number\":1}\n{\"number\":2}\n{\"text\":\"ü\"}\n", "\(sent.error)")
    #expect(sent.status == 0 && sent.error.isEmpty)
  }

  @Test func `With --json, each message is a line, and the status is the last line.`() async throws {
    let sent = try await program.run("send", "details", "--json")
    let lines = try sent.lines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    #expect(lines.map { $0["type"].string } == ["send", "close"], "\(sent.text) \(sent.error)")
    #expect(lines.last?["code"].int == 9 && lines.last?["name"].string == "FAILED_PRECONDITION")
    #expect(lines.last?["reason"].string == "nothing left" && sent.status == 0)
    let plain = try await program.run("send", "details")
    #expect(plain.error.contains("FAILED_PRECONDITION (9): nothing left") && plain.error.contains("NO_STOCK"))
    #expect(try await program.run("send", "details", "--fail").status != 0)
  }

  @Test func `An endless stream ends after a number of messages or a matching one.`() async throws {
    let counted = try await program.run("send", "forever", "--count", "3")
    #expect(counted.status == 0 && counted.lines.count == 3, "\(counted.error)")
    let met = try await program.run("send", "forever", "--until", "messages.count gte 3")
    #expect(met.status == 0, "\(met.error)")
    let late = try await program.run("send", "forever", "--max-time", "0.2")
    #expect(late.error.contains("DEADLINE_EXCEEDED"), "\(late.error)")
  }

  @Test func `A single-message call takes its message from a file, standard input, or a file of bytes.`()
    async throws
  {
    let target = "grpc://127.0.0.1:\(server.port)/grpc.testing.Ends/EchoOne"
    try folder.write("message.json", "{\n  \"number\": 4\n}\n")
    let file = try await program.run("send", target, "-d", "@message.json")
    #expect(file.text == "{\"number\":4}\n" && file.status == 0, "\(file.error)")
    let piped = try await program.run("send", target, input: Array("{\n  \"number\": 5\n}\n".utf8))
    #expect(piped.text == "{\"number\":5}\n" && piped.status == 0, "\(piped.error)")
    try folder.write("message.bin", "\u{8}\u{6}")
    let bytes = try await program.run("send", target, "--message-file", "message.bin")
    #expect(bytes.text == "{\"number\":6}\n" && bytes.status == 0, "\(bytes.error)")
    let wrong = try await program.run("send", target, input: Array("{\"nobody\": 5}".utf8))
    #expect(wrong.status == 4 && wrong.error.contains("nobody"), "\(wrong.status) \(wrong.error)")
  }

  @Test func `A file with several JSON texts is several messages; texts on standard input may span lines.`()
    async throws
  {
    let many = "grpc://127.0.0.1:\(server.port)/grpc.testing.Ends/Echo"
    try folder.write("many.json", "{\"number\": 1}{\n  \"number\": 2\n}\n")
    let answers = "{\"number\":1}\n{\"number\":2}\n"
    for option in [["-d", "@many.json"], ["--message-file", "many.json"]] {
      let sent = try await program.run(["send", many] + option)
      #expect(sent.text == answers && sent.status == 0, "\(sent.text)\(sent.error)")
    }
    let piped = try await program.run("send", many, input: Array("{\n\"number\": 1\n}\n\n{\"number\": 2}".utf8))
    #expect(piped.text == answers && piped.status == 0, "\(piped.text)\(piped.error)")
    // The command line takes precedence over the file's selection.
    try folder.write("message.bin", "\u{8}\u{6}")
    let named = try await program.run("send", "one", "--message-file", "message.bin")
    #expect(named.text == "{\"number\":6}\n", "\(named.text)\(named.error)")
    let two = try await program.run(
      "send", "grpc://127.0.0.1:\(server.port)/grpc.testing.Ends/EchoOne", input: Array("{}\n{}".utf8))
    #expect(two.status == 4 && two.text.isEmpty, "\(two.text)\(two.error)")
    try Data([0x22, 0xFF, 0x22]).write(to: URL(fileURLWithPath: folder.path("latin.json")))
    let latin = try await program.run("send", many, "-d", "@latin.json")
    #expect(latin.status == 3 && latin.error.contains("is not UTF-8"), "\(latin.error)")
  }

  @Test func `Waiting for a server's types ends at the time limit.`() async throws {
    let silent = try RawServer { $0.waitForClose() }
    defer { silent.stop() }
    let sent = try await program.run("send", "grpc://127.0.0.1:\(silent.port)/a.B/C", "--max-time", "0.3")
    #expect(sent.status == 5 && sent.error.contains("DEADLINE_EXCEEDED"), "\(sent.status) \(sent.error)")
  }

  @Test func `--emit-defaults adds fields with default values, and is rejected for other requests.`() async throws {
    let sent = try await program.run("send", "one", "-d", "{}", "--emit-defaults")
    #expect(sent.text.contains("\"number\":0") && sent.text.contains("\"text\":\"\""), "\(sent.text)\(sent.error)")
    #expect(try await program.run("send", "http://127.0.0.1:9/", "--emit-defaults").status == 2)
  }

  @Test func `Trailers appear with -v and in the JSON.`() async throws {
    let shown = try await program.run("send", "details", "-v")
    #expect(shown.error.contains("< grpc-status: 9"), "\(shown.error)")
    let json = try await program.run("send", "details", "--json")
    let close = try JSONDecoder().decode(JSONValue.self, from: Data((json.lines.last ?? "").utf8))
    #expect(close["trailers"]["grpc-status"].string == "9", "\(json.text)")
  }

  @Test func `A run checks the assertions of calls.`() async throws {
    let run = try await program.run("run", "one")
    #expect(run.status == 0, "\(run.text) \(run.error)")
  }

  @Test func `A run fails by a status other than OK, unless a test of the request decides.`() async throws {
    let failed = try await program.run("run", "details", "--report", "junit=r.xml")
    let words = "FAILED_PRECONDITION: nothing left"
    #expect(failed.status == 1 && failed.text.contains("grpc.status eq 0: \(words)"), "\(failed.text)\(failed.error)")
    #expect(try folder.readText("r.xml").contains(words))
    for (test, status) in [
      ("grpc.status, operator: eq, value: '9'", Int32(0)), ("grpc.name, operator: eq, value: OK", 1),
      ("messages.count, operator: eq, value: '1'", 1), ("grpc.trailers, operator: isDefined", 1),
    ] {
      try file("details", "Details", "runtime: {assertions: [{expression: \(test)}]}\n")
      let run = try await program.run("run", "details")
      #expect(run.status == status, "\(test): \(run.text)")
    }
  }

  @Test func `Comments in a message are not sent, wherever it comes from.`() async throws {
    let target = "grpc://127.0.0.1:\(server.port)/grpc.testing.Ends/EchoOne"
    let message = "{ // who isn't it? {\n  \"number\": 5 /* \" */\n}\n"
    try folder.write("message.json", message)
    let piped = try await program.run("send", target, input: Array(message.utf8))
    #expect(piped.text == "{\"number\":5}\n" && piped.status == 0, "\(piped.error)")
    for words in [["-d", "@message.json"], ["-d", message]] {
      let sent = try await program.run(["send", target] + words)
      #expect(sent.text == "{\"number\":5}\n" && sent.status == 0, "\(sent.error)")
    }
    try file("noted", "EchoOne", "  message: |-\n    {\n      // {{nobody}}\n      \"number\": 5\n    }\n")
    let noted = try await program.run("send", "noted")
    #expect(noted.text == "{\"number\":5}\n" && noted.status == 0, "\(noted.error)")
    let exported = try await program.run("export", "curl", "noted")
    #expect(exported.status == 0 && !exported.text.contains("nobody"), "\(exported.text)")
  }
}
