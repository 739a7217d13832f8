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
  /// The method and URL of the failed request.
  public var request: String?
  /// The response head, if one had arrived.
  public var response: ResponseHead?

  /// An error from a custom transport, validator or modifier.
  public init(
    _ category: Category, _ message: String, detail: String? = nil, request: String? = nil,
    response: ResponseHead? = nil
  ) {
    self.category = category
    self.message = message
    self.detail = detail
    self.request = request
    self.response = response
  }

  /// Whether a proxy failed or could not be reached.
  package var isOfProxy: Bool { category == .proxy || category == .connect && message.hasPrefix(Self.proxyUnreached) }

  static let proxyUnreached = "Could not connect to the proxy"

  /// The message, followed by the detail.
  public var description: String {
    detail.map { "\(message): \($0)" } ?? message
  }
}
