import Basics
import HTTPTypes

/// An answer: the request that it belongs to, its head and body, and the whole exchange that led to it.
public struct Response: Equatable, Sendable {
  /// As the caller made it, before the client's settings and modifiers.
  public var request: Request
  /// Every hop on the way to this answer.
  public var exchange: Exchange
  /// The head of the last hop.
  public var head: ResponseHead
  /// Decompressed; in memory or in a temporary file, whole when `response(for:)` returns.
  public var body: ByteStore

  /// A response made by hand, for tests.
  public init(request: Request, exchange: Exchange, head: ResponseHead, body: ByteStore) {
    self.request = request
    self.exchange = exchange
    self.head = head
    self.body = body
  }

  /// Typed and comparable: `response.status == .notFound`; `status.kind` tells success from error.
  public var status: HTTPResponse.Status { head.status }
  /// In the server's order and spelling.
  public var headers: Headers { head.headers }
  /// Where the answer came from, after redirects.
  public var finalURL: String { exchange.finalURL ?? request.url }
  /// Whether the body came from `ExecutionConfig.cache`.
  public var isFromCache: Bool { exchange.isFromCache }
  /// Timing of the last hop; `exchange.duration` is the whole call.
  public var timing: Timing? { exchange.hops.last?.timing }
  /// The connection of the last hop; `nil` for an answer from the cache.
  public var connection: Connection? { exchange.hops.last?.connection }
}
