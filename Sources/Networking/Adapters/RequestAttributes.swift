#if Metrics || Tracing
import Basics
import HTTPModel

/// The attributes of a request for metrics and spans, by the conventions of OpenTelemetry.
struct RequestAttributes {
  /// Other methods are `_OTHER`, so that the values of a dimension are few.
  private static let methods: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE",
  ]

  let method: String
  let host: String
  let port: Int?

  init(_ request: Request) {
    let (url, name) = (URLParts(request.url), request.method.rawValue)
    method = Self.methods.contains(name) ? name : "_OTHER"
    host = url.host?.asciiLowercased ?? ""
    port = url.port
  }

  var dimensions: [(String, String)] {
    [("http.request.method", method), ("server.address", host)] + (port.map { [("server.port", "\($0)")] } ?? [])
  }

  /// The category of a failure, or a status of 400 or above.
  static func error(of result: TransportResult) -> String? {
    if let failure = result.failure { return failure.category.rawValue }
    return result.hop.response.flatMap { $0.status.code >= 400 ? "\($0.status.code)" : nil }
  }

  static func dimensions(of result: TransportResult) -> [(String, String)] {
    let status = result.hop.response.map { [("http.response.status_code", "\($0.status.code)")] } ?? []
    return status + (error(of: result).map { [("error.type", $0)] } ?? [])
  }
}
#endif
