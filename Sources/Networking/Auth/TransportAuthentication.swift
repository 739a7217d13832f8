/// An authentication scheme that needs the transport: it answers a challenge on the same connection, or signs the
/// request as it goes out. Basic, bearer and API keys are plain headers and need none of this.
public struct TransportAuthentication: Hashable, Sendable {
  /// Which scheme; what the library cannot do is an error of the transfer.
  public enum Scheme: Hashable, Sendable {
    /// RFC 7617, sent only after the server has asked for it or at once, as libcurl decides.
    case basic
    /// RFC 7616: the first request goes out without a body and is challenged.
    case digest
    /// NTLM, which authenticates the connection and not the request. Needs HTTP/1.1.
    case ntlm
    /// SPNEGO (RFC 4559). An empty user means the ticket of the logged-in user.
    case negotiate
    /// The strongest that the server offers.
    case any
    /// AWS Signature Version 4. The user is the access key, the password the secret key.
    case awsSignature(region: String, service: String)
  }

  /// Which scheme to use.
  public var scheme: Scheme
  /// The user name; for AWS the access key.
  public var user: String
  /// The password; for AWS the secret key.
  public var password: String
  /// A temporary AWS session token, sent and signed as `X-Amz-Security-Token`.
  public var sessionToken: String?

  /// Credentials for one scheme; `sessionToken` is for AWS only.
  public init(_ scheme: Scheme, user: String, password: String, sessionToken: String? = nil) {
    self.scheme = scheme
    self.user = user
    self.password = password
    self.sessionToken = sessionToken
  }
}
