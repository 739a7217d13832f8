import Basics
import HTTPModel
import HTTPTypes

/// The settings of a gRPC call.
package struct GRPCConfig: Hashable, Sendable {
  /// The transport protocol of the messages.
  package enum Carrier: Hashable, Sendable {
    /// gRPC over HTTP/2, for every kind of call.
    case http2
    /// gRPC-Web over any HTTP version: one or several messages, then the answer. `asText` sends Base64, which every
    /// proxy passes.
    case web(asText: Bool)
  }

  /// The transport protocol. Default HTTP/2.
  package var carrier = Carrier.http2
  /// If true, messages are sent compressed with gzip. Default false; compressed answers are always accepted.
  package var compresses = false
  /// The largest message in bytes, decompressed; a larger one ends the call. Default 64 MB.
  package var maximumMessageSize = TransferOptions.defaultMaximumMessageSize
  /// The maximum size of all messages together, in bytes, because they are kept. Default 1 GB.
  package var maximumTotalSize = TransferOptions.defaultMaximumBodySize
  /// Messages above this many bytes move to a temporary file.
  package var spillThreshold = 64 << 20
  /// The time limit of the call, which is also sent to the server. Default no limit.
  package var deadline: Duration?

  /// The defaults.
  package init() {}
}

/// A call as an HTTP request (gRPC's PROTOCOL-HTTP2.md, "Requests").
enum GRPCRequest {
  static let contentType = "application/grpc"

  static func request(_ asked: Request, _ config: GRPCConfig, _ body: Request.Body) -> Request {
    var request = asked
    request.method = .post
    request.body = body
    request.parts = nil
    request.options.httpVersion = nil
    request.options.decompresses = false
    // gRPC compresses each message on its own.
    request.options.compressesBody = false
    // A call never follows redirects; the limits apply to its messages.
    request.options.redirects = TransferOptions.RedirectPolicy(follows: false)
    request.options.maximumBodySize = 0
    request.options.totalTimeout = nil
    var headers = request.headers
    let type = headers["Content-Type"].map(GRPCRequest.subtype) ?? ""
    switch config.carrier {
    case .http2:
      headers.set("Content-Type", contentType + type)
      headers.set("TE", "trailers")
    case .web(let asText):
      // The spelling of the browser clients: some servers recognize text by exactly this name.
      let name = contentType + (asText ? "-web-text" + type : "-web" + (type.isEmpty ? "+proto" : type))
      headers.set("Content-Type", name)
      if headers["Accept"] == nil { headers.set("Accept", name) }
      headers.set("X-Grpc-Web", "1")
    }
    if headers["grpc-accept-encoding"] == nil { headers.set("grpc-accept-encoding", GRPCCoding.accepted) }
    if config.compresses { headers.set("grpc-encoding", "gzip") }
    if let deadline = config.deadline, headers["grpc-timeout"] == nil {
      headers.set("grpc-timeout", GRPCTimeout.text(deadline))
    }
    request.headers = headers
    return request
  }

  /// The codec in a content type, such as `+json`; empty for none.
  private static func subtype(_ type: String) -> String {
    let lower = type.asciiLowercased
    guard lower.hasPrefix(contentType), let plus = type.lastIndex(of: "+") else { return "" }
    return String(type[plus...])
  }

  /// True if the response is gRPC.
  static func isGRPC(_ head: ResponseHead) -> Bool { head.headers.areOfCall }
}

extension Request {
  /// A copy of the request for another method: `/pkg.Service/Method`.
  package func calling(_ method: String) -> Request {
    var request = self
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let own = GRPCURL.methodPath(of: url)
    request.url = (address.hasSuffix(own) ? address.dropLast(own.count) : address) + method
    return request
  }
}

/// `grpc-timeout`: at most eight digits and a unit (gRPC's PROTOCOL-HTTP2.md).
enum GRPCTimeout {
  private static let units: [(Character, Duration)] = [
    ("n", .nanoseconds(1)), ("u", .microseconds(1)), ("m", .milliseconds(1)), ("S", .seconds(1)), ("M", .seconds(60)),
    ("H", .seconds(3600)),
  ]

  /// Rounded up to the smallest unit that fits.
  static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    if seconds < 90 {
      let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      if nanoseconds < 100_000_000 { return "\(nanoseconds)n" }
      let microseconds = (nanoseconds + 999) / 1000
      if microseconds < 100_000_000 { return "\(microseconds)u" }
    }
    if seconds < 99_999 { return "\(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)m" }
    if seconds < 99_999_999 { return "\(seconds + 1)S" }
    return "\(min(99_999_999, seconds / 3600 + 1))H"
  }

  /// `nil` for invalid text.
  static func duration(_ text: String) -> Duration? {
    guard let unit = text.last, let known = units.first(where: { $0.0 == unit })?.1 else { return nil }
    let digits = text.dropLast()
    guard (1...8).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit), let count = Int(digits) else {
      return nil
    }
    return known * count
  }
}
