import DemoServer
import FoundationEssentials
import Networking
import TestSupport
import Testing

@testable import apus

@Suite struct SendCommandTests {
  @Test("A URL's body is printed exactly as received, with nothing else")
  func body() async throws {
    let server = try AnsweringServer { _ in Answer.text("\u{1b}[31m a\r\n\u{0}ü", headers: ["X-A: 1"]) }
    defer { server.stop() }
    let result = try await Program().run("send", "\(server.url)/x?y=z")
    #expect(result.status == 0)
    #expect(result.text == "\u{1b}[31m a\r\n\u{0}ü")
    #expect(result.error.isEmpty)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.target == "/x?y=z")
    #expect(request["User-Agent"] == "apus/0.1.0")
    #expect(request["Accept"] == "*/*")
  }

  @Test("A longer body than announced is reported, except with --silent")
  func surplus() async throws {
    let server = try RawServer { connection in
      guard connection.readRequest() != nil else { return }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")
    }
    let result = try await Program().run("send", server.url)
    #expect(result.status == 0 && result.text == "hello")
    #expect(result.error.hasSuffix(" sent at least 9 bytes beyond its Content-Length; left out\n"), "\(result.error)")
    #expect(try await Program().run("send", "-s", server.url).error.isEmpty)
  }

  @Test("Method, headers and data are sent as given")
  func options() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let result = try await Program().run(
      "send", server.url, "-X", "BREW", "-H", "x-Lower: 1", "-H", "X-Twice: a", "-HX-Twice: b", "-H", "Accept:", "-H",
      "X-Empty;", "-d", "a=1", "-d", "b=2")
    #expect(result.status == 0, "\(result.error)")
    let request = try #require(server.requests.first)
    #expect(request.method == "BREW")
    #expect(request.values("X-Twice") == ["a", "b"])
    #expect(request.headers.contains { $0.name == "x-Lower" && $0.value == "1" })
    #expect(request["X-Empty"] == "")
    #expect(request["Accept"] == nil)
    #expect(request["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(request.bodyText == "a=1&b=2")
  }

  @Test("A body comes from a file, from standard input, or as JSON")
  func bodies() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    try folder.write("data", [0x61, 0x0a, 0xff, 0x7b, 0x7b, 0x78, 0x7d, 0x7d])
    let program = Program(in: folder.path)
    #expect(try await program.run("send", server.url, "-d", "@data").status == 0)
    #expect(try await program.run(["send", server.url, "-d", "@-"], input: Array("from input".utf8)).status == 0)
    #expect(try await program.run("send", server.url, "--json-body", #"{"a": 1.0}"#).status == 0)
    #expect(
      server.requests.map(\.body) == [
        [0x61, 0xff, 0x7b, 0x7b, 0x78, 0x7d, 0x7d], Array("from input".utf8), Array(#"{"a": 1.0}"#.utf8),
      ])
    #expect(server.requests.map(\.method) == ["POST", "POST", "POST"])
    #expect(server.requests.last?["Content-Type"] == "application/json")
    #expect(server.requests.last?["Accept"] == "application/json")
  }

  @Test("A saved request is found by path or file, and sent with the environment's variables")
  func saved() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    defer { server.stop() }
    let saved = Sample.request(
      "POST", "{{base_url}}/users/{{id}}", headers: [("X-Token", "{{who}}")], body: "{\"a\": 1}")
    let sample = try Sample(url: server.url, requests: ["users/add": saved])
    for target in ["users/add", "users/add.yml", "\(sample.folder.path)/users/add.yml", "A request"] {
      let result = try await sample.program.run(
        "send", target, "--env", "local", "--var", "id=7", "--var", "who=Ada")
      #expect(result.text == "ok", "\(target): \(result.error)")
    }
    #expect(server.requests.count == 4)
    for request in server.requests {
      #expect(request.target == "/users/7")
      #expect(request["X-Token"] == "Ada")
      #expect(request.bodyText == "{\"a\": 1}")
    }
  }

  @Test("-i prints the head before the body, -v prints both heads on standard error")
  func heads() async throws {
    let server = try AnsweringServer { _ in Answer.text("body", headers: ["x-Odd: 1", "X-Odd: 2"]) }
    defer { server.stop() }
    let included = try await Program().run("send", server.url, "-i")
    #expect(included.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(included.text.contains("x-Odd: 1\r\nX-Odd: 2\r\n"))
    #expect(included.text.hasSuffix("\r\n\r\nbody"))
    let verbose = try await Program().run("send", server.url, "-v")
    #expect(verbose.text == "body")
    #expect(verbose.error.contains("> GET / HTTP/1.1\n"))
    #expect(verbose.error.contains("> Host: 127.0.0.1:\(server.port)\n"))
    #expect(verbose.error.contains("< HTTP/1.1 200 OK\n"))
    #expect(verbose.error.contains("< x-Odd: 1\n< X-Odd: 2\n"))
  }

  @Test("-o writes a complete file, or a partial one as FILE.part; --timing draws to standard error")
  func file() async throws {
    let demo = try await DemoServer.start()
    let folder = try TemporaryDirectory()
    let program = Program(in: folder.path)
    let result = try await program.run("send", "\(demo.url)/json?size=300000", "-o", "out.json", "--timing")
    #expect(result.status == 0)
    #expect(result.output.isEmpty)
    #expect(try folder.read("out.json").count == 300_000)
    #expect(result.error.contains("Waiting"))
    #expect(result.error.contains("Total"))
    let cut = try await program.run("send", "\(demo.url)/faults/short", "-o", "cut.txt")
    #expect(cut.status == 5)
    #expect(folder.files().filter { !$0.hasPrefix(".apus") }.sorted() == ["cut.txt.part", "out.json"])
    let came = try folder.read("cut.txt.part")
    #expect(!came.isEmpty)
    #expect(cut.error.contains("cut.txt.part; --download cut.txt"), "\(cut.error)")
    // An existing file with that name may be a download to resume.
    try folder.write("cut.txt.part", "mine")
    #expect(try await program.run("send", "\(demo.url)/faults/short", "-o", "cut.txt").status == 5)
    #expect(try folder.readText("cut.txt.part") == "mine")
    await demo.stop()
  }

  @Test("Redirects are followed with -L, and by saved requests by default")
  func redirects() async throws {
    let demo = try await DemoServer.start()
    let still = try await Program().run("send", "\(demo.url)/redirect/chain/3", "-i")
    #expect(still.text.hasPrefix("HTTP/1.1 302 "))
    let followed = try await Program().run("send", "\(demo.url)/redirect/307", "-L", "-d", "a=1")
    #expect(try followed.json()["method"].string == "POST")
    #expect(try followed.json()["body"]["text"].string == "a=1")
    let sample = try Sample(url: demo.url, requests: ["r": Sample.request("GET", "{{base_url}}/redirect/chain/3")])
    #expect(try await sample.program.run("send", "r", "-e", "local").json()["target"].string == "/echo")
    let loop = try await Program().run("send", "\(demo.url)/redirect/loop", "-L")
    #expect(loop.status == 5)
    await demo.stop()
  }

  @Test("Exit statuses distinguish errors, with one line each")
  func statuses() async throws {
    let demo = try await DemoServer.start()
    let sample = try Sample(
      url: demo.url,
      requests: [
        "broken": "info: [", "unresolved": Sample.request("GET", "{{nowhere}}/x"),
        "header": Sample.request("GET", "{{base_url}}/echo", headers: [("X-A", "a\\nb")]),
        "post": Sample.request("POST", "{{base_url}}/echo"), "get": Sample.request(),
      ])
    let refused = try RawServer.refusedPort()
    let cases: [([String], Int32)] = [
      (["\(demo.url)/status/404"], 0), (["\(demo.url)/status/404", "--fail"], 1),
      (["\(demo.url)/status/399", "--fail"], 0), ([], 2), (["x", "--json-body", "1", "-d", "2"], 2),
      ([demo.url, "-H", "nonsense"], 2), ([demo.url, "--var", "novalue"], 2), (["no/such/request"], 3),
      (["get", "-e", "nonexistent"], 3), (["broken"], 3), ([demo.url, "-d", "@missing"], 3),
      ([demo.url, "-o", "/nonexistent/x"], 3), (["unresolved", "-e", "local"], 4), (["get"], 4),
      (["header", "-e", "local"], 4), (["http://", "-X", "GET"], 4), (["http://127.0.0.1:\(refused)/"], 5),
      (["\(demo.url)/faults/close"], 5), (["\(demo.url)/faults/silence", "--max-time", "0.2"], 5),
      (["\(demo.url)/faults/cut"], 5), (["post", "-e", "live"], 2), (["post", "-e", "live", "--yes"], 0),
      (["get", "-e", "live"], 0),
    ]
    for (arguments, status) in cases {
      let result = try await sample.program.run(["send"] + arguments)
      #expect(result.status == status, "\(arguments): \(result.error)")
      #expect(result.error.split(separator: "\n").count == (status == 0 ? 0 : 1), "\(arguments): \(result.error)")
    }
    await demo.stop()
  }

  @Test("Common refusals name the next step on one line")
  func nextSteps() async throws {
    let program = try Program()
    let plain = try RawServer { connection in try connection.write(Answer.text("", status: "400 Bad Request")) }
    // A TLS server answers a plaintext request with an alert and closes the connection.
    let secure = try RawServer { connection in
      _ = connection.readRequest()
      try connection.write([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46])
    }
    let authority = plain.url.dropFirst("http://".count)
    let cases = [
      ("http://127.0.0.1:\(try RawServer.refusedPort())/", "(connection refused). Is the server running?"),
      ("https://\(authority)/", "; http:// (ws://, grpc://) sends without TLS; or is the port wrong?"),
      ("\(secure.url)/", "; is it a port for https://?"),
    ]
    for (url, step) in cases {
      let result = try await program.run("send", url)
      #expect(result.status == 5 && result.error.split(separator: "\n").count == 1)
      #expect(result.error.hasSuffix("\(step)\n"), "\(url): \(result.error)")
    }
    let unknown = NetworkError(.resolve, "Could not find the address of h")
    #expect(unknown.advised.hasSuffix(" h. Is the host's name right, and is there a network?"))
  }

  @Test("--query prints only the selection, and exits with 1 if the body is not JSON")
  func query() async throws {
    let demo = try await DemoServer.start()
    let id = try await Program().run("send", "\(demo.url)/users/7", "--query", "$.id")
    #expect(id.text == "7\n")
    #expect(try await Program().run("send", "\(demo.url)/text", "--query", "$.id").status == 1)
    #expect(try await Program().run("send", "\(demo.url)/users/7", "--query", "$[").status == 2)
    await demo.stop()
  }

  @Test("An interrupt ends a running transfer with status 130 and closes its connection")
  func interrupt() async throws {
    let closed = Gate()
    let server = try RawServer { connection in
      _ = connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nstart")
      connection.waitForClose()
      closed.open()
    }
    defer { server.stop() }
    let running = try Program().start(["send", server.url])
    #expect(await running.firstOutput() == "start")
    running.interrupt()
    let result = await running.result()
    #expect(result.status == 130)
    #expect(result.error.isEmpty)
    await closed.opened()
  }

  @Test("A stream is printed as it arrives")
  func streaming() async throws {
    let release = Gate()
    let server = try RawServer { connection in
      _ = connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst")
      release.wait()
      try connection.write("rest.")
    }
    defer { server.stop() }
    let running = try Program().start(["send", server.url])
    #expect(await running.firstOutput() == "first")
    release.open()
    #expect(await running.result().text == "firstrest.")
  }

  @Test("A closed pipe ends the output quietly")
  func brokenPipe() async throws {
    let demo = try await DemoServer.start()
    let result = try await Program().shell(
      "apus send '\(demo.url)/json?size=50000000' | head -c 5; echo \"${PIPESTATUS[0]}\"", shell: "/bin/bash")
    #expect(result.error.isEmpty)
    #expect(result.text.hasSuffix("0\n"))
    await demo.stop()
  }

  @Test(
    "A closed pipe ends help and completions quietly, too",
    arguments: ["help", "completion bash", "--help"])
  func brokenPipe(of command: String) async throws {
    let line = "apus \(command) | true; echo \"${PIPESTATUS[0]}\""
    let result = try await Program().shell(line, shell: "/bin/bash")
    #expect(result.error.isEmpty && result.text == "0\n", "\(result.text)")
  }

  @Test("The demo workspace works without a server, from anywhere")
  func demo() async throws {
    let folder = try TemporaryDirectory("anywhere")
    let result = try await Program(in: folder.path).run("send", "--demo", "users/get-user", "--no-history")
    #expect(result.status == 0, "\(result.error)")
    #expect(try result.json()["id"].int == 42)
  }
}
