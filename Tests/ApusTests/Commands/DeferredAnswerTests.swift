import Foundation
import TestSupport
import Testing

/// `apus send` of GraphQL requests whose servers answer in parts.
@Suite struct DeferredAnswerTests {
  private static let parts = [
    #"{"data":{"user":{"id":1},"list":["a"]},"hasNext":true}"#,
    #"{"incremental":[{"path":["user"],"data":{"name":"N"}}],"hasNext":true}"#,
    #"{"incremental":[{"path":["list",1],"items":["b"]}],"hasNext":false}"#,
  ]
  private static let whole = #"{"data":{"user":{"id":1,"name":"N"},"list":["a","b"]}}"#
  private static let type = #"multipart/mixed; boundary="-"; deferSpec=20220824"#

  private static func body(_ parts: [String]) -> String {
    parts.map { "\r\n---\r\nContent-Type: application/json\r\n\r\n\($0)" }.joined() + "\r\n-----\r\n"
  }

  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("deferred")
    try folder.write("opencollection.yml", "info: {name: C}\n")
  }

  /// A program in the folder, whose request goes to the URL.
  private func program(_ url: String, _ more: String = "") throws -> Program {
    try folder.write(
      "q.yml",
      "info: {name: Q, type: graphql}\ngraphql: {url: '\(url)', body: {query: '{ user { id ... @defer { name } } }'}}\n"
        + more)
    return Program(in: folder.path)
  }

  private static func server(_ body: String, _ type: String = type) throws -> AnsweringServer {
    try AnsweringServer { _ in Answer.text(body, headers: ["Content-Type: \(type)"]) }
  }

  @Test func `The answer is one document for output, queries and checks; files, --raw and messages have its parts.`()
    async throws
  {
    let server = try Self.server(Self.body(Self.parts))
    defer { server.stop() }
    let checks = """
      runtime:
        assertions:
          - {expression: res.body.data.user.name, operator: eq, value: N}
          - {expression: res.body.data.list, operator: isArray}
          - {expression: messages.count, operator: eq, value: '3'}

      """
    let program = try program(server.url, checks)
    let sent = try await program.run("send", "q")
    #expect(sent.status == 0 && sent.text == Self.whole && sent.error.isEmpty, "\(sent.text)\(sent.error)")
    #expect(server.requests[0].values("Accept").first?.contains("deferSpec=20220824") == true)
    let shown = try await program.run("history", "show", "last")
    #expect(shown.text == Self.whole, "\(shown.text)")
    #expect(try await program.run("history", "show", "last", "--raw").text == Self.body(Self.parts))
    #expect(try await program.run("send", "q", "--query", "$.data.list[1]").text == "\"b\"\n")
    #expect(try await program.run("send", "q", "--joined").text == Self.whole)
    #expect(try await program.run("send", "q", "--raw").text == Self.body(Self.parts))
    #expect(try await program.run("send", "q", "-o", "out").status == 0)
    #expect(try folder.readText("out") == Self.body(Self.parts))
    #expect(try await program.run("send", "q", "--messages").lines.map(String.init) == Self.parts)
    let checked = try await program.run("run", ".")
    #expect(checked.status == 0, "\(checked.text)\(checked.error)")
  }

  @Test func `Each part is a message as soon as it is whole.`() async throws {
    let gate = Gate()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      let pieces = Self.body(Self.parts).components(separatedBy: "\r\n---")
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: \(Self.type)\r\n\r\n\r\n---\(pieces[1])\r\n---")
      try connection.write("\r\n")
      gate.wait()
      try connection.write(pieces[2].dropFirst(2) + "\r\n---" + pieces[3] + "\r\n---" + pieces[4])
    }
    defer { server.stop() }
    let running = try program(server.url).start(["send", "q", "--messages"])
    #expect(await running.firstOutput() == Self.parts[0] + "\n")
    gate.open()
    let result = await running.result()
    #expect(result.status == 0 && result.lines.map(String.init) == Self.parts, "\(result.text)\(result.error)")
  }

  @Test func `Errors of any part are errors of GraphQL.`() async throws {
    let last = #"{"incremental":[{"path":["user"],"data":null,"errors":[{"message":"late"}]}],"hasNext":false}"#
    let server = try Self.server(Self.body([Self.parts[0], last]))
    defer { server.stop() }
    let sent = try await program(server.url).run("send", "q", "--fail")
    #expect(sent.status == 1 && sent.error.contains("GRAPHQL_ERROR: late"), "\(sent.error)")
    #expect(sent.text.hasSuffix(#","errors":[{"message":"late"}]}"#), "\(sent.text)")
  }

  @Test
  func `A truncated answer is reported and keeps the received parts; broken parts are reported and stay unchanged.`()
    async throws
  {
    let cut = try Self.server(Self.body(Array(Self.parts.prefix(2))))
    defer { cut.stop() }
    let short = try await program(cut.url).run("send", "q", "--fail")
    #expect(short.text == #"{"data":{"user":{"id":1,"name":"N"},"list":["a"]}}"#, "\(short.text)")
    let words = "apus: GRAPHQL_INCOMPLETE: the answer ended after part 2, with more announced\n"
    #expect(short.status == 1 && short.error.hasPrefix(words), "\(short.error)")
    let body = Self.body([Self.parts[0], #"{"path":["list",1000000000],"data":{},"hasNext":false}"#])
    let broken = try Self.server(body)
    defer { broken.stop() }
    let raw = try await program(broken.url).run("send", "q")
    #expect(raw.text == body && raw.error.split(separator: "\n").count == 1, "\(raw.error)")
    #expect(raw.error.contains("GRAPHQL_MALFORMED: part 2 cannot be joined: no value at [\"list\",1000000000]"))
  }

  @Test func `A truncated answer fails a run, even if its test finds no errors.`() async throws {
    let cut = try Self.server(Self.body(Array(Self.parts.prefix(2))))
    defer { cut.stop() }
    let check = "runtime:\n  assertions:\n    - {expression: res.body.errors, operator: isUndefined}\n"
    let run = try await program(cut.url, check).run("run")
    #expect(run.status == 1 && run.text.contains("GRAPHQL_INCOMPLETE"), "\(run.text)\(run.error)")
    #expect(run.text.contains("the answer ended after part 2"), "\(run.text)")
  }

  @Test func `Parts in server-sent events are joined, too.`() async throws {
    let events = Self.parts.map { "event: next\ndata: \($0)\n\n" }.joined() + "event: complete\ndata:\n\n"
    let server = try Self.server(events, "text/event-stream")
    defer { server.stop() }
    let program = try program(server.url)
    let sent = try await program.run("send", "q", "-H", "Accept: text/event-stream")
    #expect(sent.status == 0 && sent.text == Self.whole, "\(sent.text)\(sent.error)")
    #expect(try await program.run("send", "q", "--query", "$.data.user.name").text == "\"N\"\n")
  }

  @Test func `An answer that the server has joined is read as one document.`() async throws {
    let server = try AnsweringServer { _ in Answer.json(Self.whole) }
    defer { server.stop() }
    let sent = try await program(server.url).run("send", "q")
    #expect(sent.status == 0 && sent.text == Self.whole && sent.error.isEmpty, "\(sent.error)")
  }
}
