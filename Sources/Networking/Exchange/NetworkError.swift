import Basics

/// Why an exchange has no usable response.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for use in a `switch`.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The URL cannot be requested.
    case url
    /// The request could not be encoded.
    case encoding
    /// The host name could not be resolved.
    case resolve
    /// No connection to the host.
    case connect
    /// The TLS handshake failed; see `trustFault` and `identityFault`.
    case tls
    /// The task or the handle was cancelled.
    case cancelled
    /// More redirects than the policy allows, or one that a closure refused.
    case tooManyRedirects
    /// A validator or `validate()` rejected the status.
    case status
    /// The body could not be decoded as the expected type.
    case decoding
    /// The token was rejected, even after a refresh, or a login failed.
    case unauthorized
    /// A CDN or firewall refused the request (`ExecutionConfig.detectsBlocks`).
    case blocked
    /// The response still called for a retry when none was left; it is in `response`.
    case retriesExhausted
    /// The transport does not support what the request needs.
    case unsupported
    /// A redirect would have sent a secret to another origin.
    case refusedRedirect
    /// No connection within `connectTimeout`.
    case connectTimeout
    /// No byte in either direction within `idleTimeout`.
    case idleTimeout
    /// The limit of the hop (`totalTimeout`) or of the call (`ExecutionConfig.timeout`) was reached.
    case totalTimeout
    /// The server did not speak HTTP, or violated the protocol.
    case malformed
    /// The server closed the connection early.
    case truncated
    /// The body exceeded `TransferOptions.maximumBodySize`.
    case bodyTooLarge
    /// The response body could not be stored, or the request body could not be read.
    case storage
    /// The proxy could not be resolved, cannot be used, or refused the connection.
    case proxy
    /// Anything else, as described by `message` and `detail`.
    case other
  }

  /// The kind of failure.
  public var category: Category
  /// One line: what failed, with the address or name concerned.
  public var message: String
  /// The transport's own message, if it has one.
  public var detail: String?
  @Indirect private var context: Context

  private struct Context: Sendable {
    var request: Request?
    var head: ResponseHead?
    var response: Response?
    var underlying: (any Error)?
  }

  /// An error from a custom transport, validator or modifier. `underlying` is the error that led to this one.
  public init(
    _ category: Category, _ message: String, detail: String? = nil, request: Request? = nil,
    response: Response? = nil, underlying: (any Error)? = nil
  ) {
    self.init(
      category, message, detail: detail, request: request, head: response?.head, response: response,
      underlying: underlying)
  }

  init(
    _ category: Category, _ message: String, detail: String? = nil, request: Request? = nil, head: ResponseHead?,
    response: Response? = nil, underlying: (any Error)? = nil
  ) {
    self.category = category
    self.message = message
    self.detail = detail
    context = Context(request: request, head: head, response: response, underlying: underlying)
  }

  /// The failed request, before the client's settings and modifiers. Its headers may hold credentials: log its
  /// `summary`.
  public var request: Request? {
    get { context.request }
    set { context.request = newValue }
  }

  /// The response with its body, as far as it had arrived; `nil` if there was no head.
  public var response: Response? {
    get { context.response }
    set {
      context.response = newValue
      context.head = newValue?.head ?? context.head
    }
  }

  /// The head of `response`; a transport knows no more of it.
  public var head: ResponseHead? {
    get { context.head }
    set { context.head = newValue }
  }

  /// The error that a modifier, token provider, validator, body stream, closure or coder threw, as it was thrown.
  public var underlying: (any Error)? {
    get { context.underlying }
    set { context.underlying = newValue }
  }

  /// Whether a proxy failed or could not be reached.
  package var isOfProxy: Bool { category == .proxy || category == .connect && message.hasPrefix(Self.proxyUnreached) }

  static let cancelled = NetworkError(.cancelled, "The request was cancelled")
  static let proxyUnreached = "Could not connect to the proxy"

  /// The message, followed by the detail.
  public var description: String {
    detail.map { "\(message): \($0)" } ?? message
  }
}

extension NetworkError {
  /// Whether both are the same failure of the same request. Bodies and underlying errors are not compared.
  public static func == (left: NetworkError, right: NetworkError) -> Bool {
    left.category == right.category && left.message == right.message && left.detail == right.detail
      && left.request?.summary == right.request?.summary && left.head == right.head
  }

  /// Hashes what the error says.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(category)
    hasher.combine(message)
    hasher.combine(detail)
  }
}
