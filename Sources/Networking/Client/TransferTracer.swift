import Basics
public import HTTPModel

/// Follows each transfer of a call from its start to its end. Redirects, retries and challenges that the client answers
/// are transfers of their own; challenges that the transport answers are not.
///
/// The traits `Tracing` and `Metrics` of the package add tracers for swift-distributed-tracing and swift-metrics, the
/// trait `Logging` a `RequestLogger` for swift-log. Without a package, `propagating` sends a `traceparent`.
public struct TransferTracer: Sendable {
  /// Called once, at the end of the transfer, with its result.
  package typealias End = @Sendable (TransportResult) -> Void

  private let start: @Sendable (_ request: Request, _ count: Int, _ headers: inout Headers) -> End

  /// A tracer from a closure, which is called in the task of the call, just before a transfer.
  /// - Parameter start: gets the request, the number of transfers of this call before it, and the headers to send with
  ///   it. They replace those of the request; a header that cannot be sent is left out. Returns the closure to call
  /// with
  ///   the result.
  public init(
    _ start:
      @escaping @Sendable (_ request: Request, _ count: Int, _ headers: inout Headers) ->
      @Sendable (TransportResult) -> Void
  ) {
    self.start = start
  }

  /// Continues the trace of the request that is being served (W3C Trace Context): sends `traceparent` with a span of its
  /// own, and `tracestate` if there is one.
  /// - Parameters:
  ///   - traceparent: the value of that header; a missing or invalid one begins a new trace.
  ///   - tracestate: the value of that header.
  public static func propagating(traceparent: String?, tracestate: String? = nil) -> TransferTracer {
    let context = TraceContext(traceparent: traceparent, tracestate: tracestate) ?? .random()
    return TransferTracer { _, _, headers in
      headers.set("traceparent", context.child().traceparent)
      if let state = context.state { headers.set("tracestate", state) }
      return { _ in }
    }
  }

  /// Starts a transfer, and adds the headers to its request.
  func begin(_ request: inout Request, _ count: Int) -> End {
    var headers = Headers()
    let end = start(request, count, &headers)
    for field in headers.fields {
      var checked = Headers([field])
      // A header that cannot be sent is left out.
      guard (try? checked.check()) != nil else { continue }
      request.headers.set(field.name, field.value)
    }
    return end
  }
}
