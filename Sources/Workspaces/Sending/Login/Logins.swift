package import Networking
import Synchronization

/// The OAuth 2 logins of a session: one token per server, client, scope, user and receiver, fetched once for any number of
/// requests, and how an interactive login reaches the user.
// A class because the tokens are shared by all requests of a session.
package final class Logins: Sendable {
  /// Opens the login page, usually in a browser, and names who gets the token.
  package typealias Open = @Sendable (_ url: String, _ receiver: String) async throws -> Void
  /// Shows the code of a device login, where to enter it and who gets the token.
  package typealias Show = @Sendable (_ code: DeviceCode, _ receiver: String) async throws -> Void

  /// `nil` if nobody is there to log in.
  package let open: Open?
  package let show: Show?
  /// Whether tokens may be fetched; else only those that are stored are used.
  let fetches: Bool
  private let client: Client
  private let sessions = Mutex<[String: OAuthSession]>([:])
  private let tokens = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - client: sends the requests to the token endpoints.
  ///   - fetches: `false` to send none.
  package init(
    client: Client = Client(), open: Open? = nil, show: Show? = nil, fetches: Bool = true
  ) {
    self.fetches = fetches
    self.client = client
    self.open = open
    self.show = show
  }

  /// Deletes every token that this session has used, in memory and on disk: the next request logs in again.
  package func logOut() async throws {
    let all = sessions.withLock { sessions in
      defer { sessions = [:] }
      return Array(sessions.values)
    }
    for session in all { try await session.logOut() }
  }

  /// Every token that was sent, for masking.
  package var issued: Set<String> { tokens.withLock { $0 } }

  func issue(_ token: String) { tokens.withLock { _ = $0.insert(token) } }

  func session(
    _ identity: String, _ config: OAuthConfig, _ grant: OAuthGrant, _ store: OAuthTokenStore,
    _ provenance: OAuthToken.Provenance
  ) -> OAuthSession {
    sessions.withLock { sessions in
      if let session = sessions[identity] { return session }
      let session = OAuthSession(config, grant: grant, client: client, store: store, provenance: provenance)
      sessions[identity] = session
      return session
    }
  }

  /// A grant that asks the user, or fails with one line if nobody is there.
  func codeGrant(for receiver: String) -> OAuthGrant {
    .authorizationCode { [open] url in
      guard let open else { throw Self.nobody("a page to log in on") }
      try await open(url, receiver)
    }
  }

  func deviceGrant(for receiver: String) -> OAuthGrant {
    .deviceCode { [show] code in
      guard let show else { throw Self.nobody("a code to be typed in") }
      try await show(code, receiver)
    }
  }

  private static func nobody(_ what: String) -> NetworkError {
    NetworkError(
      .unauthorized, "The OAuth 2 login needs \(what), and nobody can be asked here",
      detail: "send the request once from the screen; this command can then use the stored token")
  }
}
