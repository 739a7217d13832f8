/// Why an exchange has no usable answer.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure: what callers switch over.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The URL cannot be requested.
    case url
    /// The request could not be built from its values.
    case encoding
    /// The host has no address.
    case resolve
    /// No connection to the host.
    case connect
    /// The TLS handshake failed; see `trustFault` and `identityFault`.
    case tls
    /// The task or the handle was cancelled.
    case cancelled
    /// More redirects than the policy allows, or one that a closure refused.
    case tooManyRedirects
    /// A validator or `validate()` refused the status.
    case status
    /// The body is not what it was to be decoded as.
    case decoding
    /// The token was refused, also after it was refreshed, or a login failed.
    case unauthorized
    /// A content network refused the request (`ExecutionConfig.detectsBlocks`).
    case blocked
    /// The answer still asked for another retry when none was left; it is in `response`.
    case retriesExhausted
    /// The transport cannot do what the request asks for.
    case unsupported
    /// A redirect would have taken a secret to another origin.
    case refusedRedirect
    /// `connectTimeout` passed before the connection was made.
    case connectTimeout
    /// `idleTimeout` passed without a byte in either direction.
    case idleTimeout
    /// The time for the hop (`totalTimeout`) or for the call (`ExecutionConfig.timeout`) is over.
    case totalTimeout
    /// The server did not speak HTTP, or not as its rules are.
    case malformed
    /// The server closed early.
    case truncated
    /// The body grew beyond `TransferOptions.maximumBodySize`.
    case bodyTooLarge
    /// The body could not be kept or the request body could not be read.
    case storage
    /// The proxy has no address, cannot be used, or refused the connection.
    case proxy
    /// Anything else; `message` and `detail` say what.
    case other
  }

  /// What failed; switch over this.
  public var category: Category
  /// One line: what failed, with the address or the name concerned.
  public var message: String
  /// The transport's own words, where it had any.
  public var detail: String?
  /// The method and URL that failed.
  public var request: String?
  /// The head that had arrived, where one had.
  public var response: ResponseHead?

  /// An error of your own, from a transport, a validator or a modifier.
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

  /// What is wrong with a server's certificate.
  public enum TrustFault: Hashable, Sendable {
    /// No known authority has signed it.
    case authority
    /// It is for another host.
    case host
    /// It has expired or is not valid yet.
    case time
  }

  /// Why the server's certificate was refused, by the words of the TLS library; `nil` where something else failed.
  public var trustFault: TrustFault? {
    guard category == .tls, message.hasSuffix(Self.untrusted) else { return nil }
    let words = detail ?? ""
    if words.contains("subject name") || words.contains("does not match") { return .host }
    return words.contains("expired") || words.contains("not yet valid") ? .time : .authority
  }

  static let untrusted = "is not trusted"

  /// What is wrong with the client certificate.
  public enum IdentityFault: Hashable, Sendable {
    /// The server asks for one, and none is configured for it.
    case wanted
    /// The server rejected it.
    case refused
    /// It cannot be read, the passphrase is wrong, or the key does not belong to it.
    case unusable
  }

  /// Why the client certificate prevented the connection; `nil` where something else failed.
  public var identityFault: IdentityFault? {
    guard category == .tls else { return nil }
    if message.hasSuffix(Self.certificateWanted) { return .wanted }
    if message.utf8.firstRange(of: Self.certificateRefused.utf8) != nil { return .refused }
    return message.hasPrefix(Self.clientCertificate) && message.hasSuffix(Self.certificateUnusable) ? .unusable : nil
  }

  static let certificateWanted = "asks for a client certificate"
  static let certificateRefused = "does not accept the client certificate"
  static let clientCertificate = "The client certificate"
  static let certificateUnusable = "cannot be used"

  /// Whether it is a proxy that failed, or that nobody could reach.
  package var isOfProxy: Bool { category == .proxy || category == .connect && message.hasPrefix(Self.proxyUnreached) }

  static let proxyUnreached = "Could not connect to the proxy"

  public var description: String {
    detail.map { "\(message): \($0)" } ?? message
  }
}
