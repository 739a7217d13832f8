#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  public var tokenURL: String
  /// The authorization endpoint, for the grant `.authorizationCode`.
  public var authorizationURL: String?
  /// The device authorization endpoint (RFC 8628), for the grant `.deviceCode`.
  public var deviceURL: String?
  /// The client identifier registered with the server (RFC 6749, section 2.2).
  public var clientID: String
  /// The client secret; `nil` for a public client, which sends only its identifier.
  public var clientSecret: String?
  /// The form in which identifier and secret are sent. Default `.header`.
  public var clientAuthentication = ClientAuthentication.header
  /// The scopes to request, sent joined by spaces (RFC 6749, section 3.3); omitted if empty.
  public var scopes: [String] = []
  /// The endpoint that refreshes tokens; `nil` uses `tokenURL`.
  public var refreshURL: String?
  /// Additional fields of the token request, such as `audience` or `resource`.
  public var tokenParameters: [(name: String, value: String)] = []
  /// Additional fields of a refresh request; `nil` uses `tokenParameters`.
  public var refreshParameters: [(name: String, value: String)]?
  /// Additional headers of requests to the token endpoint.
  public var tokenHeaders: [Header] = []
  /// Transfer options of the requests to the OAuth server. They inherit nothing from the request that needs the token.
  public var options = TransferOptions()
  /// Additional fields of the authorization URL, such as `prompt`.
  public var authorizationParameters: [(name: String, value: String)] = []
  /// The port on 127.0.0.1 that receives the redirect; 0 chooses a free one.
  public var redirectPort = 0
  /// The path of the redirect URL, as registered with the server.
  public var redirectPath = "/callback"
  /// The host of the redirect URL. Servers compare it with the registered one: `127.0.0.1` or `localhost`.
  public var redirectHost = "127.0.0.1"
  /// The `state` parameter (RFC 6749, section 10.12); `nil` generates a random one for each login.
  public var state: String?
  /// Enables PKCE (RFC 7636). Servers without it ignore its parameters. Default true.
  public var usesPKCE = true

  /// A configuration with the token endpoint and the client; everything else has its default.
  public init(tokenURL: String, clientID: String, clientSecret: String? = nil) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.clientSecret = clientSecret
  }
}

/// The way to obtain the first token.
public enum OAuthGrant: Sendable {
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

extension OAuthGrant {
  /// True if a person logs in.
  package var needsUser: Bool {
    switch self {
    case .authorizationCode, .deviceCode: true
    case .clientCredentials, .password, .refreshToken: false
    }
  }
}

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
}

/// Keeps one OAuth 2 token valid: obtains the first, refreshes it before it expires or when a server rejects it, and
/// starts over if it cannot be refreshed. Concurrent requests share one fetch.
///
///     let session = OAuthSession(config, grant: .clientCredentials)
///     client.execution.tokenProvider = session.provider
public actor OAuthSession {
  private let config: OAuthConfig
  private let grant: OAuthGrant
  private let endpoint: TokenEndpoint
  private let store: OAuthTokenStore
  private let clock: ExecutionClock
  private let provenance: OAuthToken.Provenance?
  private var token: OAuthToken?
  private var hasLoaded = false
  /// True until the token is used a second time.
  private var isNew = false
  private var fetching: Flight<OAuthToken>?

  /// A session that fetches its tokens by `grant` and keeps them in `store`. `client` sends the requests to the token
  /// endpoint, without its own token provider; `provenance` is stored with the tokens that this session obtains.
  public init(
    _ config: OAuthConfig, grant: OAuthGrant, client: Client = Client(), store: OAuthTokenStore = .memory,
    clock: ExecutionClock = ExecutionClock(), provenance: OAuthToken.Provenance? = nil
  ) {
    self.provenance = provenance
    self.config = config
    self.grant = grant
    self.store = store
    self.clock = clock
    endpoint = TokenEndpoint(config: config, client: client, clock: clock)
  }

  /// For use as `ExecutionConfig.tokenProvider`.
  public nonisolated var provider: TokenProvider {
    TokenProvider(
      token: { try await self.validToken().accessToken },
      refresh: { rejected in
        _ = try await self.renewed(rejecting: rejected)
        return true
      })
  }

  /// The current token; obtains or refreshes it if necessary.
  /// - Throws: `NetworkError`, category `unauthorized` if the server refuses.
  public func validToken() async throws -> OAuthToken {
    if !hasLoaded {
      hasLoaded = true
      token = try store.load()
    }
    if let token, token.isValid(at: clock.now()) {
      isNew = false
      return token
    }
    return try await fetched()
  }

  /// Replaces a token that a server rejected, without asking the user. A login that needs the user is forgotten
  /// instead, and the next request starts it again.
  /// - Returns: `false` if there is no other token, or the rejected one is new.
  public func replaced(rejecting accessToken: String) async throws -> Bool {
    if let token, token.accessToken == accessToken {
      if isNew { return false }
      if grant.needsUser, token.refreshToken == nil {
        try logOut()
        return false
      }
    }
    _ = try await renewed(rejecting: accessToken)
    return true
  }

  /// A new token to replace one that a server rejected.
  public func renewed(rejecting accessToken: String) async throws -> OAuthToken {
    if let token, token.accessToken != accessToken, token.isValid(at: clock.now()) { return token }
    token?.expiresAt = .distantPast
    return try await fetched()
  }

  /// Forgets the token, here and in the store.
  public func logOut() throws {
    token = nil
    hasLoaded = true
    try store.save(nil)
  }

  /// A request cancelled while a login waits for the user leaves immediately; the login ends with the last of them.
  private func fetched() async throws -> OAuthToken {
    if let fetching, let seat = fetching.board() { return try await fetching.value(seat) }
    // Another session or program may have renewed it: a refresh token is often good for one use only.
    if let kept = try store.load(), kept.accessToken != token?.accessToken {
      token = kept
      if kept.isValid(at: clock.now()) { return kept }
    }
    let old = token
    let flight = Flight {
      let fresh = try await self.fetch(after: old)
      try await self.keep(fresh)
      return fresh
    }
    fetching = flight
    // Work that ended before any caller could wait for it still has its result.
    return try await flight.value(flight.board() ?? 0)
  }

  private func keep(_ fresh: OAuthToken) throws {
    token = fresh
    isNew = true
    try store.save(fresh)
  }

  private func fetch(after old: OAuthToken?) async throws -> OAuthToken {
    if let old, let refresh = old.refreshToken {
      do throws(NetworkError) {
        var fresh = try await endpoint.refresh(refresh)
        // A refresh continues the same login, so the provenance stays the same.
        fresh.provenance = old.provenance
        if let provenance { fresh.provenance?.sources.formUnion(provenance.sources) }
        return fresh
      } catch {
        // A refresh token that is no longer valid is not fatal: the grant may provide a new one.
        guard error.category == .unauthorized else { throw error }
      }
    }
    var fresh = try await granted()
    fresh.provenance = provenance
    return fresh
  }

  private func granted() async throws -> OAuthToken {
    switch grant {
    case .clientCredentials: return try await endpoint.token([("grant_type", "client_credentials")], withScope: true)
    case .password(let user, let password):
      let form = [("grant_type", "password"), ("username", user), ("password", password)]
      return try await endpoint.token(form, withScope: true)
    case .refreshToken(let text): return try await endpoint.refresh(text)
    case .authorizationCode(let open):
      return try await AuthorizationCodeFlow(config: config, endpoint: endpoint).token(open)
    case .deviceCode(let show):
      return try await DeviceCodeFlow(config: config, endpoint: endpoint, clock: clock).token(show)
    }
  }
}
