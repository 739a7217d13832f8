import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// Numbered tokens; each refresh yields the next.
final class Tokens: Sendable {
  private let state = Mutex((token: "t0", refreshes: 0))
  var refreshes: Int { state.withLock { $0.refreshes } }
  let holds: Gate?

  init(holds: Gate? = nil) { self.holds = holds }

  var provider: TokenProvider {
    TokenProvider(
      token: { [self] in state.withLock { $0.token } },
      refresh: { [self] _ in
        await holds?.opened()
        state.withLock { state in
          state.refreshes += 1
          state.token = "t\(state.refreshes)"
        }
        return true
      })
  }
}

@Suite("Authorization by token")
struct AuthorizationTests {
  private func server(accepting token: String) throws -> AnsweringServer {
    try AnsweringServer { request in
      request["Authorization"] == "Bearer \(token)" ? Answer.text("in") : Answer.text("out", status: "401 Unauthorized")
    }
  }

  @Test("N27: the provider's token is sent unless the call opts out or the request has its own")
  func provided() async throws {
    let server = try AnsweringServer()
    var client = Client()
    client.execution.tokenProvider = Tokens().provider
    _ = try await client.response(for: makeRequest(server.url))
    _ = try await client.response(for: makeRequest(server.url)) { $0.authorize = false }
    _ = try await client.response(for: makeRequest(server.url, headers: Headers([Header("Authorization", "own")])))
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer t0", nil, "own"])
  }

  @Test("N27: only trusted hosts see the token, and a redirect to another does not carry it")
  func trusted() async throws {
    let other = try AnsweringServer()
    let first = try AnsweringServer { _ in Answer.redirect(302, to: "http://localhost:\(other.port)/") }
    var client = Client()
    client.execution.tokenProvider = Tokens().provider
    _ = try await client.response(for: makeRequest(first.url))
    #expect(first.requests.first?["Authorization"] == "Bearer t0")
    #expect(other.requests.first?["Authorization"] == nil)
    _ = try await client.response(for: makeRequest(first.url)) { $0.trustedHosts = ["localhost"] }
    #expect(first.requests.last?["Authorization"] == nil)
    #expect(other.requests.last?["Authorization"] == "Bearer t0")
  }

  @Test("N28: a rejected token is refreshed once and the request repeated")
  func refreshed() async throws {
    let server = try server(accepting: "t1")
    let tokens = Tokens()
    let response = try await Client().response(for: makeRequest(server.url, .post, body: .bytes([7]))) {
      $0.tokenProvider = tokens.provider
    }
    #expect(response.status == .ok)
    #expect(response.exchange.hops.map(\.cause) == [.initial, .authentication])
    #expect(server.requests.map(\.body) == [[7], [7]])
    #expect(tokens.refreshes == 1)
  }

  @Test("N28: a token that was replaced before and is current again is refreshed again")
  func back() async throws {
    let server = try server(accepting: "t1")
    let current = Mutex("t0")
    let refreshes = Mutex(0)
    var client = Client()
    client.execution.tokenProvider = TokenProvider(
      token: { current.withLock { $0 } },
      refresh: { _ in
        refreshes.withLock { $0 += 1 }
        current.withLock { $0 = "t1" }
        return true
      })
    for count in 1...2 {
      current.withLock { $0 = "t0" }
      #expect(try await client.response(for: makeRequest(server.url)).status == .ok)
      #expect(refreshes.withLock { $0 } == count)
    }
  }

  @Test("N28: concurrent rejections cause a single refresh")
  func singleFlight() async throws {
    let (server, hold) = (try server(accepting: "t1"), Gate())
    let tokens = Tokens(holds: hold)
    var client = Client()
    client.execution.tokenProvider = tokens.provider
    let ready = client
    let count = 20
    async let answers = withTaskGroup(of: HTTPResponse.Status?.self) { group in
      for _ in 0..<count { group.addTask { try? await ready.response(for: makeRequest(server.url)).status } }
      return await group.reduce(into: [HTTPResponse.Status?]()) { $0.append($1) }
    }
    while server.requests.count < count { await Task.yield() }
    hold.open()
    #expect(await answers.allSatisfy { $0 == .ok })
    #expect(tokens.refreshes == 1)
  }

  /// The categories of failed calls that are sent together. `hold` opens once every one of them has arrived.
  private func failures(_ count: Int, _ client: Client, _ server: AnsweringServer, _ hold: Gate) async
    -> [NetworkError?]
  {
    let before = server.requests.count
    async let failures = withTaskGroup(of: NetworkError?.self) { group in
      for _ in 0..<count { group.addTask { await client.exchange(for: makeRequest(server.url)).failure } }
      return await group.reduce(into: [NetworkError?]()) { $0.append($1) }
    }
    while server.requests.count < before + count { await Task.yield() }
    hold.open()
    return await failures
  }

  @Test(
    "N28: a failed refresh logs out once for fifty parallel calls, and the next call tries again",
    arguments: [true, false])
  func lost(_ isThrown: Bool) async throws {
    struct Expired: Error {}
    let server = try AnsweringServer { _ in Answer.text("", status: "401 Unauthorized") }
    let hold = Gate()
    let counts = Mutex([0, 0])
    var client = Client()
    client.execution.tokenProvider = TokenProvider(
      token: { "t" },
      refresh: { _ in
        await hold.opened()
        counts.withLock { $0[0] += 1 }
        if isThrown { throw Expired() }
        return false
      })
    client.execution.onUnauthorized = { _ in counts.withLock { $0[1] += 1 } }
    let failures = await failures(50, client, server, hold)
    #expect(failures.allSatisfy { $0?.category == .unauthorized && $0?.response?.status == .unauthorized })
    #expect(failures.allSatisfy { ($0?.underlying is Expired) == isThrown })
    // Refreshes and log-outs.
    #expect(counts.withLock { $0 } == [1, 1])
    _ = await client.exchange(for: makeRequest(server.url))
    #expect(counts.withLock { $0 } == [2, 2])
  }

  @Test("N28: a new token that is rejected too logs out once for all calls that were refreshed together")
  func rejectedAgain() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "401 Unauthorized") }
    let hold = Gate()
    let logOuts = Mutex(0)
    let tokens = Tokens(holds: hold)
    var client = Client()
    client.execution.tokenProvider = tokens.provider
    client.execution.onUnauthorized = { _ in logOuts.withLock { $0 += 1 } }
    let failures = await failures(20, client, server, hold)
    #expect(failures.allSatisfy { $0?.category == .unauthorized })
    #expect(tokens.refreshes == 1 && logOuts.withLock { $0 } == 1)
  }

  @Test("N28: a stream starts over after a refresh, also for a status that the call counts as unauthorized")
  func streamed() async throws {
    let server = try AnsweringServer { request in
      request["Authorization"] == "Bearer t1" ? Answer.text("in") : Answer.text("out", status: "403 Forbidden")
    }
    let stream = try await Client().stream(for: makeRequest(server.url)) {
      $0.tokenProvider = Tokens().provider
      $0.isUnauthorized = { $0.status == .forbidden }
    }
    #expect(stream.head.status == .ok)
    var text: [UInt8] = []
    for try await chunk in stream { text += chunk }
    #expect(text == Array("in".utf8))
  }

  @Test("N28: a second rejection logs out and is an error with the response; a 403 can count as one")
  func refused() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "403 Forbidden") }
    let loggedOut = Mutex(0)
    let exchange = await Client().exchange(for: makeRequest(server.url)) { config in
      config.tokenProvider = Tokens().provider
      config.isUnauthorized = { $0.status == .forbidden }
      config.onUnauthorized = { _ in loggedOut.withLock { $0 += 1 } }
    }
    #expect(exchange.failure?.category == .unauthorized)
    #expect(exchange.failure?.response?.status == .forbidden)
    #expect(loggedOut.withLock { $0 } == 1)
    #expect(server.requests.count == 2)
  }

  @Test("N33: a refresh through the same client carries no token and is not refreshed itself")
  func nested() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "401 Unauthorized") }
    let url = server.url
    let box = Mutex<Client?>(nil)
    var client = Client()
    client.execution.tokenProvider = TokenProvider(
      token: { "old" },
      refresh: { _ in
        guard let client = box.withLock({ $0 }) else { return false }
        _ = try await client.response(for: makeRequest(url + "/refresh"))
        return false
      })
    box.withLock { $0 = client }
    let exchange = await client.exchange(for: makeRequest(url + "/data"))
    box.withLock { $0 = nil }
    #expect(exchange.failure?.category == .unauthorized)
    #expect(server.requests.map(\.target) == ["/data", "/refresh"])
    #expect(server.requests.map { $0["Authorization"] } == ["Bearer old", nil])
  }

  @Test("N29: a CDN's 403 is a block, the server's own is a response")
  func blocked() async throws {
    let html = "<html><title>Attention Required! | Cloudflare</title></html>"
    let blocked = try AnsweringServer { _ in
      Answer.text(html, status: "403 Forbidden", headers: ["Content-Type: text/html", "CF-RAY: 1"])
    }
    let own = try AnsweringServer { _ in Answer.json("{}", status: "403 Forbidden") }
    let received = Mutex(0)
    let observer = ClientObserver { if case .blocked = $0.moment { received.withLock { $0 += 1 } } }
    let error = await #expect(throws: NetworkError.self) {
      try await Client().response(for: makeRequest(blocked.url)) {
        $0.detectsBlocks = true
        $0.observers = [observer]
      }
    }
    #expect(error?.category == .blocked)
    #expect(received.withLock { $0 } == 1)
    #expect(try await Client().response(for: makeRequest(own.url)) { $0.detectsBlocks = true }.status == .forbidden)
    #expect(try await Client().response(for: makeRequest(blocked.url)).status == .forbidden)
  }

  @Test(
    "N29: an HTML 403 is a block only if both its head and its text name the network",
    arguments: [
      (["CF-RAY: 1", "Server: cloudflare"], "<h1>You may not read this order</h1>", false),
      (["Server: CloudFront", "X-Amz-Cf-Id: 1"], "<h1>Members only</h1>", false),
      ([], "<title>Attention Required! | Cloudflare</title>", false),
      (["Server: nginx"], "<p>Just a moment...</p>", false), (["CF-RAY: 1"], "<title>Just a moment...</title>", true),
      (["CF-RAY: 1", "cf-mitigated: challenge"], "", true),
      (["Server: AkamaiGHost"], "https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18", true),
      (["Server: CloudFront"], "Generated by cloudfront (CloudFront)", true),
      (["X-Iinfo: 1"], "Incapsula incident ID: 7", true),
    ] as [([String], String, Bool)])
  func marks(_ headers: [String], _ page: String, _ isBlock: Bool) async throws {
    let server = try AnsweringServer { _ in
      Answer.text(page, status: "403 Forbidden", headers: headers + ["Content-Type: text/html; charset=utf-8"])
    }
    let exchange = await Client().exchange(for: makeRequest(server.url)) { $0.detectsBlocks = true }
    #expect(exchange.failure?.category == (isBlock ? .blocked : nil))
    #expect(exchange.response?.status == .forbidden)
  }

  @Test("N29: a block does not refresh the token, even if a 403 counts as unauthorized; the server's own 403 does")
  func blockedFirst() async throws {
    let server = try AnsweringServer { request in
      let page = request.target == "/blocked" ? "<title>Just a moment...</title>" : "<p>Your token is old</p>"
      return Answer.text(page, status: "403 Forbidden", headers: ["Content-Type: text/html", "CF-RAY: 1"])
    }
    let tokens = Tokens()
    var client = Client()
    client.execution.detectsBlocks = true
    client.execution.isUnauthorized = { $0.status == .forbidden }
    client.execution.tokenProvider = tokens.provider
    #expect(await client.exchange(for: makeRequest(server.url + "/blocked")).failure?.category == .blocked)
    #expect(tokens.refreshes == 0)
    #expect(await client.exchange(for: makeRequest(server.url + "/own")).failure?.category == .unauthorized)
    #expect(tokens.refreshes == 1)
  }
}
