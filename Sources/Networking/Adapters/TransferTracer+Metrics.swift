#if Metrics
import Basics
import HTTPModel
public import Metrics

extension TransferTracer {
  /// Measures each transfer with swift-metrics, by the conventions of OpenTelemetry:
  ///
  /// | | |
  /// |---|---|
  /// | `http.client.request.duration` | a timer |
  /// | `http.client.active_requests` | a meter |
  /// | `http.client.request.body.size`, `http.client.response.body.size` | recorders, in bytes on the wire |
  ///
  /// The dimensions are `http.request.method`, `server.address` and `server.port`; at the end of a transfer also
  /// `http.response.status_code` and, for failures and a status of 400 or above, `error.type`.
  /// - Parameter factory: `nil` uses the one of `MetricsSystem`.
  public static func metrics(_ factory: (any MetricsFactory)? = nil) -> TransferTracer {
    TransferTracer { request, _, _ in
      let factory = factory ?? MetricsSystem.factory
      let dimensions = RequestAttributes(request).dimensions
      let active = Meter(label: "http.client.active_requests", dimensions: dimensions, factory: factory)
      active.increment()
      return { result in
        active.decrement()
        let dimensions = dimensions + RequestAttributes.dimensions(of: result)
        func record(_ label: String, _ size: Int) {
          Recorder(label: label, dimensions: dimensions, aggregate: true, factory: factory).record(size)
        }
        Timer(label: "http.client.request.duration", dimensions: dimensions, factory: factory)
          .recordNanoseconds(result.hop.timing.total.wholeNanoseconds)
        record("http.client.request.body.size", result.hop.sizes.requestBody)
        record("http.client.response.body.size", result.hop.sizes.responseBodyOnWire)
      }
    }
  }
}
#else
import HTTPModel

extension TransferTracer {
  /// Explains how to get it.
  @available(*, unavailable, message: "enable the trait Metrics of the package apus")
  public static func metrics() -> TransferTracer { TransferTracer { _, _, _ in { _ in } } }
}
#endif
