import InMemoryLogging
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import Networking
import Testing
import Tracing

@Suite("Adapters")
struct AdapterTests {
  private let stub = StubTransport { request, _ in
    Stub.Response(status: request.url.hasSuffix("/missing") ? .notFound : .ok, body: Array("hello".utf8))
  }

  private func request(_ url: String) throws -> Request { try Request.with(RequestConfig(url: url)) }

  @Test("The entries of a logger go to swift-log, failures as warnings")
  func logging() async throws {
    let handler = InMemoryLogHandler()
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = .trace
    var client = Client(transport: stub)
    client.execution.log(RequestLogger(to: logger))
    _ = try await client.response(for: request("http://h.test/a?token=secret"))
    #expect(handler.entries.map(\.level) == [.debug, .debug])
    let texts = handler.entries.map { "\($0.message)" }
    #expect(texts.first?.hasPrefix("→ GET http://h.test/a") == true && texts.last?.hasPrefix("← 200") == true)
    #expect(!texts.joined().contains("secret"))
    #expect(Set(handler.entries.compactMap { $0.metadata["http.call"]?.description }).count == 1)
    handler.clear()
    let failing = client
    let lost = try request("http://h.test/")
    await failing.shutdown()
    await #expect(throws: NetworkError.self) { _ = try await failing.response(for: lost) }
    #expect(handler.entries.map(\.level) == [.warning])
  }

  @Test("Each transfer is measured with its attributes")
  func metrics() async throws {
    let factory = TestMetrics()
    var client = Client(transport: stub)
    client.execution.tracers = [.metrics(factory)]
    for path in ["a", "a", "missing"] { _ = try await client.response(for: request("https://H.test/" + path)) }
    let start = [("http.request.method", "GET"), ("server.address", "h.test"), ("server.port", "443")]
    let good = start + [("http.response.status_code", "200")]
    let bad = start + [("http.response.status_code", "404"), ("error.type", "404")]
    #expect(try factory.expectTimer("http.client.request.duration", good).values.count == 2)
    #expect(try factory.expectTimer("http.client.request.duration", bad).values.count == 1)
    #expect(try factory.expectRecorder("http.client.response.body.size", good).values.count == 2)
    #expect(try factory.expectMeter("http.client.active_requests", start).lastValue == 0)
  }

  @Test("Each transfer is a span below that of the task, and sends its context")
  func tracing() async throws {
    let tracer = InMemoryTracer()
    var client = Client(transport: stub)
    client.execution.tracers = [.spans(tracer)]
    let ready = client
    let missing = try request("http://h.test:8080/missing?token=secret")
    try await tracer.withSpan("handler") { _ in _ = try await ready.response(for: missing) }
    let spans = tracer.finishedSpans
    let span = try #require(spans.first)
    #expect(spans.map(\.operationName) == ["GET", "handler"])
    #expect(span.spanContext.parentSpanID == spans.last?.spanContext.spanID)
    #expect(span.kind == .client && span.status?.code == .error)
    #expect(span.attributes.get("http.request.method") == "GET" && span.attributes.get("server.port") == .int64(8080))
    #expect(span.attributes.get("http.response.status_code") == .int64(404))
    #expect(span.attributes.get("error.type") == "404")
    #expect(span.attributes.get("url.full").map { "\($0)".contains("secret") } == false)
    let sent = try #require(stub.requests.last?.headers)
    #expect(sent[InMemoryTracer.spanIDKey] == span.spanContext.spanID)
  }
}
