public import Basics
public import HTTPTypes

/// A response: its request, head and body, and the whole exchange that led to it.
public struct Response: Equatable, Sendable {
  /// The request as passed in, before the client's settings and modifiers.
  public var request: Request
  /// Every hop that led to this response.
  public var exchange: Exchange
  /// The head of the last hop.
  public var head: ResponseHead
  /// Decompressed; in memory or in a temporary file, complete when `response(for:)` returns.
  public var body: ByteStore

  /// A response from its parts, for tests.
  public init(request: Request, exchange: Exchange, head: ResponseHead, body: ByteStore) {
    self.request = request
    self.exchange = exchange
    self.head = head
    self.body = body
  }

  /// Typed and comparable: `response.status == .notFound`; `status.kind` distinguishes success from error.
  public var status: HTTPResponse.Status { head.status }
  /// In the order and spelling of the server.
  public var headers: Headers { head.headers }
  /// The URL of the last hop, after redirects.
  public var finalURL: String { exchange.finalURL ?? request.url }
  /// Whether the body came from `ExecutionConfig.cache`.
  public var isFromCache: Bool { exchange.isFromCache }
  /// Timing of the last hop; `exchange.duration` is the whole call.
  public var timing: Timing? { exchange.hops.last?.timing }
  /// The connection of the last hop; `nil` for a response from the cache.
  public var connection: Connection? { exchange.hops.last?.connection }
}
