/// An OAuth 2 client (RFC 6749): its endpoints, identity and requested scopes.
public struct OAuthConfig: Sendable {
  /// The client authentication at the token endpoint (RFC 6749, section 2.3.1).
  public enum ClientAuthentication: Sendable {
    /// HTTP Basic.
    case header
    /// `client_id` and `client_secret` in the form.
    case body
  }

  /// The token endpoint (RFC 6749, section 3.2): an absolute URL.
  package var tokenURL: String
  /// The authorization endpoint, for the grant `.authorizationCode`.
  public var authorizationURL: String?
  /// The device authorization endpoint (RFC 8628), for the grant `.deviceCode`.
  public var deviceURL: String?
  /// The client identifier registered with the server (RFC 6749, section 2.2).
  package var clientID: String
  /// The client secret; `nil` for a public client, which sends only its identifier.
  package var clientSecret: String?
  /// The form in which identifier and secret are sent. Default `.header`.
  public var clientAuthentication = ClientAuthentication.header
  /// The scopes to request, sent joined by spaces (RFC 6749, section 3.3); omitted if empty.
  public var scopes: [String] = []
  /// The endpoint that refreshes tokens; `nil` uses `tokenURL`.
  package var refreshURL: String?
  /// Additional fields of the token request, such as `audience` or `resource`.
  public var tokenParameters: [(name: String, value: String)] = []
  /// Additional fields of a refresh request; `nil` uses `tokenParameters`.
  package var refreshParameters: [(name: String, value: String)]?
  /// Additional headers of requests to the token endpoint.
  package var tokenHeaders: [Header] = []
  /// Transfer options of the requests to the OAuth server. They inherit nothing from the request that needs the token.
  package var options = TransferOptions()
  /// Additional fields of the authorization URL, such as `prompt`.
  public var authorizationParameters: [(name: String, value: String)] = []
  /// The port on 127.0.0.1 that receives the redirect; 0 chooses a free one.
  public var redirectPort = 0
  /// The path of the redirect URL, as registered with the server.
  public var redirectPath = "/callback"
  /// The host of the redirect URL. Servers compare it with the registered one: `127.0.0.1` or `localhost`.
  package var redirectHost = "127.0.0.1"
  /// The `state` parameter (RFC 6749, section 10.12); `nil` generates a random one for each login.
  package var state: String?
  /// Enables PKCE (RFC 7636). Servers without it ignore its parameters. Default true.
  package var usesPKCE = true

  /// A configuration with the token endpoint and the client; everything else has its default.
  public init(tokenURL: String, clientID: String, clientSecret: String? = nil) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}

extension OAuthConfig {
  /// The way to obtain the first token.
  public enum Grant: Sendable {
    /// The client acts on its own behalf (RFC 6749, section 4.4).
    case clientCredentials
    /// The user's name and password are exchanged for a token (RFC 6749, section 4.3).
    case password(user: String, password: String)
    /// A refresh token obtained earlier (RFC 6749, section 6).
    case refreshToken(String)
    /// With PKCE (RFC 7636) and a redirect to a loopback port (RFC 8252). `open` shows the URL to the user, for example
    /// in a browser.
    case authorizationCode(open: @Sendable (_ url: String) async throws -> Void)
    /// The user types a code on another device (RFC 8628); `show` presents the code and the page.
    case deviceCode(show: @Sendable (DeviceCode) async throws -> Void)
  }
}

extension OAuthConfig.Grant {
  /// True if a person logs in.
  package var needsUser: Bool {
    switch self {
    case .authorizationCode, .deviceCode: true
    case .clientCredentials, .password, .refreshToken: false
    }
  }
}

extension OAuthConfig {
  /// The code that a user types on another device (RFC 8628, section 3.2).
  public struct DeviceCode: Sendable, Hashable {
    /// The code to type; show it unchanged.
    public let userCode: String
    /// The page on which the user enters it.
    public let verificationURL: String
    /// The page with the code filled in, if the server offers one.
    public let completeURL: String?
    /// The validity of the code, from the time of the response.
    public let expiresIn: Duration

    /// A code as the server sent it.
    package init(userCode: String, verificationURL: String, completeURL: String?, expiresIn: Duration) {
      self.userCode = userCode
      self.verificationURL = verificationURL
      self.completeURL = completeURL
      self.expiresIn = expiresIn
    }
  }
}

/// A page that the user may be sent to: an `http` or `https` URL with a host.
///
/// Collections and servers name such pages, and a program of the user opens them. Files, other schemes and command line
/// options are rejected.
package struct WebPage: Hashable, Sendable {
  /// Normalised as in browsers: starts with its scheme, without spaces or control characters.
  package let url: String
  /// With a port that is not the scheme's default; shown before the page is opened.
  package let host: String

  /// - Throws: category `url`. The message omits the text, which may contain secrets.
  package init(_ text: String) throws(NetworkError) {
    do throws(RequestError) {
      var page = try URLParts.inBrowser(text)
      url = page.description
      page.userinfo = nil
      host = page.authority ?? ""
    } catch {
      throw NetworkError(
        .url, "The login page was not opened: it is not an http or https URL with a host",
        detail: "change the login page to https://HOST/…")
    }
  }
}
