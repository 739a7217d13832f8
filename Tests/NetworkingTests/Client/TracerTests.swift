import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Tracers")
struct TracerTests {
  private static let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

  @Test("Each transfer is sent with a span of its own in the trace of the caller")
  func propagated() async throws {
    let server = try AnsweringServer { request in
      request.target == "/" ? Answer.redirect(302, to: "/b") : Answer.text("")
    }
    let context = try #require(TraceContext(traceparent: Self.parent, tracestate: "vendor=1"))
    let request = makeRequest(server.url + "/", headers: ["traceparent": "old"])
    _ = try await Client().response(for: request) { config in
      config.tracers = [.propagating(traceparent: context.traceparent, tracestate: "vendor=1")]
    }
    let sent = server.requests.compactMap { TraceContext(traceparent: $0["traceparent"], tracestate: $0["tracestate"]) }
    #expect(sent.count == 2 && server.requests.allSatisfy { $0.values("traceparent").count == 1 })
    #expect(sent.allSatisfy { $0.traceID == context.traceID && $0.isSampled && $0.state == "vendor=1" })
    #expect(Set(sent.map(\.spanID) + [context.spanID]).count == 3)
  }

  @Test("A tracer gets each transfer with its number and result; a header that cannot be sent is left out")
  func transfers() async throws {
    let count = Mutex(0)
    let server = try RawServer { connection in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      guard connection.readRequest() != nil, !isFirst else { return }
      try connection.write(Answer.text("", status: "404 Not Found"))
    }
    let lines = Mutex<[String]>([])
    let tracer = TransferTracer { request, number, headers in
      headers.append("X-Number", "\(number)")
      headers.append("X-Bad", "a\r\nX-Injected: 1")
      lines.withLock { $0.append("\(number) \(request.method.rawValue)") }
      return { result in
        let words = result.failure?.category.rawValue ?? result.hop.response.map { "\($0.status.code)" } ?? ""
        lines.withLock { $0.append("\(number) \(words)") }
      }
    }
    let exchange = await Client().exchange(for: makeRequest(server.url)) {
      $0.tracers = [tracer]
      $0.retry = RetryPolicy(maximum: 1, strategy: .immediately, categories: [.truncated, .connect])
    }
    #expect(exchange.response?.status == .notFound)
    #expect(lines.withLock { $0 } == ["0 GET", "0 truncated", "1 GET", "1 404"])
    let headers = try #require(exchange.request?.headers)
    #expect(headers["X-Number"] == "1" && headers["X-Bad"] == nil && headers["X-Injected"] == nil)
  }

  @Test("A valid traceparent is read, and one of a later version as this version")
  func valid() throws {
    let context = try #require(TraceContext(traceparent: Self.parent))
    #expect(context.traceparent == Self.parent)
    #expect(context.child().traceID == context.traceID && context.child().spanID != context.spanID)
    let later = "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00-more"
    #expect(TraceContext(traceparent: later)?.traceparent == String(Self.parent.dropLast(1)) + "0")
    for _ in 0..<100 {
      let random = TraceContext.random(isSampled: false)
      #expect(TraceContext(traceparent: random.traceparent) == random)
    }
  }

  @Test(
    "An invalid traceparent begins no trace",
    arguments: [
      nil, "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
      "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      "00-00000000000000000000000000000000-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
      "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
      "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01",
      "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
    ])
  func invalid(text: String?) {
    #expect(TraceContext(traceparent: text) == nil)
  }
}
