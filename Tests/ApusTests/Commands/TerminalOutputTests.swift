import Foundation
import TestSupport
import Testing

/// Commands print colours on a terminal and bytes into a pipe.
@Suite("Output for people and for programs") struct TerminalOutputTests {
  private static let json = #"{"id":1,"name":"Ada","tags":["a","b"]}"#

  /// The output of the program on a terminal.
  private func terminal(
    _ folder: TemporaryDirectory, _ words: [String], _ variables: [String: String] = [:], columns: Int = 80
  ) throws -> (raw: String, shown: String, status: Int32) {
    let terminal = try PseudoTerminal(
      try Program.path(), words, columns: columns, rows: 40,
      environment: ["HOME": folder.path, "NO_PROXY": "*", "TZ": "UTC"].merging(variables) { _, new in new })
    let status = try terminal.waitForEnd()
    var model = TerminalModel(columns: columns, rows: 40)
    model.feed(terminal.output)
    #expect(model.unknown.isEmpty, "\(model.unknown)")
    let lines = model.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    let shown = lines.joined(separator: "\n").trimmingCharacters(in: .newlines)
    return (String(decoding: terminal.output, as: UTF8.self), shown, status)
  }

  private func server(_ type: String = "application/json", _ body: String = Self.json) throws -> AnsweringServer {
    try AnsweringServer { _ in Answer.text(body, headers: ["Content-Type: \(type)"]) }
  }

  private static let pretty = "{\n  \"id\": 1,\n  \"name\": \"Ada\",\n  \"tags\": [\n    \"a\",\n    \"b\"\n  ]\n}"

  @Test(
    "A terminal gets formatted JSON in the colours that it has",
    arguments: [
      ([:], "\u{1b}[3"), (["COLORFGBG": "15;0", "COLORTERM": "truecolor"], "\u{1b}[38;2;122;162;247m"),
      (["COLORFGBG": "0;15", "COLORTERM": "truecolor"], "\u{1b}[38;2;30;93;204m"),
    ] as [([String: String], String)])
  func colors(variables: [String: String], sequence: String) throws {
    let server = try server()
    defer { server.stop() }
    let result = try terminal(try TemporaryDirectory(), ["send", server.url], variables)
    #expect(result.shown == Self.pretty && result.raw.contains(sequence), "\(result.raw)")
  }

  @Test("An answer that refuses the type of the body names the options that set it, only on a terminal")
  func refusedType() async throws {
    let server = try AnsweringServer { _ in Answer.text("no\n", status: "415 Unsupported Media Type") }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    func words(_ type: String, _ json: String) -> String {
      "no\napus: the server refuses the Content-Type \(type); \(json)-H 'Content-Type: …' sends another type"
    }
    let form = "application/x-www-form-urlencoded"
    func shown(_ arguments: [String]) throws -> String {
      try terminal(folder, arguments + [server.url], ["LC_ALL": "C.UTF-8"], columns: 200).shown
    }
    #expect(try shown(["send", "-d", "{}"]) == words(form, "--json-body sends JSON, "))
    #expect(try shown(["curl", "-d", "{}"]) == words(form, "--json sends JSON, "))
    #expect(try shown(["send", "--json-body", "{}"]) == words("application/json", ""))
    let piped = try await Program().run("send", "-d", "{}", server.url)
    #expect(piped.status == 0 && piped.error.isEmpty, "\(piped.error)")
  }

  @Test("NO_COLOR and --color never format without colours; --pretty never leaves the layout")
  func plain() throws {
    let server = try server()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    for (words, variables) in [([], ["NO_COLOR": "1"]), (["--color", "never"], [:])] as [([String], [String: String])] {
      let result = try terminal(folder, ["send", server.url] + words, variables)
      #expect(result.shown == Self.pretty && !result.raw.contains("\u{1b}"), "\(result.raw)")
    }
    let compact = try terminal(folder, ["send", server.url, "--pretty", "never"])
    #expect(compact.shown == Self.json && compact.raw.contains("\u{1b}"))
    let raw = try terminal(folder, ["send", server.url, "--raw"])
    #expect(raw.shown == Self.json && !raw.raw.contains("\u{1b}"))
  }

  @Test("A pipe gets the bytes, unless --color or --pretty asks for more")
  func pipe() async throws {
    let server = try server()
    defer { server.stop() }
    let program = try Program()
    #expect(try await program.run("send", server.url).text == Self.json)
    #expect(try await program.run("send", server.url, "--pretty", "always").text == Self.pretty + "\n")
    let colored = try await program.run("curl", "--color", "always", "--pretty=always", "-i", server.url).text
    #expect(colored.contains("\u{1b}[") && colored.contains("\n  ") && colored.contains("Content-Type"), "\(colored)")
    #expect(try await program.run("curl", "--color", "loud", server.url).status == 2)
    #expect(try await program.run("send", server.url, "--raw", "--pretty", "always").status == 2)
  }

  @Test("Text that is not JSON is shown as received, with the reason")
  func faulty() throws {
    let server = try server("application/json", "{'a': 1}\n{oops")
    defer { server.stop() }
    let result = try terminal(try TemporaryDirectory(), ["send", server.url])
    #expect(
      result.shown
        == "{'a': 1}\n{oops\napus: the body is not JSON and is shown as received: line 1, column 2: expected\na key in quotes or }, found '",
      "\(result.shown)")
  }

  @Test("A server's control characters never reach a terminal with colours, nor a pipe with them")
  func hostile() async throws {
    let server = try server("application/json", "{\"a\":\"\u{1b}]0;owned\u{7}\u{9b}2J\"} ")
    defer { server.stop() }
    let result = try terminal(try TemporaryDirectory(), ["send", server.url])
    #expect(!result.raw.contains("\u{1b}]") && !result.raw.contains("\u{9b}"), "\(result.raw)")
    let piped = try await Program().run("send", server.url, "--color", "always").text
    #expect(!piped.contains("\u{1b}]") && !piped.contains("\u{9b}"), "\(piped)")
  }

  @Test("A query formats its values on a terminal and leaves them in a pipe")
  func query() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("a.json", #"{"a":[{"b":1}]}"#)
    let file = "\(folder.path)/a.json"
    let result = try terminal(folder, ["query", "$.a[0]", file])
    #expect(result.shown == "{\n  \"b\": 1\n}" && result.raw.contains("\u{1b}["), "\(result.raw)")
    #expect(try await Program().run("query", "$.a[0]", file).text == "{\"b\":1}\n")
  }

  @Test("The history has local times on a terminal and UTC in a pipe, each in columns")
  func history() async throws {
    let server = try server()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(), "b": Sample.request("DELETE")])
    for name in ["a", "b"] { _ = try await sample.program.run("send", name, "-e", "local") }
    let result = try terminal(sample.folder, ["history", "list", "-w", sample.folder.path], ["TZ": "XXX-05:30"])
    let lines = result.shown.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.count <= 80 }, "\(result.shown)")
    let columns = lines.map { $0.split(separator: "  ", omittingEmptySubsequences: true).map(String.init) }
    #expect(columns[0][1].count == 5 && columns[0][2] == "200" && columns[0][3].hasPrefix("DELETE"), "\(result.shown)")
    let piped = try await sample.program.run("history", "list")
    let time = try #require(piped.lines.first?.split(separator: "  ")[1])
    let zoned = try #require(try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(String(time)))
    let local = Int(zoned.timeIntervalSince1970 + 5.5 * 3600) % 86_400
    #expect(columns[0][1] == String(format: "%02d:%02d", local / 3600, local / 60 % 60), "\(time) \(result.shown)")
  }

  @Test("A failed run ends with each failure, its expected and its actual value, and a server that is down once")
  func failures() async throws {
    let server = try server()
    defer { server.stop() }
    let down = "http://127.0.0.1:\(try RawServer.refusedPort())"
    let check = "  assertions:\n    - expression: res.status\n      operator: eq\n      value: \"201\"\n"
    let sample = try Sample(
      url: server.url,
      requests: [
        "a": Sample.request("GET", "\(down)/1", runtime: check, seq: 1),
        "b": Sample.request("GET", "\(down)/2", runtime: check, seq: 2),
        "c": Sample.request(runtime: check, seq: 3),
      ])
    let result = try terminal(sample.folder, ["run", sample.folder.path, "-e", "local"], columns: 160)
    let lines = result.shown.split(separator: "\n").map(String.init)
    let end = try #require(lines.firstIndex(of: "Failed"))
    #expect(
      lines[(end + 1)...].prefix(4).elementsEqual([
        "✗ c", "    expected  res.status eq 201", "    got       200", "✗ a and 1 more",
      ]), "\(result.shown)")
    #expect(result.shown.components(separatedBy: "Could not connect").count == 2, "\(result.shown)")
    #expect(lines.last?.hasPrefix("3 of 3 requests run, 3 failed; 1 assertions, 1 failed") == true, "\(lines)")
    let piped = try await sample.program.run("run", "a", "-e", "local")
    #expect(
      piped.status == 5 && piped.lines.count == 3 && piped.text.contains("Is the server running?"), "\(piped.text)")
  }

  @Test("A retry says why and when it sends again; --silent does not")
  func retry() async throws {
    let server = try AnsweringServer { _ in
      Answer.text("no", status: "503 Unavailable", headers: ["Retry-After: 0"])
    }
    defer { server.stop() }
    let program = try Program()
    let error = try await program.run("send", server.url, "--retry", "1").error
    #expect(error.hasPrefix("apus: the server answered 503 "), "\(error)")
    #expect(error.contains("; try 2 "), "\(error)")
    #expect(try await program.run("send", server.url, "--retry", "1", "-s").error.isEmpty)
  }

  @Test("Long work shows what it does, how far it is, and how long it will take")
  func progress() throws {
    let seen = Gate()
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 400000000\r\nConnection: close\r\n\r\n")
      while !seen.isOpen { try connection.write(String(repeating: "x", count: 64)) }
    }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    let terminal = try PseudoTerminal(
      try Program.path(), ["send", server.url, "-o", folder.path + "/file"], columns: 100,
      environment: ["HOME": folder.path, "NO_PROXY": "*"])
    try terminal.waitForOutput(" left")
    seen.open()
    _ = try terminal.waitForEnd()
    let text = String(decoding: terminal.output, as: UTF8.self)
    #expect(text.contains("────") && text.contains("MB of 400.0 MB") || text.contains("KB of 400.0 MB"), "\(text)")
  }
}
