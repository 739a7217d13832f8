#if Tracing
import HTTPModel
public import Tracing

extension TransferTracer {
  /// Makes a span of each transfer with swift-distributed-tracing, by the conventions of OpenTelemetry, and sends its
  /// context in the way of the tracer, such as `traceparent`. The parent is the span of the task that calls.
  /// - Parameter tracer: `nil` uses the one of `InstrumentationSystem`.
  public static func spans(_ tracer: (any Tracer)? = nil) -> TransferTracer {
    TransferTracer { request, count, headers in
      let redaction = Redaction.standard
      let tracer = tracer ?? InstrumentationSystem.tracer
      let attributes = RequestAttributes(request)
      let isKnown = attributes.method == request.method.rawValue
      let span = tracer.startSpan(isKnown ? attributes.method : "HTTP", ofKind: .client)
      var all: SpanAttributes = [:]
      all["http.request.method"] = attributes.method
      if !isKnown { all["http.request.method_original"] = redaction.masked(text: request.method.rawValue) }
      all["url.full"] = redaction.masked(url: request.url)
      all["server.address"] = attributes.host
      all["server.port"] = attributes.port
      if count > 0 { all["http.request.resend_count"] = count }
      span.attributes = all
      tracer.inject(span.context, into: &headers, using: HeaderInjector())
      return { end(span, result: $0) }
    }
  }

  private static func end(_ span: any Span, result: TransportResult) {
    var all = span.attributes
    all["http.response.status_code"] = result.hop.response?.status.code
    all["network.protocol.version"] = result.hop.connection?.httpVersion
    all["error.type"] = RequestAttributes.error(of: result)
    span.attributes = all
    if let failure = result.failure { span.recordError(failure) }
    if RequestAttributes.error(of: result) != nil {
      span.setStatus(SpanStatus(code: .error, message: result.failure?.message))
    }
    span.end()
  }
}

private struct HeaderInjector: Injector {
  func inject(_ value: String, forKey key: String, into headers: inout Headers) { headers.set(key, value) }
}
#else
import HTTPModel

extension TransferTracer {
  /// Explains how to get it.
  @available(*, unavailable, message: "enable the trait Tracing of the package apus")
  public static func spans() -> TransferTracer { TransferTracer { _, _, _ in { _ in } } }
}
#endif
