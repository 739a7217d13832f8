import Dispatch
import HTTPTypes
import Networking
import Testing

/// A catalogue as in the article: each endpoint is a function that states its parameters and its response type.
enum Dogs {
  static let base = RequestConfig(host: "https://dogs.test/api", headers: [.accept: "application/json"])

  /// Responds with `[String: [String]]`: the breeds and their sub-breeds.
  static func breeds() throws(RequestError) -> Request {
    try .with(base) { $0.path = "breeds/list/all" }
  }

  /// Responds with `[String]`: `count` addresses of pictures of that breed.
  static func pictures(of breed: String, count: Int) throws(RequestError) -> Request {
    try .with(base) {
      $0.path = "breed/:breed/images/random/:count"
      $0.pathParameters = ["breed": breed, "count": String(count)]
    }
  }
}

@Suite("Create: modifiers, catalogues and logs")
struct RequestModifiersTests {
  private actor Counter {
    var value = 0
    func next() -> Int {
      value += 1
      return value
    }
  }

  @Test("N20: modifiers run in order, once per attempt, always on the original")
  func modifiers() async throws {
    let counter = Counter()
    let request = try Request.with(RequestConfig(host: "http://h")) {
      $0.modifiers.append { request in
        let number = await counter.next()
        try request.setHeader("X-Attempt", String(number))
      }
      $0.modifiers.append { request in
        let attempt = request.headers["X-Attempt"] ?? "none"
        request = try request.with { $0.query.append("seen", attempt) }
      }
    }
    let first = try await request.modified()
    let second = try await request.modified()
    #expect(first.url == "http://h?seen=1" && first.headers["X-Attempt"] == "1")
    #expect(second.url == "http://h?seen=2" && second.headers[values: .init("X-Attempt") ?? .accept] == ["2"])
    #expect(request.headers.isEmpty && request.url == "http://h")
  }

  @Test("N20: a modifier cannot make an invalid request, and its error is reported")
  func failing() async throws {
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.modifiers.append { try $0.setHeader("X", "a\r\nb") }
    }
    await #expect(throws: RequestError.self) { try await request.modified() }
  }

  @Test("N20: the client's modifiers run before the request's own")
  func layered() async throws {
    let client = RequestConfig(modifiers: [{ try $0.setHeader("Order", "client") }])
    let request = try Request.with(RequestConfig(host: "h")) {
      $0.modifiers.append { request in
        try request.setHeader("Order", (request.headers["Order"] ?? "") + ", request")
      }
    }.layered(over: client)
    #expect(try await request.modified().headers["Order"] == "client, request")
  }

  @Test("N21: a catalogue is an enum of functions that return requests")
  func catalogue() throws {
    #expect(try Dogs.breeds().url == "https://dogs.test/api/breeds/list/all")
    #expect(try Dogs.pictures(of: "a/b", count: 3).url == "https://dogs.test/api/breed/a%2Fb/images/random/3")
  }

  @Test("N22: another body brings its Content-Type, unless one was set beside the first")
  func otherBody() throws {
    let typed = try Request.with(RequestConfig(host: "h")) { $0.body = .text("a") }
    let type = { (request: Request) in request.headers["Content-Type"] }
    #expect(try type(typed.with { $0.method = .put }) == "text/plain; charset=utf-8")
    let json = try typed.with { $0.method = .put }.with { $0.body = .json(["a": 1]) }
    #expect(type(json) == "application/json")
    #expect(try type(json.with { $0.body = .bytes([1]) }) == nil && type(json.with { $0.body = .none }) == nil)
    #expect(try type(json.with { ($0.body, $0.headers[.contentType]) = (.text("<a/>"), "text/xml") }) == "text/xml")
    let own = try Request.with(RequestConfig(host: "h")) { ($0.body, $0.headers[.contentType]) = (.text("a"), "a/b") }
    #expect(try type(own.with { $0.body = .json(["a": 1]) }) == "a/b")
    #expect(
      try typed
        == Request.with(RequestConfig(host: "h")) {
          ($0.body, $0.headers[.contentType]) = (.text("a"), "text/plain; charset=utf-8")
        })
  }

  @Test("N22: a request has a one-line summary, and its body as text if it is text")
  func summary() throws {
    let request = try Request.with(RequestConfig(host: "https://h/x")) {
      $0.method = .post
      $0.body = .text("é\r\nb")
    }
    #expect(request.summary == "POST https://h/x")
    #expect(try request.with { $0.query.append("token", "s3cret") }.summary == "POST https://h/x?token=••••")
    #expect(try request.with { $0.body = .text(#"{"password":"s3cret"}"#) }.bodyText() == #"{"password":"••••"}"#)
    #expect(try request.with { $0.body = .text("a=1&user[password]=s3cret") }.bodyText() == "a=1&user[password]=••••")
    let page = #"<a href="/?a=1&key=2">{}</a>"#
    #expect(try request.with { $0.body = .text(page, contentType: "text/html") }.bodyText() == page)
    let form = Array("[a]=1&password=s3cret".utf8)
    let pairs = try request.with { $0.body = .bytes(form, contentType: "application/x-www-form-urlencoded") }
    #expect(pairs.bodyText() == "[a]=1&password=••••")
    let parts = try request.with {
      var parts = Multipart()
      parts.append("password", .text("s3cret"))
      parts.append("note", .text("plain"))
      $0.body = .multipart(parts)
    }
    let text = try #require(parts.bodyText())
    #expect(!text.contains("s3cret") && text.contains("••••") && text.contains("plain"))
    #expect(request.bodyText() == "é\r\nb")
    #expect(request.bodyText(limit: 1) == "… (5 bytes)")
    #expect(try request.with { $0.body = .bytes([0xff, 0]) }.bodyText() == "2 bytes")
    #expect(try request.with { $0.body = .text("\u{1b}[2J") }.bodyText() == "4 bytes")
    #expect(try request.with { $0.body = .none }.bodyText() == nil)
    #expect(try request.with { $0.body = .file("/dev/null") }.bodyText() == "@/dev/null (0 bytes)")
  }

  @MainActor
  @Test("N24: a request can be built off the caller's actor")
  func building() async throws {
    let request = try await Task.detached {
      try Request.with(Dogs.base) {
        dispatchPrecondition(condition: .notOnQueue(.main))
        $0.path = "x"
      }
    }.value
    #expect(request.url == "https://dogs.test/api/x")
  }
}
