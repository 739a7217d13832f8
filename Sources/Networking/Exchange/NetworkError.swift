/// Why an exchange has no answer that can be used.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure: what callers switch over.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    case url, encoding, resolve, connect, tls, cancelled, tooManyRedirects, status, decoding, unauthorized, blocked
    case retriesExhausted, unsupported
    /// A redirect would have taken a secret to another origin.
    case refusedRedirect
    /// The wait was too long; the phase is in the category so that scripts can tell.
    case connectTimeout, idleTimeout, totalTimeout
    /// The server did not speak HTTP, or not as its rules are.
    case malformed
    /// The server closed early.
    case truncated
    /// The body grew beyond `TransferOptions.maximumBodySize`.
    case bodyTooLarge
    /// The body could not be kept or the request body could not be read.
    case storage
    case proxy, other
  }

  public var category: Category
  /// One line: what failed, with the address or the name concerned.
  public var message: String
  /// The transport's own words, where it had any.
  public var detail: String?
  /// The method and URL that failed.
  public var request: String?
  /// The head that had arrived, where one had.
  public var response: ResponseHead?

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
    /// Nobody known vouches for it.
    case authority
    /// It is another host's.
    case host
    /// It is no longer valid, or not yet.
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

  /// What is wrong with the certificate that this side shows, or does not show.
  public enum IdentityFault: Hashable, Sendable {
    /// The server wants one, and there is none for it.
    case wanted
    /// The server does not take the one that it was shown.
    case refused
    /// It cannot be read, or not with this passphrase, or the key is not its own.
    case unusable
  }

  /// Why there is no connection for want of a client certificate; `nil` where something else failed.
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
