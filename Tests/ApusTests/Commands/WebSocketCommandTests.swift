import Basics
import Foundation
import TestSupport
import Testing

/// `apus send` and `apus run` with requests of the kind `websocket`, against a server in Python.
@Suite struct WebSocketCommandTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer?
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
        url: ws://127.0.0.1:\(server?.port ?? 0)/
        message:
          - {title: hello, selected: true, message: {type: json, data: '{"id": 7, "token": "t-1"}'}}
          - {title: leave, message: {type: text, data: bye}}
      runtime:
        assertions:
          - {expression: 'messages[0].data.id', operator: eq, value: '7'}
          - {expression: close.code, operator: eq, value: '1000'}

      """)
  }

  @Test func `The saved message and the lines of standard input are said, and what comes in is printed.`() async throws
  {
    guard let server else { return }
    let sent = try await program.run("send", "lobby", input: Array("one\ntwo\r\nthree".utf8))
    #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    #expect(sent.text == "{\"id\": 7, \"token\": \"t-1\"}\none\ntwo\nthree\n")
    #expect(server.seen.contains("closed 1000"))
  }

  @Test func `With --json each message is a line, either way, and secrets are masked.`() async throws {
    guard server != nil else { return }
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

  @Test func `A saved message is chosen by name, and one that is not there is named.`() async throws {
    guard server != nil else { return }
    let sent = try await program.run("send", "lobby", "--message", "hello", "--message", "leave")
    #expect(sent.text == "{\"id\": 7, \"token\": \"t-1\"}\n" && sent.status == 0, "\(sent.error)")
    let wrong = try await program.run("send", "lobby", "--message", "shout")
    #expect(wrong.status == 2 && wrong.error.contains("no message shout; it has hello, leave"), "\(wrong.error)")
  }

  @Test func `It ends after a number of messages, or once one is as wanted.`() async throws {
    guard server != nil else { return }
    let counted = try await program.run("send", "lobby", "--count", "2", input: Array("one\n".utf8))
    #expect(counted.status == 0 && counted.lines.count == 2, "\(counted.error)")
    let lines = #"{"n": 1}"# + "\n" + #"{"n": 2}"# + "\n"
    let met = try await program.run("send", "lobby", "--until", "message.data.n eq 2", input: Array(lines.utf8))
    #expect(met.status == 0 && met.lines.last == #"{"n": 2}"#, "\(met.error)")
    for wrong in [["--count", "0"], ["--until", "message.data.n"]] {
      #expect(try await program.run(["send", "lobby"] + wrong).status == 2)
    }
  }

  @Test func `The end of the input closes it where the file says that there is no limit of time.`() async throws {
    guard server != nil else { return }
    let text = try folder.readText("lobby.yml")
    try folder.write("lobby.yml", text + "settings:\n  timeout: 0\n")
    let sent = try await program.run("send", "lobby", input: Array("one\n".utf8))
    #expect(sent.status == 0 && sent.lines.count == 2, "\(sent.error)")
  }

  @Test func `A close that says something is told.`() async throws {
    guard server != nil else { return }
    let sent = try await program.run("send", "lobby", "--message", "leave")
    #expect(sent.status == 0 && sent.error.contains("apus: closed with 4001"), "\(sent.error)")
  }

  @Test func `A close that is a failure stands in place of 101, and fails the command where that is wanted.`()
    async throws
  {
    guard server != nil else { return }
    let failed = try await program.run("send", "lobby", "--message", "leave", "--fail")
    #expect(failed.status == 1 && failed.error.contains("the WebSocket closed with 4001"), "\(failed.error)")
    #expect(try await program.run("send", "lobby", "--fail", input: Array("one\n".utf8)).status == 0)
    for (status, count) in [("4001", 1), ("101", 1), ("1xx", 1), ("1011", 0)] {
      let found = try await program.run("history", "list", "--status", status)
      #expect(found.lines.count == count && found.status == 0, "\(status): \(found.text) \(found.error)")
    }
  }

  @Test func `A server that is not there, or is no WebSocket, is the failure.`() async throws {
    let other = try AnsweringServer { _ in Answer.text("hi") }
    let plain = try await program.run("send", "lobby", "--url", "ws://127.0.0.1:\(other.port)/")
    #expect(
      plain.status == 5 && plain.error.contains("answered 200 OK instead of opening a WebSocket"), "\(plain.error)")
    let port = try RawServer.refusedPort()
    let absent = try await program.run("send", "lobby", "--url", "ws://127.0.0.1:\(port)/")
    #expect(absent.status == 5 && absent.error.contains("Could not connect"), "\(absent.error)")
  }

  @Test func `A run asserts on messages and on the close.`() async throws {
    guard let server else { return }
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

  @Test func `A URL of a WebSocket is one by itself, and says texts, bytes and files.`() async throws {
    guard let server else { return }
    try folder.write("bytes.bin", "raw")
    let url = "ws://127.0.0.1:\(server.port)/"
    let sent = try await program.run(
      "send", url, "-d", "one", "-d", "two", "--message-file", "bytes.bin", input: Array("three\n".utf8))
    #expect(sent.status == 0 && sent.text == "one\ntwo\nraw\nthree\n", "\(sent.error)")
    let bytes = try await program.run("send", url, "--hex", "-d", "6F6e 65", input: Array("68 69\r\n".utf8))
    #expect(bytes.status == 0 && bytes.text == "one\nhi\n", "\(bytes.error)")
  }

  @Test func `What is no hexadecimal is refused on the command line, and a line of the input that is none is told.`()
    async throws
  {
    guard let server else { return }
    let url = "ws://127.0.0.1:\(server.port)/"
    let wrong = try await program.run("send", url, "--hex", "-d", "zz")
    #expect(wrong.status == 2 && wrong.error.contains("-d zz has no pairs of hexadecimal digits"), "\(wrong.error)")
    #expect(server.seen.isEmpty)
    let line = try await program.run("send", url, "--hex", input: Array("68 69\nzz\n6F\n".utf8))
    #expect(line.status == 4 && line.text == "hi\no\n", "\(line.status) \(line.text)")
    #expect(line.error.contains("1 of the input's lines could not be said"), "\(line.error)")
  }

  @Test func `A server that breaks the protocol is told in one line.`() async throws {
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
      sent.error == "apus: 127.0.0.1:\(other.port) broke the WebSocket protocol: it sent a frame with reserved bits\n")
  }

  @Test func `What is about one answer is refused in words.`() async throws {
    guard server != nil else { return }
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
    #expect(server?.seen.isEmpty == true)
  }

  @Test func `The history says who said what, with the address of the WebSocket.`() async throws {
    guard let server else { return }
    _ = try await program.run("send", "lobby", "--message", "leave")
    let shown = try await program.run("history", "show", "last")
    #expect(shown.text.contains(" > bye\n"), "\(shown.text)")
    let list = try await program.run("history", "list")
    #expect(list.text.contains("ws://127.0.0.1:\(server.port)/"), "\(list.text)")
  }

  @Test func `A limit of time before what --until waits for is the transfer's failure.`() async throws {
    guard server != nil else { return }
    let sent = try await program.run("send", "lobby", "--until", "message.data.n eq 9", "--max-time", "0.3")
    #expect(sent.status == 5 && sent.error.contains("the time was over"), "\(sent.status) \(sent.error)")
  }
}
