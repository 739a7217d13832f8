import Networking

extension RequestBuilder {
  /// Lets the token be fetched, or taken from the store, just before the request goes out.
  mutating func addOAuth(_ fields: AuthenticationFields, to config: inout RequestConfig) throws(SendRefusal) {
    if config.headers["Authorization"] != nil { return }
    let grant = try grant(fields)
    let tokenURL = try fields.value("accessTokenUrl", &self)
    guard !tokenURL.isEmpty else {
      throw fields.refusal("accessTokenUrl", .invalid("empty; it is where tokens are asked for"))
    }
    let secret = try fields.value("credentials.clientSecret", &self)
    var oauth = OAuthConfig(
      tokenURL: tokenURL, clientID: try fields.value("credentials.clientId", &self),
      clientSecret: secret.isEmpty ? nil : secret)
    oauth.clientAuthentication = fields.authentication["credentials.placement"] == "body" ? .body : .header
    oauth.scopes = try fields.value("scope", &self).split(separator: " ").map(String.init)
    let session = OAuthSession(oauth, grant: grant.value, store: store(oauth, grant.user))
    let query = try fields.value("tokenConfig.placement.query", &self)
    let prefix = try fields.value("tokenConfig.placement.header", &self)
    config.modifiers.append { request in
      let token = try await session.validToken().accessToken
      if query.isEmpty {
        try request.setHeader("Authorization", "\(prefix.isEmpty ? "Bearer" : prefix) \(token)")
      } else {
        request = try request.with { $0.query.append(query, token) }
      }
    }
  }

  private mutating func grant(
    _ fields: AuthenticationFields
  ) throws(SendRefusal) -> (value: OAuthGrant, user: String) {
    switch fields.authentication["flow"] {
    case "client_credentials", "": return (.clientCredentials, "")
    case "resource_owner_password_credentials", "password":
      let user = try fields.value("resourceOwner.username", &self)
      return (.password(user: user, password: try fields.value("resourceOwner.password", &self)), user)
    case let flow: throw fields.refusal("flow", .unsupported("the OAuth 2 flow \(flow)"))
    }
  }

  /// Tokens outlive the program in the user's state folder, apart for every server, client, scope and user.
  private func store(_ oauth: OAuthConfig, _ user: String) -> OAuthTokenStore {
    guard let folder = context.tokenFolder else { return .memory }
    let identity = [context.folder, oauth.tokenURL, oauth.clientID, oauth.scopes.joined(separator: " "), user]
    let name = Digest.sha256(Array(identity.joined(separator: "\n").utf8)).prefix(32)
    let file = OAuthTokenStore.file(FilePaths.join(folder, "\(name).json"))
    return OAuthTokenStore(
      load: { () throws(NetworkError) in try file.load() },
      save: { token throws(NetworkError) in
        do throws(FileError) { try Disk.makeDirectory(folder, mode: 0o700) } catch {
          throw NetworkError(.storage, "The token cannot be kept in \(folder)", detail: error.message)
        }
        try file.save(token)
      })
  }
}
