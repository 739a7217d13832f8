import Basics
import Networking

/// A token that is kept goes where it was obtained for. For another receiver, or to be refreshed at another server, it is
/// asked about like what it was obtained with: whoever gets the token can do what that can.
extension RequestBuilder {
  /// What the login was given of the user's, and who the user was told gets its token.
  /// - Parameter used: what the fields of the login hold.
  func provenance(
    of used: ArraySlice<FoundUse>, _ grant: OAuthGrant, for receiver: String
  ) -> OAuthToken.Provenance {
    var sources = used.map(\.source)
    // What is not named with the receiver of the token makes the token itself the user's: a person who logs in, a
    // certificate or a proxy by which the server knows the user.
    if grant.isPersonal || isKnownByTheWay { sources.append(.token("")) }
    return OAuthToken.Provenance(
      Set(sources.map { OAuthToken.Provenance.Source(kind: $0.kind, name: $0.name) }), receiver: receiver)
  }

  private var isKnownByTheWay: Bool {
    let isOfTheWay = outside.contains { use in
      switch use.aim {
      case .certificate, .proxy: true
      case .server, .login, .report, .peer: false
      }
    }
    let options = context.options
    return isOfTheWay || options.clientCertificates?.isEmpty == false || options.tls?.certificateFile != nil
  }

  /// The store with a door: a token that another send keeps after this request was looked at does not leave by it either.
  /// What needs a consent is noted, so that it is asked about before anything is sent.
  mutating func guarded(
    _ store: OAuthTokenStore, for receiver: String, _ fields: AuthenticationFields
  ) -> OAuthTokenStore {
    guard let consent = context.consent else { return store }
    let login = login(fields)
    let found = fields.refusal("accessTokenUrl", .invalid(""))
    // A file that cannot be read is told of when the token is needed.
    if let token = try? store.load() {
      outside += token.sources(login, for: receiver).map {
        FoundUse(source: $0, aim: .login, field: found.field, place: found.place)
      }
    }
    return OAuthTokenStore(
      load: { () throws(NetworkError) in
        guard let token = try store.load() else { return nil }
        let uses = token.sources(login, for: receiver).map { OutsideUse($0, to: receiver, place: found.place) }
        let missing: [OutsideUse]
        do throws(WorkspaceError) { missing = try consent.unallowed(uses) } catch {
          throw NetworkError(.storage, error.description)
        }
        guard let use = missing.first else { return token }
        throw NetworkError(
          .unauthorized, "The token of this login is not sent: \(use.what) would go to \(receiver)",
          detail: "send the request again to be asked")
      }, save: store.save)
  }

  /// The login in words that hold nothing of the user's.
  private func login(_ fields: AuthenticationFields) -> OutsideSource {
    let receivers = Receivers(self)
    let client = receivers.shown(fields.authentication["credentials.clientId"], .login)
    let server = receivers.server(fields.authentication["accessTokenUrl"], .login)
    return .token(client.isEmpty ? server : "\(server), client \(client)")
  }
}

extension OAuthToken {
  /// What the user has to have allowed for a receiver of this token. Of one that an earlier version kept nobody knows whom
  /// it was for.
  fileprivate func sources(_ login: OutsideSource, for receiver: String) -> [OutsideSource] {
    guard let provenance else { return [login] }
    let known = provenance.sources.map { OutsideSource(kind: $0.kind, name: $0.name) ?? login }
    return known.compactMap { source in
      guard case .token = source else { return source }
      return provenance.receiver == receiver ? nil : login
    }.sorted { ($0.kind, $0.name) < ($1.kind, $1.name) }
  }
}

extension OAuthGrant {
  /// Whether a person logs in.
  fileprivate var isPersonal: Bool {
    switch self {
    case .authorizationCode, .deviceCode: true
    case .clientCredentials, .password, .refreshToken: false
    }
  }
}
