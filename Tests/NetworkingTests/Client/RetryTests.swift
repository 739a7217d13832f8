import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock that never waits and records the requested delays.
final class TestClock: Sendable {
  private let waits = Mutex<[Duration]>([])
  let start = Date(timeIntervalSince1970: 1_700_000_000)

  var asked: [Duration] { waits.withLock { $0 } }
  var clock: ExecutionClock {
    ExecutionClock(now: { [start] in start }, sleep: { [self] wait in waits.withLock { $0.append(wait) } })
  }
}

/// Responds to the first `count` requests with `status`, to the others with 200.
func failing(_ count: Int, _ status: String, headers: [String] = []) throws -> AnsweringServer {
  let left = Mutex(count)
  return try AnsweringServer { _ in
    let fails = left.withLock { left in
      left -= 1
      return left >= 0
    }
    return fails ? Answer.text("busy", status: status, headers: headers) : Answer.text("done")
  }
}

@Suite("Validators and retries")
struct RetryTests {
  @Test("No retry starts after the total time, not even one delayed by the server")
  func totalTime() async throws {
    for (headers, attempts) in [([String](), 4), (["Retry-After: 30"], 1)] {
      let server = try failing(9, "503 Busy", headers: headers)
      defer { server.stop() }
      let waited = Mutex(Duration.zero)
      let start = Date(timeIntervalSince1970: 1_700_000_000)
      let clock = ExecutionClock(
        now: { start.addingTimeInterval(waited.withLock { Double($0.components.seconds) }) },
        sleep: { wait in waited.withLock { $0 += wait } })
      let exchange = await Client().exchange(for: try Request.with { $0.host = server.url }) {
        $0.clock = clock
        $0.retry = RetryPolicy(
          maximum: 9, strategy: .after(.seconds(10)), statuses: [503: .after(.seconds(10))], totalTime: .seconds(25))
      }
      #expect(exchange.attempts == attempts, "\(headers)")
    }
  }

  @Test("N30: validators run in order, and may replace the response, fail it or ask for a retry")
  func validators() async throws {
    let server = try AnsweringServer { _ in Answer.text("hello") }
    let client = Client()
    let request = makeRequest(server.url)
    let response = try await client.response(for: request) { config in
      config.validators = [
        Validator { response, _ in
          var other = response
          other.head.headers.append("X-Seen", "1")
          return .next(with: other)
        },
        Validator { response, _ in response.headers["X-Seen"] == "1" ? .next : .fail(response.statusError) },
      ]
    }
    #expect(response.headers["X-Seen"] == "1")
    let error = await #expect(throws: NetworkError.self) {
      try await client.response(for: request) {
        $0.validators = [Validator { _, _ in .fail(NetworkError(.status, "no")) }]
      }
    }
    #expect(error?.message == "no")
    let tries = Mutex(0)
    _ = try await client.response(for: request) { config in
      config.retry = RetryPolicy(maximum: 5)
      config.validators = [
        Validator { _, attempt in
          tries.withLock { $0 = attempt }
          return attempt < 3 ? .retry(.immediately) : .next
        }
      ]
    }
    #expect(tries.withLock { $0 } == 3)
  }

  @Test("N31: a validator repeats a POST only if the policy includes unsafe methods")
  func unsafeValidator() async {
    let request = makeRequest("http://h/", .post, body: .bytes([1]))
    for (isAllowed, attempts) in [(false, 1), (true, 2)] {
      let transport = StubTransport([Stub(reply: .respond(.ok, "busy"))])
      var category: NetworkError.Category?
      do throws(NetworkError) {
        _ = try await Client(transport: transport).response(for: request) {
          $0.retry = RetryPolicy(maximum: 1, includesUnsafeMethods: isAllowed)
          $0.validators = [Validator { _, attempt in attempt < 2 ? .retry(.immediately) : .next }]
        }
      } catch {
        category = error.category
      }
      #expect(transport.requests.count == attempts)
      #expect(category == (isAllowed ? nil : .retriesExhausted))
    }
  }

  /// A client whose first `count` transfers fail with this category.
  private func unreached(_ count: Int, _ category: NetworkError.Category) -> (client: Client, transport: StubTransport)
  {
    let failures = (0..<count).map { _ in Stub.Reply.failure(NetworkError(category, "down")) }
    let transport = StubTransport([Stub(reply: .sequence(failures + [.respond(.ok, "up")]))])
    return (Client(transport: transport), transport)
  }

  @Test(
    "N32: a policy waits until the server can be reached, with any method, and counts no retry for it",
    arguments: [NetworkError.Category.connect, .resolve, .connectTimeout])
  func connectionWait(category: NetworkError.Category) async throws {
    let (client, transport) = unreached(5, category)
    let clock = TestClock()
    let response = try await client.response(for: makeRequest("http://h/", .post, body: .bytes([1]))) {
      $0.clock = clock.clock
      $0.retry.connectionWait = .seconds(60)
    }
    #expect(response.text() == "up")
    #expect(response.exchange.attempts == 6 && transport.requests.count == 6)
    #expect(clock.asked == [250, 500, 1000, 2000, 4000].map { Duration.milliseconds($0) })
    #expect(response.exchange.hops.map(\.cause) == [.initial] + (1...5).map { .retry(attempt: $0) })
  }

  @Test("N32: a wait for a connection ends at its limit, with the last failure and the number of attempts")
  func connectionLimit() async throws {
    let (client, _) = unreached(99, .connect)
    let clock = TestClock()
    let error = await #expect(throws: NetworkError.self) {
      try await client.response(for: makeRequest("http://h/")) {
        $0.clock = clock.clock
        $0.retry.connectionWait = .seconds(3)
      }
    }
    #expect(error?.category == .connect && error?.message == "down (5 attempts)")
    #expect(clock.asked == [250, 500, 1000, 1250].map { Duration.milliseconds($0) })
  }

  @Test("N32: a failure after connecting, or no wait in the policy, is not waited for")
  func noConnectionWait() async throws {
    for (category, wait) in [(NetworkError.Category.truncated, Duration.seconds(60)), (.tls, .seconds(60))] {
      let (client, transport) = unreached(9, category)
      await #expect(throws: NetworkError.self) {
        try await client.response(for: makeRequest("http://h/")) { $0.retry.connectionWait = wait }
      }
      #expect(transport.requests.count == 1)
    }
    let (client, transport) = unreached(9, .connect)
    await #expect(throws: NetworkError.self) { try await client.response(for: makeRequest("http://h/")) }
    #expect(transport.requests.count == 1)
  }

  @Test("N53: transformers run before validators")
  func transformers() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "418 Teapot") }
    let response = try await Client().response(for: makeRequest(server.url)) { config in
      config.transformers = [
        { response in
          var other = response
          other.head.status = .ok
          return other
        }
      ]
      config.validators = [.status()]
    }
    #expect(response.status == .ok)
  }

  @Test("N31: the delays of each strategy")
  func delays() {
    func delays(_ strategy: RetryPolicy.Strategy, random: Double = 0) -> [Duration] {
      (1...5).map { strategy.delay($0, random: random) }
    }
    #expect(delays(.immediately) == Array(repeating: .zero, count: 5))
    #expect(delays(.after(.seconds(2))) == Array(repeating: .seconds(2), count: 5))
    #expect(
      delays(.exponential(base: .seconds(1), cap: .seconds(5), jitter: 0.5))
        == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    #expect(
      delays(.exponential(base: .seconds(1), cap: .seconds(5), jitter: 0.5), random: 1)
        == [.milliseconds(500), .seconds(1), .seconds(2), .milliseconds(2500), .milliseconds(2500)])
    #expect(
      delays(.fibonacci(unit: .seconds(1), cap: .seconds(4)))
        == [.seconds(1), .seconds(1), .seconds(2), .seconds(3), .seconds(4)])
    #expect(
      RetryPolicy.Strategy.exponential(base: .seconds(1), cap: .seconds(9)).delay(10_000, random: 0) == .seconds(9))
  }

  @Test("N31: Retry-After is honoured in seconds and as a date; too long a wait means no retry")
  func retryAfter() async throws {
    let clock = TestClock()
    for (value, expected) in [("7", Duration.seconds(7)), ("Tue, 14 Nov 2023 22:13:30 GMT", .seconds(10))] {
      let server = try failing(1, "429 Slow Down", headers: ["Retry-After: \(value)"])
      _ = try await Client().response(for: makeRequest(server.url)) {
        $0.clock = clock.clock
        $0.retry = .standard
      }
      #expect(clock.asked.last == expected)
    }
    let server = try failing(1, "503 Busy", headers: ["Retry-After: 3600"])
    let response = try await Client().response(for: makeRequest(server.url)) {
      $0.clock = clock.clock
      $0.retry = .standard
    }
    #expect(response.status == .serviceUnavailable)
    #expect(server.requests.count == 1)
  }

  @Test("N31 N32: only idempotent methods are retried by default; a failed connection always is")
  func methods() async throws {
    let clock = TestClock()
    let client = Client()
    let server = try failing(1, "503 Busy")
    let post = makeRequest(server.url, .post, body: .bytes([1]))
    let refused = try await client.response(for: post) {
      $0.retry = .standard
      $0.clock = clock.clock
    }
    #expect(refused.status == .serviceUnavailable)
    let again = try failing(1, "503 Busy")
    let allowed = try await client.response(for: makeRequest(again.url, .post, body: .bytes([1]))) {
      $0.retry = .standard
      $0.retry.includesUnsafeMethods = true
      $0.clock = clock.clock
    }
    #expect(allowed.status == .ok)
    #expect(again.requests.map(\.body) == [[1], [1]])
    let port = try RawServer.refusedPort()
    let exchange = await client.exchange(for: makeRequest("http://127.0.0.1:\(port)/", .post)) {
      $0.retry = .standard
      $0.clock = clock.clock
    }
    #expect(exchange.attempts == 4)
    #expect(exchange.failure?.category == .connect)
  }

  @Test("N34: when retries run out, the last response is returned, with every attempt in the exchange")
  func exhausted() async throws {
    let clock = TestClock()
    let server = try failing(99, "503 Busy")
    let response = try await Client().response(for: makeRequest(server.url)) {
      $0.retry = .standard
      $0.clock = clock.clock
    }
    #expect(response.status == .serviceUnavailable)
    #expect(response.exchange.attempts == 4)
    #expect(
      response.exchange.hops.map(\.cause) == [.initial, .retry(attempt: 1), .retry(attempt: 2), .retry(attempt: 3)])
    let error = await #expect(throws: NetworkError.self) {
      try await Client().response(for: makeRequest(server.url)) {
        $0.retry = RetryPolicy(maximum: 2)
        $0.validators = [Validator { _, _ in .retry(.immediately) }]
      }
    }
    #expect(error?.category == .retriesExhausted)
    #expect(error?.message == "Gave up after 3 attempts")
    #expect(error?.response?.status == .serviceUnavailable)
  }

  @Test("N31: another request or a task can precede a retry, and its result decides")
  func first() async throws {
    let server = try AnsweringServer { request in
      Answer.text("", status: request.target == "/locked" ? "423 Locked" : "200 OK")
    }
    let unlock = makeRequest(server.url + "/unlock")
    let client = Client()
    let statuses: [Int: RetryPolicy.Strategy] = [423: .afterRequest(unlock)]
    _ = try await client.response(for: makeRequest(server.url + "/locked")) {
      $0.retry = RetryPolicy(maximum: 1, statuses: statuses)
    }
    #expect(server.requests.map(\.target) == ["/locked", "/unlock", "/locked"])
    let unwilling: [Int: RetryPolicy.Strategy] = [423: .afterRequest(unlock, thenIf: { _ in false })]
    _ = try await client.response(for: makeRequest(server.url + "/locked")) {
      $0.retry = RetryPolicy(maximum: 1, statuses: unwilling)
    }
    #expect(server.requests.count == 5)
    let ran = Mutex(false)
    _ = try await client.response(for: makeRequest(server.url + "/locked")) {
      $0.retry = RetryPolicy(maximum: 1, statuses: [423: .afterTask { _ in ran.withLock { $0 = true } }])
    }
    #expect(ran.withLock { $0 })
  }

  @Test("N33: a request made for a retry is never retried itself")
  func guardAgainstLoops() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "503 Busy") }
    let policy = Mutex(RetryPolicy.never)
    let request = makeRequest(server.url)
    policy.withLock { $0 = RetryPolicy(maximum: 1, statuses: [503: .afterRequest(request)]) }
    var client = Client()
    client.execution.retry = policy.withLock { $0 }
    _ = try await client.response(for: request)
    // Exactly the request, the one made for its retry, and the retry.
    #expect(server.requests.count == 3)
  }

  @Test("N19: the limit for a call covers the caller's closures, even those that ignore their cancellation")
  func closures() async throws {
    let server = try AnsweringServer { _ in Answer.text("", status: "401 Unauthorized") }
    let never = Gate()
    let logOuts = Mutex(0)
    let steps: [@Sendable (inout ExecutionConfig) -> Void] = [
      { $0.tokenProvider = TokenProvider(token: { await Self.waiting(for: never) }) },
      {
        $0.tokenProvider = TokenProvider(
          token: { "t" },
          refresh: { _ in
            await never.opened()
            return true
          })
        $0.onUnauthorized = { _ in logOuts.withLock { $0 += 1 } }
      },
      { $0.validators.append(Validator { _, _ in await Self.waiting(for: never) == nil ? .next : .next }) },
      { $0.retry = RetryPolicy(maximum: 1, statuses: [401: .afterTask { _ in await never.opened() }]) },
    ]
    for step in steps {
      let exchange = await Client().exchange(for: makeRequest(server.url)) { config in
        step(&config)
        // The answer comes within it, also on a busy machine.
        config.timeout = .seconds(2)
      }
      #expect(exchange.failure?.category == .totalTimeout)
    }
    let request = try Request.with(RequestConfig(url: server.url)) {
      $0.modifiers.append { _ in await never.opened() }
    }
    let modified = await Client().exchange(for: request) { $0.timeout = .milliseconds(1) }
    #expect(modified.failure?.category == .totalTimeout && modified.hops.isEmpty)
    #expect(logOuts.withLock { $0 } == 0)
    never.open()
  }

  private static func waiting(for gate: Gate) async -> String? {
    await gate.opened()
    return nil
  }

  @Test("N19: the limit for a call covers its retries")
  func limit() async throws {
    let server = try failing(99, "503 Busy")
    let response = try await Client().response(for: makeRequest(server.url)) {
      $0.retry = RetryPolicy(maximum: 5, statuses: [503: .after(.seconds(100))], longestWait: .seconds(1000))
      $0.timeout = .seconds(50)
    }
    #expect(response.exchange.attempts == 1)
    #expect(response.status == .serviceUnavailable)
  }
}
