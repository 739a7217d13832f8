import Basics
import Networking
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

/// Scripts of requests that are conversations, sent to real servers.
@Suite("Scripts of conversations") struct ConversationScriptTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace
  private let engine = SampleEngine()

  init() throws {
    folder = try TemporaryDirectory("conversation")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("environments/dev.yml", "variables: []\n")
    workspace = try Workspace.open(folder.path, stateFolder: folder.path("state"))
  }

  /// Sends the request `talk`; before it, a script adds a header and replaces the message.
  private func sent(_ message: String?, by driver: ConversationDriver) async throws -> SessionAnswer? {
    try workspace.allowScripts()
    let net = Net()
    net.scripts.withLock {
      $0 = engine.running { job, _, _ in
        var outcome = ScriptOutcome()
        guard job.response == nil, let message else { return outcome }
        outcome.request = job.request
        outcome.request?["headers"] = [["key": "x-script", "value": "1"]]
        outcome.request?["body"] = ["mode": "raw", "raw": .string(message)]
        return outcome
      }
    }
    return await net.session(workspace, and: [driver]).received(try workspace.plan("talk")).answer
  }

  private func writeWebSocket(_ server: PythonPeer, _ messages: String, scripts: String) throws {
    let url = "ws://127.0.0.1:\(server.port)/room"
    try folder.write(
      "talk.yml",
      "info: {name: Talk, type: websocket}\nwebsocket:\n  url: \(url)\n  message:\n\(messages)"
        + "runtime:\n  scripts: [\(scripts)]\n")
  }

  @Test("A script before a WebSocket changes its message and headers, and those after read the last answer")
  func webSocket() async throws {
    let server = try await PythonPeer.makeWebSocket("echo")
    defer { withExtendedLifetime(server) {} }
    try writeWebSocket(
      server, "    {type: json, data: '{}'}\n",
      scripts: "{type: before-request, code: a()}, {type: after-response, code: b()}, {type: tests, code: c()}")
    let answer = try #require(try await sent(#"{"id": 7}"#, by: .webSocket(Client())))
    #expect(texts(answer.record.exchange) == [#"> {"id": 7}"#, #"< {"id": 7}"#])
    #expect(answer.record.exchange.request?.headers["x-script"] == "1")
    #expect(engine.order.map { $0.count } == [1, 1, 1])
    let jobs = engine.jobs.withLock { $0 }
    #expect(jobs[0].request["kind"] == "websocket" && jobs[0].request["body"]?["language"] == "json")
    for job in jobs.dropFirst() {
      #expect(job.response?["code"] == 101)
      #expect(String(decoding: job.body, as: UTF8.self) == #"{"id": 7}"#)
      #expect(job.response?["messages"]?.array?.map { $0["direction"] } == ["send", "receive"])
      #expect(job.request["body"]?["raw"]?.string == #"{"id": 7}"#)
    }
  }

  @Test("A WebSocket without a user stays open until each message has its answer, if scripts read them")
  func webSocketAnswers() async throws {
    let server = try await PythonPeer.makeWebSocket("echo")
    defer { withExtendedLifetime(server) {} }
    let messages = ["one", "two", "three"].map {
      "    - {title: \($0), selected: true, message: {type: text, data: \($0)}}\n"
    }
    try writeWebSocket(server, messages.joined(), scripts: "{type: tests, code: c()}")
    let answer = try #require(try await sent(nil, by: .webSocket(Client())))
    #expect(texts(answer.record.exchange).filter { $0.hasPrefix("< ") } == ["< one", "< two", "< three"])
    #expect(engine.jobs.withLock { $0.last.map { String(decoding: $0.body, as: UTF8.self) } } == "three")
    #expect(answer.record.exchange.conversation?.close?.code == 1000)
  }

  @Test("A gRPC call has scripts before its start and after its end, which read status, metadata and trailers")
  func call() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try folder.write(
      "talk.yml",
      """
      info: {name: Talk, type: grpc}
      grpc:
        url: grpc://127.0.0.1:\(server.port)
        method: /grpc.testing.Ends/EchoOne
        message: '{"number": 7}'
      runtime:
        scripts:
          - {type: 'grpc:before-call-start', code: a()}
          - {type: 'grpc:after-message-receive', code: refused()}
          - {type: 'grpc:after-call-end', code: b()}
          - {type: tests, code: c()}

      """)
    let answer = try #require(try await sent(#"{"number": 8}"#, by: .grpc(Client())))
    #expect(texts(answer.record.exchange) == [#"> {"number":8}"#, #"< {"number":8}"#])
    #expect(
      engine.order.map { $0.map { $0.prefix { $0 != " " } } } == [
        ["grpc:before-call-start"], ["grpc:after-call-end"], ["tests"],
      ])
    let jobs = engine.jobs.withLock { $0 }
    #expect(jobs[0].request["method"] == "/grpc.testing.Ends/EchoOne" && jobs[0].request["kind"] == "grpc")
    for job in jobs.dropFirst() {
      #expect(job.response?["code"] == 0 && job.response?["reason"] == "OK")
      #expect(String(decoding: job.body, as: UTF8.self) == #"{"number":8}"#)
      #expect(job.response?["trailers"]?.array != nil && job.response?["messages"]?.array?.count == 2)
      #expect(job.request["method"] == "/grpc.testing.Ends/EchoOne")
      #expect(job.request["headers"]?.array?.contains { $0["key"] == "x-script" } == true)
    }
  }

  @Test("After a call that the server ends with an error, scripts read its status")
  func failedCall() async throws {
    let server = try await PythonPeer.makeGRPC()
    defer { withExtendedLifetime(server) {} }
    try folder.write(
      "talk.yml",
      """
      info: {name: Talk, type: grpc}
      grpc:
        url: grpc://127.0.0.1:\(server.port)
        method: /grpc.testing.Ends/Details
      runtime: {scripts: [{type: tests, code: c()}]}

      """)
    _ = try #require(try await sent(nil, by: .grpc(Client())))
    let job = try #require(engine.jobs.withLock { $0.last })
    #expect(job.response?["code"] == 9 && job.response?["reason"] == "FAILED_PRECONDITION" && job.body.isEmpty)
  }
}
