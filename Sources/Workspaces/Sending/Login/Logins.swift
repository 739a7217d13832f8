import Basics
package import HTTPModel
import Synchronization

/// The OAuth 2 logins of a session: one token per server, client, scope, user and receiver, fetched once for any number
/// of requests, and the user interface of interactive logins.
// A class because the tokens are shared by all requests of a session.
package final class Logins: Sendable {
  /// Opens the login page, usually in a browser, and names the receiver of the token.
  package typealias Open = @Sendable (_ url: String, _ receiver: String) async throws -> Void
  /// Shows the code of a device login, the page to enter it, and the receiver of the token.
  package typealias Show = @Sendable (_ code: OAuthConfig.DeviceCode, _ receiver: String) async throws -> Void

  /// Everything that a login depends on: after an edit, a new session is used.
  struct Key: Hashable {
    var texts: [String]
    var options: TransferOptions
    var sources: Set<OAuthToken.Provenance.Source>
  }

  /// `nil` if no user is present.
  package let open: Open?
  package let show: Show?
  /// Indicates whether tokens may be fetched; otherwise only stored ones are used.
  let fetches: Bool
  private let issuer: (any TokenIssuer)?
  private let sessions = Mutex<[Key: any TokenSession]>([:])
  private let tokens = Mutex<Set<String>>([])

  /// - Parameters:
  ///   - client: sends the requests to the token endpoints; without it, only stored tokens are used.
  ///   - fetches: `false` to send none.
  package init(
    client: (any TokenIssuer)? = nil, open: Open? = nil, show: Show? = nil, fetches: Bool = true
  ) {
    self.fetches = fetches
    issuer = client
    self.open = open
    self.show = show
  }

  /// The tokens and hidden answers of the requests so far, for masking.
  package var issued: Set<String> { tokens.withLock { $0 } }

  func issue(_ secret: String) { tokens.withLock { _ = $0.insert(secret) } }

  func session(
    _ key: Key, _ config: OAuthConfig, _ grant: OAuthConfig.Grant, _ store: OAuthToken.Store,
    _ provenance: OAuthToken.Provenance
  ) -> (any TokenSession)? {
    guard let issuer else { return nil }
    return sessions.withLock { sessions in
      if let session = sessions[key] { return session }
      let session = issuer.session(config, grant, store, provenance)
      sessions[key] = session
      return session
    }
  }

  /// A grant that asks the user, or fails with a one-line message if no user is present.
  func codeGrant(for receiver: String) -> OAuthConfig.Grant {
    .authorizationCode { [open] url in
      guard let open else { throw Self.nobody("a login page") }
      try await open(url, receiver)
    }
  }

  func deviceGrant(for receiver: String) -> OAuthConfig.Grant {
    .deviceCode { [show] code in
      guard let show else { throw Self.nobody("an entered code") }
      try await show(code, receiver)
    }
  }

  private static func nobody(_ what: String) -> NetworkError {
    NetworkError(
      .unauthorized, "The OAuth 2 login needs \(what), which is not available here",
      detail: "send the request once from the screen; this command can then use the stored token")
  }
}

/// A stored token may be sent to the receiver that it was obtained for. Sending it to another receiver, or refreshing
/// it at another server, needs consent like the credentials of its login, since it grants the same access.
extension RequestBuilder {
  /// The user's sources that the login used, and the receiver of its token as confirmed by the user.
  /// - Parameter used: the sources in the fields of the login.
  func provenance(
    of used: ArraySlice<FoundUse>, _ grant: OAuthConfig.Grant, for receiver: String, credential: String?
  ) -> OAuthToken.Provenance {
    var sources = used.map(\.source).filter(\.isValue)
    // If the login itself is personal, the token counts as the user's, even without named sources: a person logs in, or
    // a certificate or proxy identifies the user to the server.
    if grant.needsUser || isKnownByTheWay { sources.append(.token("")) }
    return OAuthToken.Provenance(
      Set(sources.map { OAuthToken.Provenance.Source(kind: $0.kind.rawValue, name: $0.name) }), receiver: receiver,
      credential: credential)
  }

  private var isKnownByTheWay: Bool {
    let concernsConnection = outside.contains { use in
      switch use.aim {
      case .certificate, .proxy: true
      case .server, .login, .report, .peer: false
      }
    }
    let options = context.options
    return concernsConnection || options.clientCertificates?.isEmpty == false || options.tls?.certificateFile != nil
  }

  /// The token store with a consent check, which also covers a token that another send stores after this check.
  /// Required consents are recorded, so that the user is asked before anything is sent.
  mutating func guarded(
    _ store: OAuthToken.Store, for receiver: String, _ fields: AuthenticationFields
  ) -> OAuthToken.Store {
    guard let consent = context.consent else { return store }
    let login = login(fields)
    let found = fields.refusal("accessTokenUrl", .invalid(""))
    // A file that cannot be read is reported when the token is needed.
    if let token = try? store.load() {
      outside += token.sources(login, for: receiver).map {
        FoundUse(source: $0, aim: .login, field: found.field, place: found.place)
      }
    }
    return OAuthToken.Store(
      load: { () throws(NetworkError) in
        guard let token = try store.load() else { return nil }
        let uses = token.sources(login, for: receiver).map { UserValueUse($0, to: receiver, place: found.place) }
        let missing: [UserValueUse]
        do throws(WorkspaceError) { missing = try consent.unallowed(uses) } catch {
          throw NetworkError(.storage, error.description)
        }
        guard let use = missing.first else { return token }
        throw NetworkError(
          .unauthorized, "The token of this login is not sent: \(use.what) would go to \(receiver)",
          detail: "send the request again to allow that")
      }, save: store.save)
  }

  /// Records a login page, so that the user is asked before it opens: if the user is logged in there already, it may
  /// return a token without asking.
  mutating func noteLogin(_ fields: AuthenticationFields) {
    guard context.consent != nil, fields.authentication["settings.autoFetchToken"] != "false" else { return }
    let found = fields.refusal("authorizationUrl", .invalid(""))
    let written = settled(fields.authentication["authorizationUrl"], .login)
    outside.append(
      FoundUse(source: .login(Receivers.page(written)), aim: .login, field: found.field, place: found.place))
  }

  /// A description of the login without values of the user's.
  private func login(_ fields: AuthenticationFields) -> UserValueSource {
    let receivers = Receivers(self)
    let client = receivers.shown(fields.authentication["credentials.clientId"], .login)
    let server = receivers.server(fields.authentication["accessTokenUrl"], .login)
    return .token(client.isEmpty ? server : "\(server), client \(client)")
  }
}

extension OAuthToken {
  /// The sources that need the user's consent for a receiver of this token. Tokens saved by earlier versions have no
  /// recorded receiver.
  fileprivate func sources(_ login: UserValueSource, for receiver: String) -> [UserValueSource] {
    guard let provenance else { return [login] }
    return provenance.sources.compactMap { known in
      let source = UserValueSource.Kind(rawValue: known.kind).map { UserValueSource($0, known.name) } ?? login
      if source.kind != .token { return source }
      return provenance.receiver == receiver ? nil : login
    }.sorted { ($0.kind.rawValue, $0.name) < ($1.kind.rawValue, $1.name) }
  }
}
