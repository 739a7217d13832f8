import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Redirects")
struct RedirectTests {
  private func next(
    _ status: Int, _ location: String, from request: Request, policy: TransferOptions.RedirectPolicy = .init()
  ) throws(NetworkError) -> Request? {
    let head = ResponseHead(
      status: .init(code: status), headers: Headers([Header("Location", location)]))
    return try Redirect.next(after: head, of: request, policy: policy)
  }

  @Test("Headers without a space after the colon are recognised by name: credentials stay with their host")
  func blanks() throws {
    let headers = [Header("Authorization", "Bearer t", omitsBlank: true), Header("X", "1", omitsBlank: true)]
    let request = makeRequest(
      "http://a.test/x", .get, headers: Headers(headers + [Header("Cookie", "a=b", omitsBlank: true)]))
    #expect(try next(302, "http://b.test/", from: request)?.headers.fields == [headers[1]])
    #expect(try next(302, "/y", from: request)?.headers == request.headers)
  }

  @Test(
    "N35: the next method per RFC 9110",
    arguments: [
      (301, "POST", "GET"), (301, "PUT", "PUT"), (302, "POST", "GET"), (302, "DELETE", "DELETE"), (303, "POST", "GET"),
      (303, "DELETE", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"), (308, "PATCH", "PATCH"),
      (307, "GET", "GET"),
    ])
  func methods(_ status: Int, _ method: String, _ expected: String) throws {
    let request = makeRequest(
      "http://a.test/x", try #require(HTTPRequest.Method(method)),
      headers: Headers([Header("Content-Type", "text/plain"), Header("X", "1")]), body: .bytes([1]))
    let next = try #require(try next(status, "/y", from: request))
    #expect(next.method.rawValue == expected)
    #expect(next.url == "http://a.test/y")
    let becameGet = expected == "GET" && method != "GET"
    #expect(next.body == (becameGet ? .none : .bytes([1])))
    #expect((next.headers["Content-Type"] == nil) == becameGet)
    #expect(next.headers["X"] == "1")
    let kept = try #require(
      try self.next(status, "/y", from: request, policy: .init(keepsMethod: true)))
    #expect(kept.method.rawValue == method && kept.body == .bytes([1]))
  }

  @Test(
    "N35: credentials stay with their host and are never downgraded to plain HTTP",
    arguments: [
      ("https://a.test/x", "/y", true), ("https://a.test/x", "https://a.test:443/y", true),
      ("http://a.test/x", "https://a.test/y", true), ("https://a.test/x", "http://a.test/y", false),
      ("https://a.test/x", "https://b.test/y", false), ("https://a.test/x", "//sub.a.test/y", false),
      ("https://a.test/x", "https://a.test:8443/y", false), ("http://a.test:8080/x", "https://a.test/y", false),
    ])
  func credentials(_ from: String, _ to: String, _ stays: Bool) throws {
    let secrets = ["Authorization", "Cookie", "X-Api-Key", "X-Auth-Token", "Proxy-Authorization", "X-Session-Id"]
    let options = makeOptions { $0.authentication = .init(.digest, user: "u", password: "p") }
    let request = makeRequest(
      from, headers: Headers(secrets.map { Header($0, "secret") } + [Header("Accept", "a"), Header("Host", "h")]),
      options: options)
    let next = try #require(try next(302, to, from: request))
    #expect(next.headers["Accept"] == "a")
    for name in secrets { #expect((next.headers[name] != nil) == stays, "\(name)") }
    #expect((next.options.authentication != nil) == stays)
    let forwarded = try #require(
      try self.next(302, to, from: request, policy: .init(forwardsCredentials: true)))
    #expect(forwarded.headers["Authorization"] == "secret")
  }

  @Test("A fragment is kept, an invalid Location is rejected, a redirect without one is the response")
  func targets() throws {
    let request = makeRequest("http://a.test/x#top")
    #expect(try next(302, "/y", from: request)?.url == "http://a.test/y#top")
    #expect(try next(302, "/y#end", from: request)?.url == "http://a.test/y#end")
    #expect(try next(302, "/ü b", from: request)?.url == "http://a.test/%C3%BC%20b#top")
    for bad in ["ftp://a.test/", "file:///etc/passwd", "javascript:alert(1)", "http://", "http://a.test:99999/"] {
      #expect(throws: NetworkError.self, "\(bad)") { try next(302, bad, from: request) }
    }
    #expect(try Redirect.next(after: ResponseHead(status: .found), of: request, policy: .init()) == nil)
    #expect(try next(304, "/y", from: request) == nil)
    #expect(try next(300, "/y", from: request) == nil)
  }

  @Test("N35: a 307 sends the body again, each hop is in the chain with its head and timing")
  func bodyAgain() async throws {
    let server = try AnsweringServer { request in
      switch request.target {
      case "/a": Answer.redirect(307, to: "/b", headers: ["X-Hop: 1"])
      case "/b": Answer.redirect(308, to: "/c")
      default: Answer.text("there")
      }
    }
    let big = [UInt8](repeating: 65, count: 200_000)
    let stream = BodyStream {
      let parts = Parts([big])
      return { parts.next() }
    }
    for body in [Request.Body.bytes(Array("small".utf8)), .bytes(big), .stream(stream)] {
      let response = try await Client().response(for: makeRequest(server.url + "/a", .put, body: body))
      #expect(response.body.allBytes == Array("there".utf8))
      #expect(response.finalURL == server.url + "/c")
      let exchange = response.exchange
      #expect(exchange.hops.map(\.cause) == [.initial, .redirect, .redirect])
      #expect(exchange.redirects.map { $0.response?.status.code } == [307, 308])
      #expect(exchange.hops.first?.response?.headers["X-Hop"] == "1")
      #expect(exchange.hops.allSatisfy { $0.timing.firstByte != nil && !$0.request.head.isEmpty })
    }
    let bodies = server.requests.map(\.body)
    #expect(bodies[0..<3].allSatisfy { $0 == Array("small".utf8) })
    #expect(bodies[3...].allSatisfy { $0 == big })
  }

  @Test("N35: a cross-host redirect arrives without the first host's credentials")
  func crossHost() async throws {
    let other = try AnsweringServer()
    let otherURL = "http://localhost:\(other.port)/there"
    let first = try AnsweringServer { _ in Answer.redirect(302, to: otherURL) }
    let headers = Headers([Header("Authorization", "Bearer s"), Header("X-Api-Key", "k"), Header("X-Plain", "p")])
    let response = try await Client().response(for: makeRequest(first.url, headers: headers))
    #expect(response.status == .ok)
    let request = try #require(other.requests.first)
    #expect(request["Authorization"] == nil && request["X-Api-Key"] == nil)
    #expect(request["X-Plain"] == "p")
    #expect(first.requests.first?["Authorization"] == "Bearer s")
  }

  @Test("N35: a loop and too many redirects end with an error that keeps the chain")
  func loops() async throws {
    let server = try AnsweringServer { request in
      if request.target == "/loop" { return Answer.redirect(302, to: "/loop") }
      if request.target == "/counting" {
        let count = (Int((request["Cookie"] ?? "").dropFirst(2)) ?? 0) + 1
        return Answer.redirect(302, to: "/counting", headers: ["Set-Cookie: n=\(count)"])
      }
      let number = Int(request.target.dropFirst()) ?? 0
      return Answer.redirect(302, to: "/\(number + 1)")
    }
    let loop = await Client().exchange(for: makeRequest(server.url + "/loop"))
    #expect(loop.failure?.category == .tooManyRedirects)
    #expect(loop.hops.count == 1)
    let endless = await Client().exchange(for: makeRequest(server.url + "/0"))
    #expect(endless.failure?.category == .tooManyRedirects)
    #expect(endless.hops.count == 11)
    #expect(endless.failure?.response?.status.code == 302)
    let three = makeOptions { $0.redirects = .init(maximum: 3) }
    let few = await Client().exchange(for: makeRequest(server.url + "/0", options: three))
    #expect(few.hops.count == 4)
    // With other cookies a server may respond differently the next time, but the limit still applies.
    for (path, count) in [("/loop", 1), ("/counting", 4)] {
      let jar = await Client().exchange(for: makeRequest(server.url + path, options: three)) {
        $0.cookies = CookieJar()
      }
      #expect(jar.failure?.category == .tooManyRedirects && jar.hops.count == count, "\(path)")
    }
  }

  @Test("N35: redirects are not followed if the request disables it; a closure may follow, stop or refuse")
  func choices() async throws {
    let server = try AnsweringServer { request in
      request.target == "/a" ? Answer.redirect(302, to: "/b") : Answer.text(request.target)
    }
    let request = makeRequest(server.url + "/a")
    let client = Client()
    let kept = try await client.response(
      for: makeRequest(server.url + "/a", options: makeOptions { $0.redirects = .init(follows: false) }))
    #expect(kept.status == .found)
    let stopped = try await client.response(for: request) { $0.redirect = { _ in .stop } }
    #expect(stopped.status == .found)
    let changed = try await client.response(for: request) { config in
      config.redirect = { proposal in
        var next = proposal.to
        next.url += "?changed"
        return .follow(next)
      }
    }
    #expect(changed.body.allBytes == Array("/b?changed".utf8))
    let refused = await client.exchange(for: request) { $0.redirect = { _ in .refuse("no") } }.failure
    #expect(refused?.category == .refusedRedirect && refused?.detail == "no")
    #expect(refused?.response?.status == .found)
  }
}
