import Basics
import HTTPTypes

/// A call as an HTTP request (gRPC's PROTOCOL-HTTP2.md, "Requests").
enum GRPCRequest {
  static let contentType = "application/grpc"

  static func request(_ asked: Request, _ config: GRPCConfig, _ body: RequestBody) -> Request {
    var request = asked
    request.method = .post
    request.body = body
    request.parts = nil
    request.options.httpVersion = nil
    request.options.decompresses = false
    // A call is never sent on to somewhere else; the limits are for its messages.
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
      // As the clients in browsers say it: some servers know text by exactly this name.
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

  /// Whether an answer speaks gRPC.
  static func isGRPC(_ head: ResponseHead) -> Bool { isGRPC(head.headers) }

  fileprivate static func isGRPC(_ headers: Headers) -> Bool {
    (headers["Content-Type"] ?? "").asciiLowercased.hasPrefix(contentType)
  }
}

extension SentRequest {
  /// Whether it was a call of gRPC.
  package var isCall: Bool { GRPCRequest.isGRPC(headers) }
}
