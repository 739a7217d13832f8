import Foundation
import TestSupport
import Testing

/// `apus send`, `apus run` and `apus history` with GraphQL: operations, files and subscriptions, against a Python
/// server.
@Suite struct GraphQLCommandTests {
  private let folder: TemporaryDirectory
  private let server: PythonPeer
  private var program: Program { Program(in: folder.path) }

  init() async throws {
    server = try await PythonPeer.makeGraphQL()
    folder = try TemporaryDirectory("graphql-command")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    try folder.write("a.txt", "hello")
    try write("several", "query A { a } mutation B { b }", "/")
    try write("watch", "subscription W { tick }", "/ok?count=2", "messages[0].data.data.tick", "1")
    try write("endless", "subscription W { tick }", "/forever", "messages[2].data.data.tick", "3")
  }

  private func write(
    _ name: String, _ query: String, _ path: String, _ expression: String = "res.status", _ value: String = "200"
  ) throws {
    try folder.write(
      "\(name).yml",
      """
      info: {name: \(name), type: graphql}
      graphql:
        url: http://127.0.0.1:\(server.port)\(path)
        body: {query: '\(query)'}
      runtime:
        assertions:
          - {expression: '\(expression)', operator: eq, value: '\(value)'}

      """)
  }

  @Test func `An endless event stream in place of a WebSocket is closed, and --max-time limits everything together.`()
    async throws
  {
    let answering = try RawServer { connection in
      guard let request = connection.readRequest() else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
      let next = "event: next\ndata: {\"data\":{\"tick\":1}}\n\n"
      try connection.write(request.method == "POST" ? next : ": nothing\n\n")
      if request.target == "/short", request.method == "POST" {
        return try connection.write("event: complete\ndata:\n\n")
      }
      connection.waitForClose()
    }
    defer { answering.stop() }
    for path in ["short", "long"] {
      try folder.write(
        "\(path).yml",
        "info: {name: \(path), type: graphql}\ngraphql:\n  url: \(answering.url)/\(path)\n  body: {query: 'subscription W { tick }'}\n"
      )
    }
    let short = try await program.run("send", "short")
    #expect(short.text == "{\"data\":{\"tick\":1}}\n" && short.status == 0, "\(short.text)\(short.error)")
    let long = try await program.run("send", "long", "--max-time", "2")
    #expect(long.text == short.text && long.status == 5 && long.error.contains("took longer"), "\(long.error)")
  }

  @Test func `The operation is chosen by name, and a missing or unknown name is reported.`() async throws {
    let chosen = try await program.run("send", "several", "--operation", "B")
    #expect(chosen.status == 0 && chosen.text.contains(#""operationName": "B""#), "\(chosen.text)\(chosen.error)")
    let open = try await program.run("send", "several")
    #expect(open.status == 4 && open.error.contains("several operations (A, B); choose one to send"), "\(open.error)")
    let wrong = try await program.run("send", "several", "--operation", "C")
    #expect(wrong.status == 4 && wrong.error.contains("no operation is named C; known: A, B"))
    let url = try await program.run("send", "http://127.0.0.1:1/", "--operation", "A")
    #expect(url.status == 2 && url.error.contains("--operation needs a GraphQL request"))
  }

  @Test func `The file's operation is sent, and exported commands contain it.`() async throws {
    let text = try folder.readText("several.yml")
    try folder.write("several.yml", text + "extensions: {apus: {graphql: {operation: A}}}\n")
    #expect(try await program.run("send", "several").text.contains(#""operationName": "A""#))
    let exported = try await program.run("export", "curl", "several")
    #expect(exported.text.contains(#""operationName":"A""#), "\(exported.text)\(exported.error)")
  }

  @Test func `Errors in an answer with status 200 are reported and fail the command, unless they are allowed.`()
    async throws
  {
    let answering = try AnsweringServer { _ in
      Answer.json(#"{"data": null, "errors": [{"message": "no such user"}, {"message": "x"}]}"#)
    }
    defer { answering.stop() }
    try folder.write(
      "user.yml",
      "info: {name: User, type: graphql}\ngraphql: {url: '\(answering.url)', body: {query: '{ user }'}}\n")
    let sent = try await program.run("send", "user")
    let words = "GRAPHQL_ERROR: 2 errors, the first: no such user"
    #expect(sent.status == 0 && sent.error == "apus: \(words)\n", "\(sent.error)")
    let failed = try await program.run("send", "user", "--fail")
    #expect(failed.status == 1 && failed.error.contains("the answer has \(words)"), "\(failed.error)")
    let list = try await program.run("history", "list")
    #expect(list.lines.first?.contains("GRAPHQL_ERROR") == true, "\(list.text)")
    let allowed = try await program.run("send", "user", "--fail", "--allow-graphql-errors")
    #expect(allowed.status == 0 && allowed.error.isEmpty, "\(allowed.error)")
    try folder.write("user.yml", try folder.readText("user.yml") + "settings: {allowGraphqlErrors: true}\n")
    #expect(try await program.run("send", "user", "--fail").status == 0)
  }

  @Test func `A run fails by errors in an answer with 200, unless they are allowed or a test decides.`() async throws {
    let answering = try AnsweringServer { _ in
      Answer.json("\u{FEFF}{\"data\": null, \"errors\": [{\"message\": \"no such user\"}, {\"message\": \"x\"}]}")
    }
    defer { answering.stop() }
    let request = "info: {name: User, type: graphql}\ngraphql: {url: '\(answering.url)', body: {query: '{ user }'}}\n"
    func run(_ more: String, _ options: String...) async throws -> Program.Result {
      try folder.write("user.yml", request + more)
      return try await program.run(["run", "user"] + options)
    }
    func test(_ words: String) -> String { "runtime: {assertions: [{\(words)}]}\n" }
    let status = test("expression: res.status, operator: eq, value: '200'")
    for more in ["", status] {
      let failed = try await run(more, "--report", "junit=r.xml,json=r.json")
      let words = "2 errors, the first: no such user"
      #expect(failed.status == 1 && failed.text.contains("res.body.errors isUndefined: \(words)"), "\(failed.text)")
      for report in ["r.xml", "r.json"] { #expect(try folder.readText(report).contains(words)) }
    }
    #expect(try await run("", "--retry-until", "res.body.errors isDefined").status == 0)
    #expect(try await run("settings: {allowGraphqlErrors: true}\n").status == 0)
    for words in [
      "expression: res.body.errors, operator: length, value: '2'", "expression: \"res('errors')\", operator: isArray",
    ] {
      let passed = try await run(test(words))
      #expect(passed.status == 0 && passed.text.contains("0 failed"), "\(passed.text)\(passed.error)")
    }
    #expect(try await run(test("expression: res.body.errors, operator: isUndefined")).status == 1)
  }

  @Test func `A subscription writes its results, ends with the server, and is recorded.`() async throws {
    let sent = try await program.run("send", "watch")
    #expect(sent.status == 0 && sent.error.isEmpty, "\(sent.error)")
    #expect(sent.text == "{\"data\": {\"tick\": 1}}\n{\"data\": {\"tick\": 2}}\n")
    #expect(server.seen.contains("closed 1000"))
    let list = try await program.run("history", "list", "--json").json()
    let id = try #require(list[0]["_id"].string)
    let kept = try await program.run("history", "show", id, "--json")
    #expect(kept.text.contains("_messages") && kept.text.contains("connection_init"))
  }

  @Test func `A subscription ends after a number of results or a matching one.`()
    async throws
  {
    let counted = try await program.run("send", "endless", "--count", "3")
    #expect(counted.status == 0 && counted.lines.count == 3, "\(counted.error)")
    let met = try await program.run("send", "endless", "--until", "message.data.data.tick eq 2")
    #expect(met.status == 0 && met.lines.last == #"{"data": {"tick": 2}}"#, "\(met.error)")
    let timed = try await program.run("send", "endless", "--max-time", "0.3")
    #expect(timed.status == 0 && !timed.lines.isEmpty, "\(timed.error)")
  }

  @Test func `With --json, each message is a line, including protocol messages.`() async throws {
    let lines = try await program.run("send", "watch", "--json").lines.map {
      try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
    }
    let said = lines.filter { $0["kind"].string == "text" }
    #expect(said.count == 2 && said[1]["data"]["data"]["tick"].int == 2)
    #expect(lines.filter { $0["kind"].string == "control" }.count == 4)
  }

  @Test func `A run checks the results of an endless subscription.`() async throws {
    let run = try await program.run("run", "endless")
    #expect(run.status == 0 && run.text.contains("0 failed"), "\(run.text)\(run.error)")
    try write("endless", "subscription W { tick }", "/forever", "messages[0].data.data.tick", "8")
    let failed = try await program.run("run", "endless")
    #expect(failed.status == 1 && failed.text.contains("messages[0].data.data.tick"), "\(failed.text)")
  }

  @Test func `A subscription over events prints the same.`() async throws {
    try write("watch", "subscription W { tick }", "/sse?count=2", "messages[1].data.data.tick", "2")
    let sent = try await program.run("send", "watch")
    #expect(sent.status == 0 && sent.text == "{\"data\":{\"tick\":1}}\n{\"data\":{\"tick\":2}}\n", "\(sent.text)")
    let lines = try await program.run("send", "watch", "--json").lines
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""event":"next""#) }, "\(lines)")
    #expect(try await program.run("run", "watch").status == 0)
  }

  @Test func `A dry run of a subscription shows the handshake and its messages, or the POST for events.`()
    async throws
  {
    let text = try folder.readText("watch.yml")
    let apus = "extensions: {apus: {graphql: {connectionInit: '{\"token\": \"t0ken-abc\"}'"
    try folder.write("watch.yml", text + apus + ", subscriptions: websocket}}}\n")
    let dry = try await program.run("send", "watch", "--dry-run")
    let lines = dry.text.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    #expect(dry.status == 0 && lines.first == "GET /ok?count=2 HTTP/1.1", "\(dry.text)\(dry.error)")
    #expect(lines.contains("Sec-WebSocket-Protocol: graphql-transport-ws, graphql-ws"))
    #expect(lines.contains("Upgrade: websocket"))
    #expect(!dry.text.contains("Content-Type") && !dry.text.contains("Accept: text/event-stream"))
    #expect(
      lines.suffix(2) == [
        #"{"type":"connection_init","payload":{"token": "••••"}}"#,
        #"{"id":"1","type":"subscribe","payload":{"query":"subscription W { tick }"}}"#,
      ])
    #expect(dry.error.contains("the messages below the head are sent once the WebSocket is open\n"), "\(dry.error)")
    let open = try await program.run("send", "watch", "--dry-run", "--reveal-secrets")
    #expect(open.text.contains("t0ken-abc"))
    let command = try await program.run("export", "curl", "watch", "--reveal-secrets")
    #expect(
      command.text.contains("sleep 1; printf '%s\\n' '{\"id\":\"1\"")
        && command.text.contains("| websocat -n --protocol graphql-transport-ws 'ws://"), "\(command.text)")
    #expect(!(try await program.run("export", "curl", "watch")).text.contains("t0ken-abc"))
    try folder.write("watch.yml", text)
    let both = try await program.run("send", "watch", "--dry-run")
    #expect(both.text.hasPrefix("GET ") && both.error.contains("the query is sent by POST"), "\(both.error)")
    #expect((try await program.run("export", "curl", "watch")).text.contains("| websocat -n "))
    #expect((try await program.run("export", "har", "watch")).error.contains("written as a POST"))
    try folder.write("watch.yml", text + "extensions: {apus: {graphql: {subscriptions: sse}}}\n")
    let events = try await program.run("send", "watch", "--dry-run")
    #expect(events.text.hasPrefix("POST ") && events.text.contains("Accept: text/event-stream"), "\(events.text)")
    let plain = try await program.run("export", "curl", "watch")
    #expect(events.error.isEmpty && plain.error.isEmpty, "\(events.error)\(plain.error)")
    #expect(!server.seen.contains("subscription W"))
  }

  @Test func `A dry run of a WebSocket shows its messages, too.`() async throws {
    try folder.write(
      "chat.yml",
      """
      info: {name: Chat, type: websocket}
      websocket:
        url: ws://127.0.0.1:1/chat
        message:
          - {title: hello, selected: true, message: {type: text, data: '{"say": "hello"}'}}

      """)
    let dry = try await program.run("send", "chat", "--dry-run")
    let isWhole = dry.text.hasPrefix("GET /chat HTTP/1.1\r\n") && dry.text.hasSuffix(#"{"say": "hello"}"#)
    #expect(isWhole, "\(dry.text)\(dry.error)")
  }

  @Test func `Files are uploaded with the query.`() async throws {
    try write("upload", "mutation U($f: Upload!) { u(f: $f) }", "/")
    let text = try folder.readText("upload.yml")
    try folder.write(
      "upload.yml", text + "extensions: {apus: {graphql: {files: [{name: f, value: a.txt}]}}}\n")
    let sent = try await program.run("send", "upload")
    let parts = try JSONDecoder().decode(JSONValue.self, from: Data(sent.text.utf8))["data"]["parts"]
    #expect(parts[0]["name"].string == "operations" && parts[1]["text"].string == #"{"0":["variables.f"]}"#)
    #expect(parts[2]["file"].string == "a.txt" && parts[2]["text"].string == "hello", "\(sent.text)\(sent.error)")
  }
}
