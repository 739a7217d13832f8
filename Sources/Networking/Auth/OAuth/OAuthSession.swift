import Essentials
import HTTPModel

/// Keeps one OAuth 2 token valid: obtains the first, refreshes it before it expires or when a server rejects it, and
/// starts over if it cannot be refreshed. Concurrent requests share one fetch.
///
///     let session = OAuthSession(config, grant: .clientCredentials)
///     client.execution.tokenProvider = session.provider
public actor OAuthSession {
  private let config: OAuthConfig
  private let grant: OAuthConfig.Grant
  private let endpoint: TokenEndpoint
  private let store: OAuthToken.Store
  private let clock: ExecutionClock
  private let provenance: OAuthToken.Provenance?
  private var token: OAuthToken?
  private var hasLoaded = false
  /// True until the token is used a second time.
  private var isNew = false
  private var fetching: Flight<OAuthToken>?

  /// A session that fetches its tokens by `grant` and keeps them in `store`. `client` sends the requests to the token
  /// endpoint, without its own token provider.
  public init(
    _ config: OAuthConfig, grant: OAuthConfig.Grant, client: Client = Client(), store: OAuthToken.Store = .memory
  ) {
    self.init(config, grant: grant, client: client, store: store, provenance: nil)
  }

  /// - Parameter provenance: stored with the tokens that this session obtains.
  package init(
    _ config: OAuthConfig, grant: OAuthConfig.Grant, client: Client = Client(), store: OAuthToken.Store = .memory,
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
  package func replaced(rejecting accessToken: String) async throws -> Bool {
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
  package func renewed(rejecting accessToken: String) async throws -> OAuthToken {
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

extension OAuthSession: TokenSession {}

extension Client: TokenIssuer {
  package func session(
    _ config: OAuthConfig, _ grant: OAuthConfig.Grant, _ store: OAuthToken.Store, _ provenance: OAuthToken.Provenance
  ) -> any TokenSession {
    OAuthSession(config, grant: grant, client: self, store: store, provenance: provenance)
  }
}
