/// An OAuth 2 client at a server: where it asks, as whom, and for what (RFC 6749).
public struct OAuthConfig: Sendable {
  /// How the client names itself to the token endpoint (RFC 6749, section 2.3.1).
  public enum ClientAuthentication: Sendable {
    /// HTTP Basic.
    case header
    /// `client_id` and `client_secret` in the form.
    case body
  }

  public var tokenURL: String
  /// For the authorization code.
  public var authorizationURL: String?
  /// For the device code (RFC 8628).
  public var deviceURL: String?
  public var clientID: String
  public var clientSecret: String?
  public var clientAuthentication = ClientAuthentication.header
  public var scopes: [String] = []
  /// Where a token is refreshed, if not where it is first asked for.
  public var refreshURL: String?
  /// More fields of the token form, such as `audience` or `resource`.
  public var tokenParameters: [(name: String, value: String)] = []
  /// More fields of the form that refreshes a token; `nil` for those of the first one.
  public var refreshParameters: [(name: String, value: String)]?
  /// More headers of what is sent to the token endpoint.
  public var tokenHeaders: [Header] = []
  /// How the requests to the server are carried; nothing of the request that the token is for reaches them by itself.
  public var options = TransferOptions()
  /// More fields of the authorization URL, such as `prompt`.
  public var authorizationParameters: [(name: String, value: String)] = []
  /// The port of the redirect on 127.0.0.1; 0 is any free one.
  public var redirectPort = 0
  public var redirectPath = "/callback"
  /// The name that the redirect gives loopback: a server compares it with what was registered.
  public var redirectHost = "127.0.0.1"
  /// What the redirect must bring back (RFC 6749, section 10.12); a random text for each login where nothing is said.
  public var state: String?
  /// PKCE (RFC 7636), which a server that does not know it passes over.
  public var usesPKCE = true

  public init(tokenURL: String, clientID: String, clientSecret: String? = nil) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}

/// How the first token is had.
public enum OAuthGrant: Sendable {
  case clientCredentials
  case password(user: String, password: String)
  /// From a refresh token that is known already.
  case refreshToken(String)
  /// With PKCE (RFC 7636) and a redirect to a port on loopback (RFC 8252). `open` shows the URL to the user, such as in
  /// a browser.
  case authorizationCode(open: @Sendable (_ url: String) async throws -> Void)
  /// `show` tells the user the code and where to type it.
  case deviceCode(show: @Sendable (DeviceCode) async throws -> Void)
}

/// What a user types on another device (RFC 8628, section 3.2).
public struct DeviceCode: Sendable, Hashable {
  public let userCode: String
  public let verificationURL: String
  /// With the code in it, where the server gives one.
  public let completeURL: String?
  public let expiresIn: Duration
}
