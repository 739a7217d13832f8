import Basics
import Foundation
import TestSupport
import Testing

/// `apus send` and `apus run` with requests of kind `websocket`, against a Python server.
@Suite struct WebSocketCommandTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer
  private var program: Program { Program(in: folder.path) }

  init() async throws {
    server = try await PythonPeer.makeWebSocket("echo")
    folder = try TemporaryDirectory("websocket-command")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write(
      "lobby.yml",
      """
      info: {name: Lobby, type: websocket}
      websocket:
        url: ws://127.0.0.1:\(server.port)/
        message:
          - {title: hello, selected: true, message: {type: json, data: '{"id": 7, "token": "t-1"}'}}
          - {title: leave, message: {type: text, data: bye}}
      runtime:
        assertions:
          - {expression: 'messages[0].data.id', operator: eq, value: '7'}
          - {expression: close.code, operator: eq, value: '1000'}

      """)
  }

  @Test func `The saved message and lines of standard input are sent, and answers are printed.`() async throws {
    let sent = try await program.run("send", "lobby", input: Array("one\ntwo\r\nthree".utf8))
    #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    #expect(sent.text == "{\"id\": 7, \"token\": \"t-1\"}\none\ntwo\nthree\n")
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `With --json, each message in both directions is a line, with secrets masked.`() async throws {
    let sent = try await program.run("send", "lobby", "--json")
    let lines = try sent.lines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    #expect(
      lines.map { $0["type"].string }.sorted { ($0 ?? "") < ($1 ?? "") } == ["close", "receive", "send"], "\(sent.text)"
    )
    #expect(lines.last?["code"].int == 1000)
    #expect(
      lines.dropLast().allSatisfy {
        $0["kind"].string == "text" && $0["data"]["id"].int == 7 && $0["time"].string != nil
      })
  }

  @Test func `A saved message is chosen by name, and an unknown name is reported.`() async throws {
    let sent = try await program.run("send", "lobby", "--message", "hello", "--message", "leave")
    #expect(sent.text == "{\"id\": 7, \"token\": \"t-1\"}\n" && sent.status == 0, "\(sent.error)")
    let wrong = try await program.run("send", "lobby", "--message", "shout")
    #expect(wrong.status == 2 && wrong.error.contains("no message shout; it has hello, leave"), "\(wrong.error)")
  }

  @Test func `A conversation ends after a number of messages or a matching one.`() async throws {
    let counted = try await program.run("send", "lobby", "--count", "2", input: Array("one\n".utf8))
    #expect(counted.status == 0 && counted.lines.count == 2, "\(counted.error)")
    let lines = #"{"n": 1}"# + "\n" + #"{"n": 2}"# + "\n"
    let met = try await program.run("send", "lobby", "--until", "message.data.n eq 2", input: Array(lines.utf8))
    #expect(met.status == 0 && met.lines.last == #"{"n": 2}"#, "\(met.error)")
    for wrong in [["--count", "0"], ["--until", "message.data.n"]] {
      #expect(try await program.run(["send", "lobby"] + wrong).status == 2)
    }
  }

  @Test func `The end of the input closes the conversation if the file sets no time limit.`() async throws {
    let text = try folder.readText("lobby.yml")
    try folder.write("lobby.yml", text + "settings:\n  timeout: 0\n")
    let sent = try await program.run("send", "lobby", input: Array("one\n".utf8))
    #expect(sent.status == 0 && sent.lines.count == 2, "\(sent.error)")
  }

  @Test func `Answers arrive after the end of the input, even from a server that drops them on close.`()
    async throws
  {
    let library = try await PythonPeer.makeWebSocket("library")
    // Newer servers refuse a client that offers none of their subprotocols.
    let sent = try await program.run(
      "send", "ws://127.0.0.1:\(library.port)/", "-H", "Sec-WebSocket-Protocol: chat",
      input: Array("one\ntwo\n".utf8))
    #expect(sent.status == 0 && sent.text == "one\ntwo\n", "\(sent.error)")
  }

  @Test func `An informative close is reported.`() async throws {
    let sent = try await program.run("send", "lobby", "--message", "leave")
    #expect(sent.status == 0 && sent.error.contains("apus: closed with 4001"), "\(sent.error)")
  }

  @Test func `A failing close replaces 101 and fails the command on request.`()
    async throws
  {
    let failed = try await program.run("send", "lobby", "--message", "leave", "--fail")
    #expect(failed.status == 1 && failed.error.contains("the WebSocket closed with 4001"), "\(failed.error)")
    #expect(try await program.run("send", "lobby", "--fail", input: Array("one\n".utf8)).status == 0)
    for (status, count) in [("4001", 1), ("101", 1), ("1xx", 1), ("1011", 0)] {
      let found = try await program.run("history", "list", "--status", status)
      #expect(found.lines.count == count && found.status == 0, "\(status): \(found.text) \(found.error)")
    }
  }

  @Test func `An unreachable server, or one without WebSocket, is a failure.`() async throws {
    let other = try AnsweringServer { _ in Answer.text("hi") }
    let plain = try await program.run("send", "lobby", "--url", "ws://127.0.0.1:\(other.port)/")
    #expect(
      plain.status == 5 && plain.error.contains("answered 200 OK instead of opening a WebSocket"), "\(plain.error)")
    let port = try RawServer.refusedPort()
    let absent = try await program.run("send", "lobby", "--url", "ws://127.0.0.1:\(port)/")
    #expect(absent.status == 5 && absent.error.contains("Could not connect"), "\(absent.error)")
  }

  @Test func `A run checks messages and the close.`() async throws {
    let text = try folder.readText("lobby.yml")
    try folder.write(
      "lobby.yml",
      text.replacing("{title: leave,", with: "{title: leave, selected: true,").replacing("'1000'", with: "'4001'"))
    let run = try await program.run("run")
    #expect(run.status == 0 && run.text.contains("1 of 1 requests run, 0 failed"), "\(run.text)\(run.error)")
    try folder.write(
      "lobby.yml",
      text.replacing("'7'", with: "'8'").replacing("messages[0]", with: "messages[1]").replacing(
        "close.code", with: "messages.count"
      ).replacing(
        "'1000'", with: "'2'"))
    let failed = try await program.run("run")
    #expect(failed.status == 1 && failed.text.contains("messages[1].data.id"), "\(failed.text)\(failed.error)")
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `A WebSocket URL is recognized, and sends texts, bytes and files.`() async throws {
    try folder.write("bytes.bin", "raw")
    let url = "ws://127.0.0.1:\(server.port)/"
    let sent = try await program.run(
      "send", url, "-d", "one", "-d", "two", "--message-file", "bytes.bin", input: Array("three\n".utf8))
    #expect(sent.status == 0 && sent.text == "one\ntwo\nraw\nthree\n", "\(sent.error)")
    let bytes = try await program.run("send", url, "--hex", "-d", "6F6e 65", input: Array("68 69\r\n".utf8))
    #expect(bytes.status == 0 && bytes.text == "one\nhi\n", "\(bytes.error)")
  }

  @Test func `Invalid hexadecimal is rejected on the command line and reported on standard input.`()
    async throws
  {
    let url = "ws://127.0.0.1:\(server.port)/"
    let wrong = try await program.run("send", url, "--hex", "-d", "zz")
    #expect(wrong.status == 2 && wrong.error.contains("-d zz is not pairs of hexadecimal digits"), "\(wrong.error)")
    #expect(server.seen.isEmpty)
    let line = try await program.run("send", url, "--hex", input: Array("68 69\nzz\n6F\n".utf8))
    #expect(line.status == 4 && line.text == "hi\no\n", "\(line.status) \(line.text)")
    #expect(line.error.contains("1 of the input's lines could not be sent"), "\(line.error)")
  }

  @Test func `A protocol violation is reported on one line.`() async throws {
    let other = try RawServer { connection in
      guard let request = connection.readRequest(), let key = request["Sec-WebSocket-Key"] else { return }
      let head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
      let accept = "Sec-WebSocket-Accept: \(WebSocketKey.accept(key))"
      try connection.write((head + [accept, "", ""]).joined(separator: "\r\n"))
      // Reserved bits.
      try connection.write([0xF1, 0x02, 0x68, 0x69])
      connection.waitForClose()
    }
    let sent = try await program.run("send", "ws://127.0.0.1:\(other.port)/")
    #expect(sent.status == 5 && sent.text.isEmpty)
    #expect(
      sent.error
        == "apus: 127.0.0.1:\(other.port) violated the WebSocket protocol: it sent a frame with reserved bits\n")
  }

  @Test func `Options for single answers are rejected.`() async throws {
    for (words, said) in [
      (["-X", "POST"], "-X POST"), (["--download", "x"], "--download"), (["-d", "@lobby.yml"], "-d @FILE"),
      (["--form", "a=b"], "--form"), (["--retry-until", "res.status eq 200"], "--retry-until"),
    ] {
      let sent = try await program.run(["send", "lobby"] + words)
      #expect(sent.status == 2 && sent.error.contains(said), "\(words): \(sent.status) \(sent.error)")
    }
    let broken = try await program.run("send", "lobby", "--until", "message.text matches (")
    #expect(broken.status == 2 && broken.error.contains("regular expression"), "\(broken.error)")
    let other = try await program.run("send", "http://127.0.0.1:9/", "--hex")
    #expect(other.status == 2 && other.error.contains("--hex"), "\(other.error)")
    #expect(server.seen.isEmpty)
  }

  @Test func `The history records the direction of messages and the WebSocket URL.`() async throws {
    _ = try await program.run("send", "lobby", "--message", "leave")
    let shown = try await program.run("history", "show", "last")
    #expect(shown.text.contains(" > bye\n"), "\(shown.text)")
    let list = try await program.run("history", "list")
    #expect(list.text.contains("ws://127.0.0.1:\(server.port)/"), "\(list.text)")
  }

  @Test func `A time limit before --until is met is a transfer failure.`() async throws {
    let sent = try await program.run("send", "lobby", "--until", "message.data.n eq 9", "--max-time", "0.3")
    #expect(sent.status == 5 && sent.error.contains("timed out before"), "\(sent.status) \(sent.error)")
  }

  @Test(arguments: [[], ["--json"]]) func `A flood ends at the time limit, although nobody reads the output.`(
    _ options: [String]
  ) async throws {
    let url = "ws://127.0.0.1:\(server.port)/"
    let sent = try unread(["send", url, "-d", "flood", "--max-time", "0.5"] + options)
    #expect(sent.status == 0 && sent.error.contains("before everything was written"), "\(sent.status) \(sent.error)")
    let kept = try await program.run("history", "show", "last")
    let written = sent.lines.count
    #expect(kept.lines.filter { $0.contains(" < x") }.count > written, "\(written) lines were written")
  }

  /// Runs the program to its end before any of its output is read.
  private func unread(_ arguments: [String]) throws -> Program.Result {
    let (process, output, error) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: try Program.path())
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "NO_PROXY": "*"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = error
    try process.start()
    process.waitUntilExit()
    return Program.Result(
      status: process.terminationStatus, output: [UInt8](output.fileHandleForReading.readDataToEndOfFile()),
      error: String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
  }
}
