import Basics
import Foundation
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Stubs and recordings")
struct StubTests {
  private func text(_ stub: StubTransport, _ request: Request) async throws -> String {
    String(decoding: try await Client(transport: stub).response(for: request).body.allBytes, as: UTF8.self)
  }

  @Test("N47: all matchers must match; the first matching stub replies")
  func matching() async throws {
    let stub = StubTransport([
      Stub([.method(.post), .url("http://a.test/x")], reply: .respond(.created, "post")),
      Stub([.url("http://A.test:80/x?b=2&a=1", ignoring: [.queryOrder])], reply: .respond(.ok, "query")),
      Stub([.template("/users/{id}/orders"), .header("X-Key", "k")], reply: .respond(.ok, "template")),
      Stub([try .pattern("/v[0-9]+/")], reply: .respond(.ok, "pattern")),
      Stub([.json(#"{"b":[1,2],"a":"x"}"#)], reply: .respond(.ok, "json")),
      Stub([Stub.Matcher { request, _ in request.url.hasSuffix("!") }], reply: .respond(.ok, "closure")),
    ])
    let key = Headers([Header("x-key", "k")])
    #expect(try await text(stub, makeRequest("http://a.test/x", .post)) == "post")
    #expect(try await text(stub, makeRequest("http://a.test/x?a=1&b=2")) == "query")
    #expect(try await text(stub, makeRequest("http://b.test/users/7/orders", headers: key)) == "template")
    #expect(try await text(stub, makeRequest("http://b.test/v12/")) == "pattern")
    let body = Request.Body.bytes(Array(#" {"a":"x", "b":[1, 2]}"#.utf8))
    #expect(try await text(stub, makeRequest("http://b.test/", .put, body: body)) == "json")
    #expect(try await text(stub, makeRequest("http://b.test/!")) == "closure")
    #expect(stub.requests.count == 6)
    let missed = await Client(transport: stub).exchange(for: makeRequest("http://b.test/users/7/orders"))
    #expect(missed.failure?.message == "No stub matches GET http://b.test/users/7/orders")
    #expect(throws: (any Error).self) { try Stub.Matcher.pattern("(") }
  }

  @Test("N47: replies are fixed, in sequence, dynamic, echoed, failing, delayed or throttled")
  func replies() async throws {
    let clock = TestClock()
    let request = makeRequest("http://a.test/", .post, body: .bytes(Array("body".utf8)))
    func stub(_ reply: Stub.Reply) -> StubTransport {
      StubTransport([Stub(reply: reply)], sleep: clock.clock.sleep)
    }
    let sequence = stub(.sequence([.respond(.ok, "1"), .respond(.ok, "2")]))
    for expected in ["1", "2", "2"] { #expect(try await text(sequence, request) == expected) }
    #expect(try await text(stub(.echo), request) == "body")
    let dynamic = stub(.dynamic { request, body in .respond(.ok, "\(request.method.rawValue) \(body.count)") })
    #expect(try await text(dynamic, request) == "POST 4")
    let failed = await Client(transport: stub(.failure(NetworkError(.tls, "no")))).exchange(for: request)
    #expect(failed.failure?.category == .tls)
    #expect(try await text(stub(.delayed(.seconds(9), .respond(.ok, "late"))), request) == "late")
    #expect(clock.asked == [.seconds(9)])
    let slow = stub(.throttled(bytesPerSecond: 100, .respond(.ok, String(repeating: "a", count: 20))))
    #expect(try await text(slow, request).count == 20)
    #expect(clock.asked.count == 5)
  }

  @Test("N19 N47: the time limits of a call and of its request hold for a delayed stub")
  func limits() async throws {
    let stub = StubTransport([Stub(reply: .delayed(.seconds(600), .respond(.ok, "late")))])
    let limited = makeRequest("http://a.test/", options: makeOptions { $0.totalTimeout = .milliseconds(20) })
    let exchanges = [
      await Client(transport: stub).exchange(for: makeRequest("http://a.test/")) { $0.timeout = .milliseconds(20) },
      await Client(transport: stub).exchange(for: limited),
    ]
    for exchange in exchanges {
      #expect(exchange.failure?.category == .totalTimeout)
      #expect(exchange.failure?.message.hasPrefix("The request to a.test:80 took longer than") == true)
    }
    let waits = Mutex([Duration]())
    let idle = StubTransport([Stub(reply: .delayed(.seconds(600), .respond(.ok, "late")))]) { wait in
      waits.withLock { $0.append(wait) }
    }
    let request = makeRequest("http://a.test/", options: makeOptions { $0.idleTimeout = .seconds(5) })
    let exchange = await Client(transport: idle).exchange(for: request)
    #expect(exchange.failure?.category == .idleTimeout)
    #expect(waits.withLock { $0 } == [.seconds(5)])
  }

  @Test("N47: a stub answers the handshake of a WebSocket, whose messages wait for it")
  func handshake() async throws {
    let client = Client(transport: StubTransport([Stub(reply: .respond(.forbidden))]))
    let error = await #expect(throws: NetworkError.self) { try await client.webSocket(for: "ws://a.test/").send("hi") }
    #expect(error?.message.contains("answered 403") == true)
  }

  @Test("N36 N47: a delayed stub can be cancelled")
  func cancelled() async throws {
    let waiting = Gate()
    let stub = StubTransport([Stub(reply: .delayed(.seconds(3600), .respond()))]) { duration in
      waiting.open()
      try await Task.sleep(for: duration)
    }
    let task = Task { await Client(transport: stub).exchange(for: makeRequest("http://a.test/")) }
    await waiting.opened()
    task.cancel()
    #expect(await task.value.failure?.category == .cancelled)
  }

  @Test("N47: unmatched requests can pass through to a real transport")
  func passing() async throws {
    let server = try AnsweringServer { _ in Answer.text("real") }
    let stub = StubTransport(
      [Stub([.template("/made-up")], reply: .respond(.ok, "stub"))], passingTo: CurlTransport())
    #expect(try await text(stub, makeRequest(server.url + "/made-up")) == "stub")
    #expect(try await text(stub, makeRequest(server.url + "/other")) == "real")
  }

  @Test("N47 N48: recordings can be stored as JSON and replay in order")
  func recording() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return Answer.text("\(request.target) \(number)", headers: ["X-B: 1", "x-b: 2"])
    }
    let recorder = RecordingTransport(CurlTransport())
    let client = Client(transport: recorder)
    let requests = ["/a", "/b", "/a"].map { makeRequest(server.url + $0) }
    for request in requests { _ = try await client.response(for: request) }
    let refused = makeRequest("http://127.0.0.1:\(try RawServer.refusedPort())/")
    _ = await client.exchange(for: refused)
    server.stop()
    let kept = try JSONEncoder().encode(recorder.recordings)
    let replay = StubTransport(replaying: try JSONDecoder().decode([RecordingTransport.Recording].self, from: kept))
    var texts: [String] = []
    for request in requests { texts.append(try await text(replay, request)) }
    #expect(texts == ["/a 1", "/b 2", "/a 3"])
    let again = try await Client(transport: replay).response(for: requests[0])
    #expect(again.headers.fields.map(\.name).prefix(2) == ["X-B", "x-b"])
    #expect(await Client(transport: replay).exchange(for: refused).failure?.category == .connect)
  }
}
