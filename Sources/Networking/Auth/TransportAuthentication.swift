/// An authentication scheme that needs the transport: it answers a challenge on the same connection, or signs the
/// request as it goes out. Basic, bearer and API keys are plain headers and need none of this.
public struct TransportAuthentication: Hashable, Sendable {
  /// Which scheme; what the library cannot do is an error of the transfer.
  public enum Scheme: Hashable, Sendable {
    /// RFC 7617, sent only after the server has asked for it or at once, as libcurl decides.
    case basic
    /// RFC 7616: the first request goes out without a body and is challenged.
    case digest
    case ntlm
    /// SPNEGO (RFC 4559). An empty user means the ticket of the logged-in user.
    case negotiate
    /// The strongest that the server offers.
    case any
    /// AWS Signature Version 4. The user is the access key, the password the secret key.
    case awsSignature(region: String, service: String)
  }

  public var scheme: Scheme
  public var user: String
  public var password: String
  /// A temporary AWS session token, sent and signed as `X-Amz-Security-Token`.
  public var sessionToken: String?

  public init(_ scheme: Scheme, user: String, password: String, sessionToken: String? = nil) {
    self.scheme = scheme
    self.user = user
    self.password = password
    self.sessionToken = sessionToken
  }
}
