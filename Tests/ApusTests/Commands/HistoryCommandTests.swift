import DemoServer
import TestSupport
import Testing

@Suite struct HistoryCommandTests {
  @Test("Sent requests are listed, newest first, and shown again")
  func history() async throws {
    let demo = try await DemoServer.start()
    let sample = try Sample(
      url: demo.url, requests: ["get": Sample.request(), "missing": Sample.request("GET", "{{base_url}}/status/404")])
    let program = sample.program
    #expect(try await program.run("history", "list").output.isEmpty)
    _ = try await program.run("send", "get", "-e", "local")
    _ = try await program.run("send", "missing", "-e", "local")
    _ = try await program.run("send", "get", "-e", "local", "--no-history")
    let list = try await program.run("history")
    try #require(list.lines.count == 2)
    #expect(list.lines[0].contains("404") && list.lines[0].contains("missing"))
    let entries = try await program.run("history", "list", "--json").json()
    #expect(entries.array.map { $0["_request"].string } == ["missing", "get"])
    #expect(entries[1]["response"]["status"].int == 200)
    #expect(entries[1]["_environment"].string == "local")
    let id = try #require(entries[1]["_id"].string)
    #expect(try await program.run("history", "show", id, "--json").json() == entries[1])
    let shown = try await program.run("history", "show", id)
    #expect(shown.text.contains("\"method\": \"GET\""))
    #expect(shown.error.contains("> GET /echo HTTP/1.1\n"))
    #expect(try await program.run("history", "show", "last", "--json").json() == entries[0])
    #expect(try await program.run("history", "list", "--grep", "status/404", "--json").json().array.count == 1)
    #expect(try await program.run("history", "list", "--request", "get", "--limit", "1").lines.count == 1)
    #expect(try await program.run("history", "list", "--since", "1h").lines.count == 2)
    #expect(try await program.run("history", "list", "--since", "today").status == 0)
    #expect(try await program.run("history", "list", "--since", "noon").status == 2)
    #expect(try await program.run("history", "show", "nothing").status == 3)
    await demo.stop()
  }

  @Test("A history is listed and shown in a folder that has no collection")
  func withoutCollection() async throws {
    let server = try NumberingServer("x")
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    let program = sample.program
    _ = try await program.run("send", "get", "-e", "local")
    try sample.folder.remove("opencollection.yml")
    #expect(try await program.run("list").status == 3)
    let list = try await program.run("history", "list")
    #expect(list.status == 0 && list.lines.count == 1, "\(list.error)")
    #expect(try await program.run("history", "show", "last").text.contains("answer 1 of x"))
    #expect(try await program.run("history", "delete", "last").status == 0)
    #expect(try await program.run("history", "-w", "\(sample.folder.path)/missing").status == 3)
  }

  @Test("Two exchanges are compared by parts, with ignored places and past durations")
  func comparing() async throws {
    let server = try NumberingServer("x")
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    let program = sample.program
    for token in ["a", "b"] { _ = try await program.run("send", "get", "-e", "local", "--var", "t=\(token)") }
    let compared = try await program.run("history", "compare", "last")
    #expect(compared.status == 1, "\(compared.error)")
    #expect(compared.text.contains("Body: line 1\n  - answer 1 of x\n  + answer 2 of x\n"))
    let json = try await program.run("history", "compare", "last", "--json").json()
    #expect(json[0]["new"].string == "answer 2 of x")
    let ignored = json.array.flatMap { ["--ignore", $0["place"].string ?? ""] }
    #expect(try await program.run(["history", "compare", "last"] + ignored).status == 0)
    let ids = try await program.run("history", "list", "--json").json().array.compactMap { $0["_id"].string }
    #expect(try await program.run("history", "compare", ids[0], ids[0]).status == 0)
    #expect(try await program.run("history", "compare", ids[1]).status == 3)
    let times = try await program.run("history", "times")
    #expect(times.lines.count == 1 && times.text.contains("p95") && times.text.hasSuffix("  get\n"), "\(times.text)")
    let again = try await program.run("history", "resend", "last", "--as-sent")
    #expect(again.text == "answer 3 of x", "\(again.error)")
    #expect(server.requests.last?.target == server.requests.first?.target)
  }

  @Test("Exchanges are deleted with their bodies; one mistyped identifier deletes nothing")
  func deleting() async throws {
    let server = try NumberingServer(String(repeating: "long ", count: 20_000))
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    let program = sample.program
    for _ in 0..<3 { _ = try await program.run("send", "get", "-e", "local") }
    func ids() async throws -> [String] {
      try await program.run("history", "list", "--json").json().array.compactMap { $0["_id"].string }
    }
    let bodies = { sample.folder.files().filter { $0.contains("/bodies/") }.count }
    let before = try await ids()
    #expect(before.count == 3 && bodies() == 3)
    let mistyped = try await program.run("history", "delete", before[1], "nothing")
    #expect(mistyped.status == 3 && mistyped.error.contains("no exchange nothing"), "\(mistyped.error)")
    #expect(try await ids() == before)
    let deleted = try await program.run("history", "delete", "last", before[1], before[1])
    #expect(deleted.status == 0, "\(deleted.error)")
    #expect(try await ids() == [before[2]])
    #expect(bodies() == 1)
  }

  @Test("List and times report unreadable parts of the history")
  func damaged() async throws {
    let server = try NumberingServer("x")
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    _ = try await sample.program.run("send", "get", "-e", "local")
    let file = try #require(sample.folder.files().first { $0.hasSuffix(".jsonl") })
    try sample.folder.write(file, Array("{\"torn\n".utf8) + (try sample.folder.read(file)))
    let list = try await sample.program.run("history", "list")
    #expect(list.lines.count == 1 && list.error.contains(file), "\(list.error)")
    let times = try await sample.program.run("history", "times")
    #expect(times.lines.count == 1 && times.error == list.error, "\(times.error)")
    // The start of a line is valid, but the rest is not.
    let sound = try sample.folder.read(file)
    var line = sound.split(separator: 0x0A).last.map(Array.init) ?? []
    // The last letter of the identifier.
    line[33] = line[33] == 0x30 ? 0x31 : 0x30
    try sample.folder.write(file, sound + line.dropLast(20) + [0x1B] + line.suffix(20) + [0x0A])
    let entries = try await sample.program.run("history", "list", "--json")
    #expect(try entries.json().array.count == 1 && entries.status == 0, "\(entries.error)")
    #expect(entries.error.split(separator: "\n").count { $0.contains(file) } == 2, "\(entries.error)")
  }

  @Test("An exchange is resent as recorded, or from its saved request; clearing asks first")
  func resending() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    let program = sample.program
    _ = try await program.run("send", "get", "-e", "local")
    _ = try await program.run(
      "send", server.url + "/raw?q=%20", "-X", "PUT", "-H", "X-A: 1", "-H", "X-B:2", "-d", "body")
    let again = try await program.run("history", "resend", "last")
    #expect(again.text == "ok", "\(again.error)")
    let first = try await program.run("history", "list", "--json").json().array.last?["_id"].string
    #expect(try await program.run("history", "resend", try #require(first)).text == "ok")
    let requests = server.requests
    #expect(requests.count == 4)
    #expect(requests[1].headText == requests[2].headText && requests[1].body == requests[2].body)
    #expect(requests[0].headText == requests[3].headText)
    #expect(try await program.run("history", "clear").status == 2)
    #expect(try await program.run("history", "clear", "--yes").status == 0)
    #expect(try await program.run("history", "list").output.isEmpty)
  }

  @Test func `Resending keeps the agent, host, omitted headers and any body.`() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    try sample.folder.write("body", [0, 1, 0xFF, 0xFE, 0x80])
    for options in [
      ["-H", "User-Agent: mine/2", "-H", "Host: other"], ["-H", "User-Agent:", "-H", "Accept:"],
      ["--no-compressed", "-X", "PUT", "-d", "@body"],
    ] {
      let sent = try await sample.program.run(["send", server.url + "/raw"] + options)
      #expect(sent.status == 0, "\(sent.error)")
      let again = try await sample.program.run("history", "resend", "last", "--as-sent")
      #expect(again.status == 0, "\(again.error)")
      let pair = Array(server.requests.suffix(2))
      #expect(pair[0].headText == pair[1].headText && pair[0].body == pair[1].body)
    }
  }

  @Test func `A body that was not recorded is not silently omitted.`() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    _ = try await sample.program.run(
      "send", server.url + "/raw", "-d", String(repeating: "x", count: 20_000), "--keep-body", "1KB")
    let again = try await sample.program.run("history", "resend", "last", "--as-sent")
    #expect(again.status == 4 && again.error.contains("too large to store"), "\(again.error)")
    #expect(server.requests.count == 1)
  }

  @Test("An exchange is one JSON document, with secrets masked by default")
  func json() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok", headers: ["X-A: 1", "x-a: 2"]) }
    defer { server.stop() }
    let arguments = ["send", server.url + "/?q=1", "--json", "-H", "Authorization: Bearer s3cret", "-d", "x=1"]
    let masked = try await Program().run(arguments)
    let entry = try masked.json()
    #expect(entry["request"]["method"].string == "POST")
    #expect(entry["request"]["postData"]["text"].string == "x=1")
    #expect(entry["response"]["content"]["text"].string == "ok")
    #expect(entry["response"]["headers"].array.filter { $0["name"].string?.lowercased() == "x-a" }.count == 2)
    #expect(!masked.text.contains("s3cret"))
    #expect(try await Program().run(arguments + ["--reveal-secrets"]).text.contains("s3cret"))
    let refused = try RawServer.refusedPort()
    let failed = try await Program().run("send", "http://127.0.0.1:\(refused)/", "--json")
    #expect(failed.status == 5)
    #expect(try failed.json()["response"]["status"].int == 0)
    #expect(try failed.json()["_error"]["category"].string == "connect")
  }
}
