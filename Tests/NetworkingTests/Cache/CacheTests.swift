import Basics
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// A clock set by hand.
final class MovingClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
  var clock: ExecutionClock { ExecutionClock(now: { [self] in time.withLock { $0 } }, sleep: { _ in }) }
}

@Suite("The cache")
struct CacheTests {
  private func client(_ cache: ResponseCache, _ clock: MovingClock) -> Client {
    var client = Client()
    client.execution.cache = cache
    client.execution.clock = clock.clock
    return client
  }

  private func request(_ url: String, _ mode: TransferOptions.CacheMode, headers: Headers = Headers()) -> Request {
    makeRequest(url, headers: headers, options: makeOptions { $0.cache = mode })
  }

  private func text(_ response: Response) -> String { String(decoding: response.body.allBytes, as: UTF8.self) }

  /// Counts its responses in the body.
  private func counting(_ headers: [String]) throws -> AnsweringServer {
    let count = Mutex(0)
    return try AnsweringServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if request["If-None-Match"] == "\"v\"" {
        return "HTTP/1.1 304 Not Modified\r\nETag: \"v\"\r\nX-Number: \(number)\r\n\r\n"
      }
      return Answer.text("answer \(number)", headers: headers)
    }
  }

  @Test("N42: a fresh response is reused, a stale one revalidated, and isFromCache is exact")
  func freshness() async throws {
    let (server, clock) = (try counting(["Cache-Control: max-age=60", "ETag: \"v\""]), MovingClock())
    let client = client(ResponseCache(), clock)
    let first = try await client.response(for: request(server.url, .use))
    #expect(!first.isFromCache)
    clock.advance(59)
    let second = try await client.response(for: request(server.url, .use))
    #expect(second.isFromCache && text(second) == "answer 1")
    #expect(server.requests.count == 1)
    clock.advance(2)
    let third = try await client.response(for: request(server.url, .use))
    #expect(third.isFromCache && text(third) == "answer 1" && third.status == .ok)
    #expect(third.headers["X-Number"] == "2")
    #expect(third.exchange.hops.last?.response?.status == .notModified)
    #expect(server.requests.count == 2)
    clock.advance(30)
    _ = try await client.response(for: request(server.url, .use))
    #expect(server.requests.count == 2)
  }

  @Test("N42: each mode behaves as named")
  func modes() async throws {
    let (server, clock) = (try counting(["Cache-Control: max-age=60"]), MovingClock())
    let client = client(ResponseCache(), clock)
    let missing = await client.exchange(for: request(server.url, .only))
    #expect(missing.failure?.category == .notCached && missing.hops.isEmpty)
    #expect(server.requests.isEmpty)
    _ = try await client.response(for: request(server.url, .use))
    #expect(text(try await client.response(for: request(server.url, .ignore))) == "answer 2")
    #expect(text(try await client.response(for: request(server.url, .use))) == "answer 1")
    clock.advance(1000)
    let only = try await client.response(for: request(server.url, .only))
    #expect(text(only) == "answer 1" && only.isFromCache)
    let revalidated = try await client.response(for: request(server.url, .revalidate))
    #expect(text(revalidated) == "answer 3" && !revalidated.isFromCache)
  }

  @Test(
    "N42: uncacheable responses are not stored",
    arguments: [
      ["Cache-Control: no-store, max-age=60"], ["Cache-Control: max-age=60", "Vary: *"],
      ["X: no validator, no lifetime"],
    ])
  func notKept(_ headers: [String]) async throws {
    let (server, clock) = (try counting(headers), MovingClock())
    let client = client(ResponseCache(), clock)
    _ = try await client.response(for: request(server.url, .use))
    _ = try await client.response(for: request(server.url, .use))
    #expect(server.requests.count == 2)
  }

  @Test("N42: responses that vary are stored separately")
  func varying() async throws {
    let (server, clock) = (try counting(["Cache-Control: max-age=60", "Vary: Accept-Language"]), MovingClock())
    let client = client(ResponseCache(), clock)
    func ask(_ language: String) async throws -> String {
      text(try await client.response(for: request(server.url, .use, headers: [.acceptLanguage: language])))
    }
    #expect(try await ask("en") == "answer 1")
    #expect(try await ask("de") == "answer 2")
    #expect(try await ask("en") == "answer 1")
    #expect(try await ask("de") == "answer 2")
  }

  @Test("N42: the answer for one user is not given to another, and no credential is kept in clear")
  func owners() async throws {
    let folder = try TemporaryDirectory()
    let fields = ["Cache-Control: max-age=60", "Vary: Authorization, Cookie"]
    let (server, clock) = (try counting(fields), MovingClock())
    var first = client(ResponseCache(folder: folder.path("cache")), clock)
    func ask(_ client: Client, token: String?, headers: Headers = Headers()) async throws -> String {
      text(
        try await client.response(for: request(server.url, .use, headers: headers)) { config in
          config.tokenProvider = token.map { token in TokenProvider(token: { token }) }
        })
    }
    #expect(try await ask(first, token: "ada-secret") == "answer 1")
    #expect(try await ask(first, token: "bob-secret") == "answer 2")
    #expect(try await ask(first, token: nil) == "answer 3")
    let key = Headers([Header("X-Api-Key", "key-secret"), Header("Cookie", "id=cookie-secret")])
    #expect(try await ask(first, token: nil, headers: key) == "answer 4")
    first = client(ResponseCache(folder: folder.path("cache")), clock)
    #expect(try await ask(first, token: "ada-secret") == "answer 1")
    #expect(try await ask(first, token: "bob-secret") == "answer 2")
    #expect(try await ask(first, token: nil, headers: key) == "answer 4")
    #expect(server.requests.count == 4)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("cache")) {
      #expect(try !folder.readText("cache/" + name).contains("secret"))
    }
  }

  @Test("N42: answers are separate by client certificate, trust and the way to the server")
  func identities() throws {
    func owner(_ configure: (inout TransferOptions) -> Void = { _ in }) -> String {
      CachedResponse.owner(of: makeRequest("https://h.test/", options: makeOptions(configure)))
    }
    typealias TLS = TransferOptions.TLSOptions
    let owners = [
      owner(), owner { $0.tls = TLS(certificateFile: "/a.pem") }, owner { $0.tls = TLS(certificateFile: "/b.pem") },
      owner { $0.tls = TLS(certificateFile: "/b.pem", keyFile: "/c.key") }, owner { $0.tls = TLS(verifies: false) },
      owner { $0.tls = TLS(caFile: "/ca.pem") }, owner { $0.tls = TLS(pinnedPublicKeys: "sha256//AAAA") },
      owner { $0.unixSocket = "/s" }, owner { $0.resolve = ["h.test:443:127.0.0.1"] },
      owner { $0.connectTo = ["h.test:443:127.0.0.1:8443"] },
    ]
    #expect(Set(owners).count == owners.count && owners[0].isEmpty)
    #expect(owner { $0.tls = TLS() }.isEmpty && owner { $0.idleTimeout = .seconds(5) }.isEmpty)
  }

  @Test("N42: a stream neither fills the cache nor is answered by it")
  func streams() async throws {
    let (server, clock) = (try counting(["Cache-Control: max-age=60"]), MovingClock())
    let client = client(ResponseCache(), clock)
    func streamed() async throws -> String {
      var bytes: [UInt8] = []
      for try await chunk in try await client.stream(for: request(server.url, .use)) { bytes += chunk }
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try await streamed() == "answer 1")
    #expect(text(try await client.response(for: request(server.url, .use))) == "answer 2")
    #expect(try await streamed() == "answer 3")
    #expect(text(try await client.response(for: request(server.url, .use))) == "answer 2")
  }

  @Test("N42: an unsafe method invalidates the URL")
  func unsafe() async throws {
    let (server, clock) = (try counting(["Cache-Control: max-age=60"]), MovingClock())
    let client = client(ResponseCache(), clock)
    _ = try await client.response(for: request(server.url, .use))
    _ = try await client.response(for: makeRequest(server.url, .delete, options: makeOptions { $0.cache = .use }))
    #expect(text(try await client.response(for: request(server.url, .use))) == "answer 3")
  }

  @Test("N42: a method that changes the resource drops its cached answer, even if that call does not use the cache")
  func changed() async throws {
    let clock = MovingClock()
    let count = Mutex(0)
    let server = try AnsweringServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let status = request.method == "PATCH" ? "409 Conflict" : "200 OK"
      return Answer.text("answer \(number)", status: status, headers: ["Cache-Control: max-age=60"])
    }
    let client = client(ResponseCache(), clock)
    _ = try await client.response(for: request(server.url, .use))
    // The server refuses to PATCH.
    for method in [HTTPRequest.Method.options, .patch] {
      _ = try await client.response(for: makeRequest(server.url, method))
      #expect(text(try await client.response(for: request(server.url, .use))) == "answer 1", "\(method)")
    }
    for (method, answer) in [(HTTPRequest.Method.post, 5), (.put, 7), (.delete, 9)] {
      _ = try await client.response(for: makeRequest(server.url, method))
      #expect(text(try await client.response(for: request(server.url, .use))) == "answer \(answer)", "\(method)")
    }
  }

  @Test("N42: a miss is its own error if only the cache may answer, with a cache and without one")
  func misses() async throws {
    let stub = StubTransport { _, _ in Stub.Response() }
    var client = Client(transport: stub)
    for cache in [nil, ResponseCache()] {
      client.execution.cache = cache
      let failure = await client.exchange(for: request("http://h/", .only)).failure
      #expect(failure?.category == .notCached && failure?.request?.url == "http://h/")
    }
    #expect(stub.requests.isEmpty)
  }

  @Test("N42: a cache on disk survives the process, and memory use is limited")
  func disk() async throws {
    let folder = try TemporaryDirectory()
    let (server, clock) = (try counting(["Cache-Control: max-age=60"]), MovingClock())
    let first = client(ResponseCache(folder: folder.path("cache")), clock)
    _ = try await first.response(for: request(server.url, .use))
    let second = client(ResponseCache(folder: folder.path("cache")), clock)
    let response = try await second.response(for: request(server.url, .use))
    #expect(response.isFromCache && text(response) == "answer 1")
    let small = ResponseCache(limit: 20)
    let limited = client(small, clock)
    for path in 1...5 { _ = try await limited.response(for: request(server.url + "/\(path)", .use)) }
    #expect(small.memoryUse <= 20)
  }

  @Test(
    "N42: lifetimes from each field",
    arguments: [
      (["Cache-Control: max-age=10", "Expires: Tue, 14 Nov 2023 23:13:20 GMT"], 10.0),
      (["Date: Tue, 14 Nov 2023 22:13:20 GMT", "Expires: Tue, 14 Nov 2023 22:13:50 GMT"], 30.0), (["Expires: 0"], 0.0),
      (["Date: Tue, 14 Nov 2023 22:13:20 GMT", "Last-Modified: Tue, 14 Nov 2023 22:11:40 GMT"], 10.0),
      (["Cache-Control: no-cache, max-age=10"], 0.0),
    ])
  func lifetimes(_ lines: [String], _ expected: Double) {
    let headers = Headers(lines.map { line in Array(line.utf8).withUnsafeBytes { HeadParser.field($0) } })
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let kept = CachedResponse(
      head: ResponseHead(status: .ok, headers: headers), body: ByteStore([]), sentAt: date, receivedAt: date,
      varying: [])
    #expect(kept.lifetime == expected)
  }
}
