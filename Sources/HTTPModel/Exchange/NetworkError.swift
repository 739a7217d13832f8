import Basics
import Essentials

/// The reason why an exchange has no usable response. `localizedDescription` says what failed, where, and what to do
/// next.
///
/// Around calls of a client alone, a `catch` in a function needs no cast. Inside a closure Swift infers `any Error`:
/// write `do throws(NetworkError) { … } catch { … }`. If the same `do` builds the request, which throws `RequestError`,
/// write `catch let error as NetworkError`.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, for use in a `switch`.
  public enum Category: String, Hashable, Sendable, CaseIterable {
    /// The URL cannot be requested.
    case url
    /// The request could not be encoded.
    case encoding
    /// The host name could not be resolved.
    case resolve
    /// No connection to the host, or to the proxy that `message` names.
    case connect
    /// The TLS handshake failed; see `trustFault`.
    case tls
    /// The task or the handle was cancelled.
    case cancelled
    /// The client was shut down before the call, or before its end.
    case shutDown
    /// The redirects exceed the policy's limit or form a loop.
    case tooManyRedirects
    /// A validator or `validate()` rejected the response, or it opens no WebSocket or event stream.
    case status
    /// The body could not be decoded as the expected type.
    case decoding
    /// The token was rejected, even after a refresh, or a login failed.
    case unauthorized
    /// A CDN or firewall refused the request (`ExecutionConfig.detectsBlocks`).
    case blocked
    /// The last response still required a retry; it is in `response`.
    case retriesExhausted
    /// The transport lacks a feature that the request needs.
    case unsupported
    /// A redirect would have sent a secret to another origin, or a closure refused it (`RedirectChoice.refuse`).
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
    /// Only the cache may answer (`TransferOptions.CacheMode.only`), and it has no response.
    case notCached
    /// Any other failure, as described by `message` and `detail`.
    case other
  }

  /// The kind of failure.
  public var category: Category
  /// One line that names the failure and the address or name concerned. Credentials in a URL are masked.
  public var message: String
  /// The transport's own message, if it has one. Credentials in a URL are masked.
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

  package init(
    _ category: Category, _ message: String, detail: String? = nil, request: Request? = nil, head: ResponseHead?,
    response: Response? = nil, underlying: (any Error)? = nil
  ) {
    self.category = category
    self.message = Redaction.standard.masked(message: message)
    self.detail = detail.map { Redaction.standard.masked(message: $0) }
    context = Context(request: request, head: head, response: response, underlying: underlying)
  }

  /// The failed request: as sent if its transfer failed, else as passed in. Its parts may contain credentials, which
  /// its `description` masks.
  public var request: Request? {
    get { context.request }
    set { context.request = newValue }
  }

  /// The response with its body, as far as it had arrived; `nil` without a head.
  public var response: Response? {
    get { context.response }
    set {
      context.response = newValue
      context.head = newValue?.head ?? context.head
    }
  }

  /// The head of `response`, which is all that a transport knows of it.
  package var head: ResponseHead? {
    get { context.head }
    set { context.head = newValue }
  }

  /// The original error of a modifier, token provider, validator, body stream, closure or coder.
  public var underlying: (any Error)? {
    get { context.underlying }
    set { context.underlying = newValue }
  }

  /// True if a proxy failed or could not be reached.
  package var isOfProxy: Bool { category == .proxy || category == .connect && message.hasPrefix(Self.proxyUnreached) }

  /// True if a higher limit would not end the redirects.
  package var isRedirectLoop: Bool { category == .tooManyRedirects && message.hasPrefix(Self.endless) }

  /// True if the answer arrived, but its body contradicts its `Content-Encoding`.
  package var isUndecodable: Bool { category == .malformed && message.hasPrefix(Self.undecodable) }

  package static let cancelled = NetworkError(.cancelled, "The request was cancelled")
  package static let shutDown = NetworkError(.shutDown, "The client was shut down")
  package static let proxyUnreached = "Could not connect to the proxy"
  package static let endless = "The redirects loop back"
  package static let undecodable = "The body cannot be decompressed"
  package static let unmatched = "No stub matches"
  package static let unreadable = "cannot be read"
  package static let streamFailed = "The body stream failed"
  package static let unanswered = "closed the connection without a response"

  /// The message, followed by the detail. The credentials of the request are masked, too.
  public var description: String { Redaction.masked(text, about: request) }

  /// `description` for readers that mask the credentials of the request by their own rules.
  package var text: String { detail.map { "\(message): \($0)" } ?? message }
}

extension NetworkError {
  /// True if both are the same failure of the same request. Bodies and underlying errors are not compared.
  public static func == (left: NetworkError, right: NetworkError) -> Bool {
    left.category == right.category && left.message == right.message && left.detail == right.detail
      && left.request?.summary == right.request?.summary && left.head == right.head
  }

  /// Hashes the category and the texts of the error.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(category)
    hasher.combine(message)
    hasher.combine(detail)
  }
}

extension NetworkError {
  /// A fault of a server's certificate.
  public enum TrustFault: Hashable, Sendable {
    /// No trusted authority signed it: it is self-signed, or its authority is unknown.
    case authority
    /// It is for another host.
    case host
    /// It has expired or is not valid yet.
    case time
    /// Its authority revoked it.
    case revoked
    /// The list of revoked certificates is out of date, or from another authority.
    case revocation
    /// Its key or signature can be forged.
    case weak
    /// It differs from the certificate that is trusted for this server.
    case changed
  }

  /// The reason why the server's certificate was rejected, derived from the TLS library's message; `nil` for other
  /// failures.
  public var trustFault: TrustFault? {
    guard category == .tls else { return nil }
    if message.hasSuffix(Self.otherCertificate) { return .changed }
    guard message.utf8.holds(Self.untrusted) else { return nil }
    return CertificateFault(detail ?? "")?.kind ?? .authority
  }

  package static let untrusted = "is not trusted"
  package static let otherCertificate = "is not the one that is trusted for it"

  /// A fault of the client certificate.
  package enum IdentityFault: Hashable, Sendable {
    /// The server requires one, but none is configured for it.
    case wanted
    /// The server rejected it.
    case refused
    /// It cannot be read, the passphrase is wrong, or the key does not match.
    case unusable
  }

  /// The reason why the client certificate prevented the connection; `nil` for other failures.
  package var identityFault: IdentityFault? {
    guard category == .tls else { return nil }
    if message.hasSuffix(Self.certificateWanted) { return .wanted }
    if message.utf8.holds(Self.certificateRefused) { return .refused }
    return message.hasPrefix(Self.clientCertificate) && message.hasSuffix(Self.certificateUnusable) ? .unusable : nil
  }

  package static let certificateWanted = "asks for a client certificate"
  package static let certificateRefused = "does not accept the client certificate"
  static let clientCertificate = "The client certificate"
  package static let certificateUnusable = "cannot be used"

  /// A file used to verify the server's certificate.
  package enum TrustFile: Hashable, Sendable { case authorities, revocations }

  /// The unusable file that prevented the verification of the certificate; `nil` for other failures.
  package var unusableTrustFile: TrustFile? {
    guard category == .tls, message.hasSuffix(Self.certificateUnusable) else { return nil }
    if message.hasPrefix(Self.authorityFile) { return .authorities }
    return message.hasPrefix(Self.revocationFile) ? .revocations : nil
  }

  package static let authorityFile = "The file of trusted certificates"
  package static let revocationFile = "The list of revoked certificates"

  /// A failure to agree on protocol parameters.
  package enum HandshakeFault: String, Hashable, Sendable, CaseIterable {
    /// The server uses another protocol at this port, most often HTTP.
    case noTLS = "it does not speak TLS at this port"
    /// The server rejects all offered versions.
    case versionRefused = "it refuses the versions of TLS that were offered"
    /// The server supports only unsafe versions.
    case oldVersion = "it speaks only old versions of TLS, which are not safe"
    /// The configured minimum version is newer than the maximum.
    case noVersion = "no version of TLS is left to offer"
    /// No common cipher.
    case cipher = "it has no cipher in common with this system"
    /// Its key exchange can be broken.
    case weak = "its key exchange is too weak"
    /// It has no certificate for the host.
    case name = "it does not know a host of that name"
  }

  /// The reason why no secure connection was made; `nil` for other failures.
  package var handshakeFault: HandshakeFault? {
    guard category == .tls, message.hasPrefix(Self.insecure) else { return nil }
    return HandshakeFault.allCases.first { message.hasSuffix($0.rawValue) }
  }

  package static let insecure = "No secure connection to"
}

/// A TLS library's reason for rejecting a certificate, explained for people.
package struct CertificateFault: Equatable {
  let kind: NetworkError.TrustFault
  /// Continues `… is not trusted:`.
  package let words: String

  /// - Parameter text: the library's message, here OpenSSL's.
  /// - Returns: `nil` for an unknown message.
  package init?(_ text: String) {
    guard let found = Self.known.first(where: { text.contains($0.word) }) else { return nil }
    (kind, words) = (found.kind, found.says)
  }

  /// The first match counts: `CRL has expired` is about the list, not about the certificate.
  private static let known: [(word: String, kind: NetworkError.TrustFault, says: String)] = [
    ("certificate revoked", .revoked, "its authority has revoked it"),
    ("CRL", .revocation, "the list of revoked certificates is out of date, or another authority's"),
    ("too weak", .weak, "its key or signature is too weak"), ("too small", .weak, "its key or signature is too weak"),
    ("subject name", .host, "it is for another host"), ("does not match", .host, "it is for another host"),
    ("not yet valid", .time, "it is not valid yet"), ("expired", .time, "it has expired"),
    ("certificate in certificate chain", .authority, "its authority is unknown here"),
    ("certificate in chain", .authority, "its authority is unknown here"),
    ("self-signed", .authority, "it is self-signed"), ("self signed", .authority, "it is self-signed"),
    ("issuer", .authority, "its authority is unknown here, or the server leaves out a certificate between"),
    ("first certificate", .authority, "its authority is unknown here, or the server leaves out a certificate between"),
    ("certificate purpose", .authority, "it is not for servers"),
  ]
}

extension NetworkError {
  /// A client error for this failure, of category `url` or `encoding`.
  package init(_ error: RequestError) {
    let category: Category =
      switch error {
      case .url, .missingPathParameter, .template: .url
      case .file: .storage
      default: .encoding
      }
    self.init(category, error.description, underlying: error.cause ?? error)
  }

  /// The error that a closure of the caller threw: a `NetworkError`, a `RequestError` and a cancellation keep their
  /// category, any other error is the `underlying` of one of `category`.
  /// - Parameter response: the response that the closure had, if any.
  package init(
    thrown error: any Error, as category: Category, _ message: String, response: Response? = nil
  ) {
    switch error {
    case let error as NetworkError: self = error
    case let error as RequestError: self.init(error)
    case is CancellationError: self = .cancelled
    default:
      let detail = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      self.init(category, message, detail: detail, underlying: error)
    }
    if self.response == nil, let response { self.response = response }
  }

  /// The same error, about `request` unless it is about another one.
  package func of(_ request: Request) -> NetworkError {
    guard self.request == nil else { return self }
    var error = self
    error.request = request
    return error
  }

  /// True if an error only says that the work was cancelled.
  package static func isCancellation(_ error: any Error) -> Bool {
    error is CancellationError || (error as? NetworkError)?.category == .cancelled
  }
}

/// A failure that the body of an HTTP response reports, although its status is a success.
package struct AnswerFault: Hashable, Sendable {
  /// The name of the failure, such as `GRAPHQL_ERROR`.
  package var name: String
  /// The server's message.
  package var message: String

  /// The name for `errors` in a GraphQL answer.
  package static let graphQLErrors = "GRAPHQL_ERROR"

  /// A fault, for tests and stored records.
  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }
}
