import Foundation
import TestSupport
import Testing

/// `apus send` and `apus run` with requests of the kind `grpc`, against a server of grpcio.
@Suite struct CallCommandTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer?
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
    let url = "grpc://127.0.0.1:\(server?.port ?? 0)"
    let head = "info: {name: \(name), type: grpc}\ngrpc:\n  url: \(url)\n  method: /grpc.testing.Ends/\(method)\n"
    try folder.write("\(name).yml", head + more)
  }

  @Test func `Lines of standard input are messages, and what comes in is printed.`() async throws {
    guard server != nil else { return }
    let sent = try await program.run("send", "echo", input: Array("{\"number\": 2}\n{\"text\": \"ü\"}\n".utf8))
    #expect(sent.text == "{\"number\":1}\n{\"number\":2}\n{\"text\":\"ü\"}\n", "\(sent.error)")
    #expect(sent.status == 0 && sent.error.isEmpty)
  }

  @Test func `With --json each message is a line, and the status is the last.`() async throws {
    guard server != nil else { return }
    let sent = try await program.run("send", "details", "--json")
    let lines = try sent.lines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8)) }
    #expect(lines.map { $0["type"].string } == ["send", "close"], "\(sent.text) \(sent.error)")
    #expect(lines.last?["code"].int == 9 && lines.last?["name"].string == "FAILED_PRECONDITION")
    #expect(lines.last?["reason"].string == "nothing left" && sent.status == 0)
    let plain = try await program.run("send", "details")
    #expect(plain.error.contains("FAILED_PRECONDITION (9): nothing left") && plain.error.contains("NO_STOCK"))
    #expect(try await program.run("send", "details", "--fail").status != 0)
  }

  @Test func `A stream without end ends after a number of messages, or once one is as wanted.`() async throws {
    guard server != nil else { return }
    let counted = try await program.run("send", "forever", "--count", "3")
    #expect(counted.status == 0 && counted.lines.count == 3, "\(counted.error)")
    let met = try await program.run("send", "forever", "--until", "messages.count gte 3")
    #expect(met.status == 0, "\(met.error)")
    let late = try await program.run("send", "forever", "--max-time", "0.2")
    #expect(late.error.contains("DEADLINE_EXCEEDED"), "\(late.error)")
  }

  @Test func `A run judges calls.`() async throws {
    guard server != nil else { return }
    let run = try await program.run("run", "one")
    #expect(run.status == 0, "\(run.text) \(run.error)")
  }
}
