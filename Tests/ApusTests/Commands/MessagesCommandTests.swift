import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct MessagesCommandTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  /// Sends this number of events, and then nothing until the client disconnects.
  private static func server(events: Int = 1_000_000, then gate: Gate? = nil) throws -> RawServer {
    try RawServer { connection in
      _ = connection.readRequest()
      try connection.write(head)
      for number in 1...events {
        try connection.write("event: tick\nid: \(number)\ndata: {\"n\": \(number)}\n\n")
      }
      gate?.wait()
    }
  }

  @Test func `Messages are printed one per line as they arrive.`() async throws {
    let gate = Gate()
    let server = try Self.server(events: 1, then: gate)
    defer { server.stop() }
    let running = try Program().start(["send", server.url, "--messages"])
    #expect(await running.firstOutput() == "{\"n\": 1}\n")
    gate.open()
    let result = await running.result()
    #expect(result.status == 0 && result.text == "{\"n\": 1}\n", "\(result.error)")
  }

  @Test func `Without options, the body is written byte for byte.`() async throws {
    let server = try Self.server(events: 2)
    defer { server.stop() }
    let result = try await Program().run("send", server.url)
    #expect(result.text == "event: tick\nid: 1\ndata: {\"n\": 1}\n\nevent: tick\nid: 2\ndata: {\"n\": 2}\n\n")
  }

  @Test func `With --json, each message is a JSON object on a line.`() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--json", "--count", "2")
    #expect(result.status == 0 && result.lines.count == 2, "\(result.text)\(result.error)")
    #expect(result.lines[0].hasPrefix(#"{"time":""#))
    #expect(result.lines[1].hasSuffix(#","event":"tick","id":"2","data":{"n":2}}"#), "\(result.text)")
  }

  @Test func `--count and --until end an answer successfully, and it is recorded as usual.`() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let runtime = "  variables:\n    - {name: last, value: \"4\"}\n"
    let sample = try Sample(url: server.url, requests: ["a": Sample.request(runtime: runtime)])
    let counted = try await sample.program.run("send", "a", "-e", "local", "--count", "3")
    #expect(counted.status == 0 && counted.lines == ["{\"n\": 1}", "{\"n\": 2}", "{\"n\": 3}"], "\(counted.error)")
    let until = try await sample.program.run("send", "a", "-e", "local", "--until", "message.data.n eq {{last}}")
    #expect(until.status == 0 && until.lines.last == "{\"n\": 4}" && until.lines.count == 4, "\(until.error)")
    let kept = try await sample.program.run("history", "show", "last")
    #expect(kept.status == 0 && kept.text.contains("data: {\"n\": 4}") && !kept.error.contains("cancelled"))
  }

  @Test func `An answer that ends before its condition is met fails.`() async throws {
    let server = try Self.server(events: 2)
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--count", "3", "--until", "message.event eq end")
    #expect(result.status == 1 && result.lines.count == 2)
    #expect(result.error == "apus: the answer ended before 3 messages or message.event eq end\n", "\(result.error)")
  }

  @Test func `--max-time ends an endless answer as a failure, after printing its messages.`() async throws {
    let gate = Gate()
    let server = try Self.server(events: 1, then: gate)
    defer {
      gate.open()
      server.stop()
    }
    let result = try await Program().run("send", server.url, "--messages", "--max-time", "1")
    #expect(result.status == 5 && result.text == "{\"n\": 1}\n", "\(result.error)")
  }

  @Test func `JSON lines are messages, also the last one without a line end; a document is printed unchanged.`()
    async throws
  {
    let server = try AnsweringServer { request in
      request.target == "/lines"
        ? Answer.text("{\"a\": 1}\r\n\r\n[2]", headers: ["Content-Type: application/x-ndjson"]) : Answer.json("{}")
    }
    defer { server.stop() }
    let lines = try await Program().run("send", server.url + "/lines", "--messages")
    #expect(lines.text == "{\"a\": 1}\n[2]\n")
    let document = try await Program().run("send", server.url, "--messages", "--json")
    #expect(document.text == "{}" && document.status == 0)
  }

  @Test func `JSON texts on lines are messages under any content type, while the answer continues.`() async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"n\": 1}\n")
      if request.target != "/one" { try connection.write("{\"n\": 2}\n") }
      gate.wait()
    }
    defer {
      gate.open()
      server.stop()
    }
    let counted = try await Program().run("send", server.url, "--count", "2")
    #expect(counted.status == 0 && counted.text == "{\"n\": 1}\n{\"n\": 2}\n", "\(counted.error)")
    let first = try await Program().run("send", server.url + "/one", "--until", "message.data.n eq 1")
    #expect(first.status == 0 && first.text == "{\"n\": 1}\n", "\(first.error)")
  }

  @Test func `--joined prints the text of a streamed answer, then its tool calls.`() async throws {
    let deltas = [
      #"{"choices":[{"delta":{"content":"Hel"}}]}"#, #"{"choices":[{"delta":{"content":"lo"}}]}"#,
      #"{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{}"}}]}}]}"#, "[DONE]",
    ]
    let server = try AnsweringServer { _ in
      Answer.text(deltas.map { "data: \($0)\n\n" }.joined(), headers: ["Content-Type: text/event-stream"])
    }
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--joined")
    #expect(result.status == 0 && result.text == "Hello\n\n[tool call f]\n{}\n", "\(result.text)\(result.error)")
    #expect(try await Program().run("send", server.url, "--joined", "--json").status == 2)
  }

  @Test func `--query selects from each event; an event that is not JSON is reported and skipped.`()
    async throws
  {
    let server = try Self.server(events: 2)
    defer { server.stop() }
    #expect(try await Program().run("send", server.url, "--query", "$.n").text == "1\n2\n")
    #expect(try await Program().run("send", server.url, "--count", "1", "--query", "$.n").text == "1\n")
    let mixed = try AnsweringServer { _ in
      Answer.text("1x\n{\"n\": 2}\n", headers: ["Content-Type: application/x-ndjson"])
    }
    defer { mixed.stop() }
    let result = try await Program().run("send", mixed.url, "--query", "$.n")
    #expect(result.text == "2\n" && result.status == 1, "\(result.text)")
    #expect(result.error.contains("message 1: ") && result.error.contains("1 of the messages could not be queried"))
  }

  @Test(arguments: [
    (["--count", "0"], "--count takes a number of messages, 1 or more"),
    (["--until", "done"], "--until takes a path, an operator and a value"),
    (["--messages", "--include"], "exclude --download and --include"),
    (["--count", "1", "--dry-run"], "exclude --retry-until, --dry-run"),
  ])
  func `Conflicting options are rejected.`(_ words: [String], _ message: String) async throws {
    let result = try await Program().run(["send", "http://127.0.0.1:9/"] + words)
    #expect(result.status == 2 && result.error.contains(message), "\(result.error)")
  }

  @Test func `--reconnect continues an interrupted stream after its last id, until it ends.`() async throws {
    let asked = Mutex<[String]>([])
    let server = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      let number = asked.withLock { asked in
        asked.append(request["Last-Event-ID"] ?? "")
        return asked.count
      }
      if number == 3 { return try connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
      try connection.write(Self.head + "retry: 1\nid: \(number)\ndata: \(number)\n\ndata: cut")
    }
    defer { server.stop() }
    let result = try await Program().run("send", server.url, "--messages", "--reconnect")
    #expect(result.status == 0 && result.lines == ["1", "2"], "\(result.error)")
    #expect(asked.withLock { $0 } == ["", "1", "2"])
  }
}
