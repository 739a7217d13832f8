/// An authentication scheme that the transport must implement: it answers a challenge on the same connection, or signs
/// the request as it is sent. Basic, bearer and API keys are plain headers and do not need it.
public struct TransportAuthentication: Hashable, Sendable {
  /// The scheme; one that the library does not support is an error of the transfer.
  public enum Scheme: Hashable, Sendable {
    /// RFC 7617, sent immediately or only after a challenge, as libcurl decides.
    case basic
    /// RFC 7616: the first request is sent without its body and is challenged.
    case digest
    /// NTLM, which authenticates the connection rather than the request. Requires HTTP/1.1.
    case ntlm
    /// SPNEGO (RFC 4559). An empty user means the ticket of the logged-in user.
    case negotiate
    /// The strongest scheme that the server offers.
    case any
    /// AWS Signature Version 4. The user is the access key, the password the secret key.
    case awsSignature(region: String, service: String)
  }

  /// The scheme to use.
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
