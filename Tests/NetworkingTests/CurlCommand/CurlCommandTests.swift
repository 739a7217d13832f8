import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// Every command here is run by the real curl and sh, against a server that records the bytes.
@Suite("Logs: a request as a curl command")
struct CurlCommandTests {
  private let transport = CurlTransport()

  @Test("A command masks a whole secret even if a name masks a part", arguments: CurlCommand.Shell.allCases)
  func wholeSecrets(shell: CurlCommand.Shell) throws {
    let object = #"{"private_key":"PK7788aa","client":"PIECED77"}"#
    let redaction = Redaction.standard.adding(["key9xx :PIECEA77", "t=PIECEB77&rest=PIECEC77", object])
    let pair = Base64.encode("key9xx :PIECEA77:pw".utf8)
    for body in [
      "password=t=PIECEB77&rest=PIECEC77&x=t=PIECEB77&rest=PIECEC77", #"{"password":"x","y":\#(object)}"#,
    ] {
      let request = try Request.with(RequestConfig(host: "http://h", method: .post)) {
        $0.headers.fields.append(Header("Authorization", "Basic \(pair)"))
        $0.body = .text(body, contentType: "text/plain")
      }
      let shown = CurlCommand(request, redaction: redaction).text(for: shell)
      #expect(shown.contains("••••"))
      for piece in ["PIECE", "PK77", "key9xx"] { #expect(!shown.contains(piece), "\(shown)") }
    }
  }

  /// Sends the request with the client's transport.
  private func send(_ request: Request) async -> TransportResult {
    let (results, feed) = AsyncStream.makeStream(of: TransportResult.self)
    let call = transport.start(TransportRequest(request)) { event in
      if case .finished(let result) = event { feed.yield(result) }
    }
    defer { call.cancel() }
    for await result in results { return result }
    return TransportResult(hop: Hop(request: SentRequest(method: "", url: "")))
  }

  private func curl(_ command: CurlCommand) async throws {
    let folder = try TemporaryDirectory("curl")
    let status = try await ShellScript.run(command.text, in: folder.path)
    #expect(status == 0, "\(command.text)")
  }

  @Test("Twice as many headers take at most twice as long")
  func manyHeaders() {
    let growth = Growth(from: 256, upTo: 1 << 15, enough: 2.3) { count in
      var request = makeRequest("http://h/")
      for number in 0..<count { request.headers.append("X-\(number)", "v") }
      return request
    } work: { request in
      _ = CurlCommand(request, redaction: .none)
    }
    #expect(growth.factor <= 2.6, "\(growth)")
  }

  /// Sends the request, then the resulting hop and the request itself as curl commands: all three must be the same.
  private func check(_ configure: (inout RequestConfig) throws -> Void, path: String = "/x") async throws {
    let server = try AnsweringServer()
    let request = try Request.with(RequestConfig(url: server.url + path), configure)
    let result = await send(request)
    #expect(result.failure == nil)
    let command = CurlCommand(request, redaction: .none)
    try await curl(command)
    try await curl(CurlCommand(result.hop, redaction: .none))
    let requests = server.requests
    try #require(requests.count == 3)
    #expect(requests[1].headText == requests[0].headText, "\(command.text)")
    #expect(requests[1].rawBody == requests[0].rawBody, "\(command.text)")
    #expect(requests[2].headText == requests[0].headText, "hop: \(CurlCommand(result.hop, redaction: .none).text)")
    if result.hop.request.body != nil { #expect(requests[2].body == requests[0].body) }
  }

  @Test("N58: the URL is sent as typed, with brackets, braces, dots and quotes")
  func urls() async throws {
    try await check({ _ in }, path: "/a/../b/./c?x=[1-3]&y={a,b}&q='\"$(id)`id`!&z=%7B|\\~#frag")
    try await check({ _ in }, path: "")
    try await check({ _ in }, path: "?a")
    try await check({ $0.query.append("k", "ü &") }, path: "//double//")
  }

  @Test("N58: headers keep order, case, duplicates and empty values; curl's own are removed if absent")
  func headers() async throws {
    try await check { _ in }
    try await check {
      $0.headers = Headers([
        Header("x-B", "1"), Header("User-Agent", "apus/1"), Header("Accept", "*/*"),
        Header("X-b", "it's \"two\" $HOME"),
        Header("X-Empty", ""), Header("Cookie", "a=1; b=ü"), Header("Authorization", "Bearer t"),
      ])
    }
    try await check { $0.headers = Headers([Header("accept", "a"), Header("user-agent", "x"), Header("Accept", "b")]) }
    try await check { $0.headers = Headers([Header("Content-Type", "x/y"), Header("X-Star", "*; @file")]) }
  }

  @Test(
    "N58: the method is given only if curl would infer another", arguments: ["GET", "POST", "HEAD", "PUT", "purge"])
  func methods(name: String) async throws {
    try await check { try $0.setMethod(name) }
    guard name != "HEAD" else { return }
    try await check {
      try $0.setMethod(name)
      $0.body = .text("body")
    }
  }

  @Test(
    "N58: text bodies arrive byte for byte",
    arguments: [
      "", "plain", "@file", "it's", "a\nb\n", "\n", "{\"a\": \"$(id) `x` \\\\ %s %% \\n\"}", "ü☃\u{1F600}", "a\r\nb",
      "tab\t",
      "\u{1b}[31mred\u{7}", "-d", "a=b&c=d",
    ])
  func text(body: String) async throws {
    try await check {
      $0.method = .post
      $0.body = .text(body, contentType: body.isEmpty ? nil : "text/plain")
    }
  }

  @Test("N58: binary and large bodies arrive byte for byte")
  func binary() async throws {
    try await check {
      $0.method = .put
      $0.body = .bytes((0...255).map { UInt8($0) })
    }
    try await check {
      $0.method = .post
      $0.body = .text(String(repeating: "long line ü\n", count: 150_000))
    }
  }

  @Test("N58: a file is referred to by name, not copied")
  func file() async throws {
    let folder = try TemporaryDirectory("curl")
    let path = try folder.write("a b;'c.bin", [0, 13, 10, 255])
    try await check {
      $0.method = .post
      $0.body = .file(path)
    }
  }

  @Test("N58: a form with its own boundary is sent byte for byte, including files")
  func multipartExact() async throws {
    let folder = try TemporaryDirectory("curl")
    let path = try folder.write("p.png", [0, 1, 2])
    try await check {
      $0.method = .post
      var form = Multipart(boundary: "BB")
      form.append("a", .text("1"))
      form.append("f", .file(path: path))
      form.append("", .data([0, 255]))
      $0.body = .multipart(form)
    }
  }

  @Test("N58: a form becomes -F options with the same parts except for curl's boundary")
  func multipart() async throws {
    let server = try AnsweringServer()
    let folder = try TemporaryDirectory("form")
    let path = try folder.write("p;,\"q.png", "file")
    let texts = [
      ("a", "plain"), ("at", "@x"), ("lt", "<x"), ("q", "\"q\""), ("s", "a;type=b"), ("n\"m\n", "l1\nl2\n"),
      ("sp", " x "),
    ]
    let request = try Request.with(RequestConfig(url: server.url)) {
      $0.method = .post
      var form = Multipart()
      for (name, value) in texts { form.append(name, .text(value)) }
      form.append("f", .file(path: path))
      form.append("g", .file(path: path), fileName: "x\"y\\z.txt", contentType: "text/csv")
      form.parts.append(.init("t", .text("say \"hi\"; \\o/"), contentType: "text/csv"))
      form.parts.append(.init("u", .text("v"), fileName: "u.txt", contentType: "text/plain"))
      form.parts.append(.init("h", .text("v")))
      form.parts[form.parts.count - 1].head = [
        #"Content-Disposition: form-data; name="h""#, "Content-Type: a/b", "X:1",
      ]
      $0.body = .multipart(form)
    }
    let command = CurlCommand(request, redaction: .none)
    #expect(command.options.filter { ["-F", "--form-string"].contains($0[0]) }.count == texts.count + 5)
    _ = await send(request)
    try await curl(command)
    let bodies = try server.requests.map { sent in
      let boundary = try #require(MediaType(sent["Content-Type"] ?? "").parameters["boundary"])
      return sent.bodyText.components(separatedBy: boundary)
    }
    try #require(bodies.count == 2)
    #expect(bodies[0].count == texts.count + 7)
    #expect(bodies[0] == bodies[1])
  }

  @Test(
    "N58: a part head that -F cannot express is sent unchanged",
    arguments: [
      ["X: 1", "Content-Type: a/b"], ["Content-Disposition: own", "Content-Type: a/b"], ["no colon"], [""],
      [#"Content-Disposition: form-data; name="h""#, " folded: x"], ["Content-Type: a/b"],
    ])
  func oddHeads(lines: [String]) async throws {
    let server = try AnsweringServer()
    let request = try Request.with(RequestConfig(url: server.url)) {
      $0.method = .post
      var form = Multipart([.init("h", .text("v"))], boundary: "BOUND")
      form.parts[0].head = lines
      $0.body = .multipart(form)
    }
    _ = await send(request)
    try await curl(CurlCommand(request, redaction: .none))
    let bodies = server.requests.map(\.bodyText)
    try #require(bodies.count == 2)
    #expect(bodies[0] == bodies[1] && bodies[0].contains(lines.map { $0 + "\r\n" }.joined()))
  }

  @Test("N58: a command says that curl does not compress the body of a request that asks for it")
  func compression() throws {
    func notices(_ body: RequestConfig.Body) throws -> [String] {
      let request = try Request.with(RequestConfig(url: "http://h/")) {
        $0.body = body
        $0.options.compressesBody = true
      }
      return CurlCommand(request).notices
    }
    #expect(try notices(.text("a")) == ["curl cannot compress a body, and sends it as it is"])
    #expect(try notices(.none) == [])
  }

  @Test("N58: secrets are masked by default, and each option has its own line")
  func masking() throws {
    let request = try Request.with(RequestConfig(url: "https://h/p?api_key=s3cret&x=1")) {
      $0.method = .post
      $0.authorize(.bearer("s3cret"))
      $0.headers.append("X-Plain", "has s3cret inside")
      $0.body = .json(["password": "s3cret"])
      $0.options.decompresses = false
    }
    var redaction = Redaction.standard
    redaction.secrets = ["s3cret"]
    let masked = CurlCommand(request, redaction: redaction).text
    #expect(!masked.contains("s3cret"))
    #expect(
      masked == """
        curl 'https://h/p?api_key=••••&x=1' \\
          -H 'Authorization: Bearer ••••' \\
          -H 'X-Plain: has •••• inside' \\
          -H 'Content-Type: application/json' \\
          -H Accept: \\
          -H User-Agent: \\
          -d '{"password":"••••"}' \\
          -L
        """)
    #expect(CurlCommand(request, redaction: .none).text.contains("Authorization: Bearer s3cret"))
  }

  @Test("N58: a request and an exchange give their command, with secrets masked unless asked")
  func texts() async throws {
    let server = try AnsweringServer()
    let client = Client(defaults: RequestConfig(headers: ["X-Api-Key": "s3cret-key", "X-Shop": "1"]))
    let request = makeRequest(server.url + "/?token=s3cret")
    let exchange = await client.exchange(for: request)
    #expect(request.curlCommand().hasPrefix("curl '\(server.url)/?token=••••'"))
    #expect(request.curlCommand(showingSecrets: true) == CurlCommand(request, redaction: .none).text)
    let command = try #require(exchange.curlCommand(options: makeOptions { $0.proxy = "http://p:1" }))
    #expect(command.contains("-H 'X-Api-Key: ••••'") && command.contains("-H 'X-Shop: 1'"), "\(command)")
    #expect(!command.contains("s3cret") && command.contains("-x http://p:1"), "\(command)")
    #expect(exchange.curlCommand(showingSecrets: true)?.contains("s3cret-key") == true)
  }

  @Test("N58: client settings become options of curl")
  func settings() throws {
    let request = try Request.with(RequestConfig(url: "https://h/")) {
      $0.headers = Headers([Header("User-Agent", "a"), Header("Accept", "b")])
      $0.suppress("Accept-Encoding")
      $0.options.connectTimeout = .milliseconds(1500)
      $0.options.totalTimeout = .seconds(9)
      $0.options.httpVersion = .http2
      $0.options.redirects = .init(maximum: 3)
      $0.options.tls = .init(verifies: false, caFile: "/ca file")
      $0.options.proxy = "http://u:pw@p:1"
      $0.options.unixSocket = "/s"
      $0.options.resolve = ["h:443:127.0.0.1"]
      $0.options.authentication = TransferOptions.Authentication(.digest, user: "u", password: "pw")
    }
    #expect(
      CurlCommand(request).options == [
        ["https://h/"], ["-u", "u:••••"], ["--digest"], ["-A", "a"], ["-H", "Accept: b"], ["-H", "Accept-Encoding:"],
        ["--compressed"], ["-L"], ["--max-redirs", "3"], ["--connect-timeout", "1.5"], ["-m", "9"], ["--http2"], ["-k"],
        ["--cacert", "/ca file"], ["-x", "http://u:••••@p:1"], ["--unix-socket", "/s"],
        ["--resolve", "h:443:127.0.0.1"],
      ])
  }
}

@Suite("Logs: shell quoting")
struct ShellQuotingTests {
  @Test(
    "Any text passes through the shell unchanged",
    arguments: ["", "a b", "it's", "$HOME `id` \\", "\n", "-x", "--\u{7}", "ü", "!!", "*"])
  func word(text: String) async throws {
    let folder = try TemporaryDirectory("shell")
    let script = "printf %s \(ShellQuoting.word(text)) > out; \(ShellQuoting.printf(Array(text.utf8))) > out2"
    #expect(try await ShellScript.run(script, in: folder.path) == 0)
    #expect(try folder.readText("out") == text)
    #expect(try folder.readText("out2") == text)
  }

  @Test("The shell's printf writes every byte")
  func bytes() async throws {
    let folder = try TemporaryDirectory("shell")
    let all = (0...255).map { UInt8($0) } + Array("%s\\n'0123".utf8)
    #expect(try await ShellScript.run(ShellQuoting.printf(all) + " > out", in: folder.path) == 0)
    #expect(try folder.read("out") == all)
  }
}
