import Basics
import HTTPModel
import Synchronization

extension RequestBuilder {
  /// Fetches the token, or reads it from the store, just before the request is sent.
  mutating func addOAuth(_ fields: AuthenticationFields, to config: inout RequestConfig) throws(SendRefusal) {
    if config.hasAuthorization { return }
    for name in fields.authentication.scheme.loginServers { settled(fields.authentication[name], .login) }
    let receiver = Receivers(self).words(for: .login)
    let before = outside.count
    let (grant, user, password) = try grant(fields, for: receiver)
    var oauth = try client(fields)
    // A login uses the connection options of its request, such as proxy and certificates, but nothing specific to the
    // request.
    oauth.options = context.options.merging(over: config.options).connectionOptions
    try addLogin(fields, grant, to: &oauth)
    try addParameters(fields, to: &oauth)
    let identity = identity(oauth, user, flow: fields.authentication["flow"])
    let credential = Self.digest(of: [oauth.clientSecret ?? "", password], identity)
    let provenance = provenance(of: outside[before...], grant, for: receiver, credential: credential)
    if case .authorizationCode = grant, logins.fetches { noteLogin(fields) }
    let store = guarded(store(identity, credential), for: receiver, fields)
    // A login is shared by the requests that send its token to the same receiver.
    let key = Logins.Key(
      texts: [identity, password, receiver] + oauth.texts, options: oauth.options, sources: provenance.sources)
    let session = logins.session(key, oauth, grant, store, provenance)
    let fetches = fields.authentication["settings.autoFetchToken"] != "false"
    let takesIDToken = fields.authentication["tokenConfig.source"] == "id_token"
    let query = try fields.value("tokenConfig.placement.query", &self)
    let prefix = try fields.value("tokenConfig.placement.header", &self)
    let sent = SentToken()
    renewal = { [logins] _ in
      guard logins.fetches, let session, let rejected = sent.text else { return false }
      return try await session.replaced(rejecting: rejected)
    }
    config.modifiers.append { [logins] request in
      if !fetches, try store.load() == nil {
        throw NetworkError(.unauthorized, "No token is stored and autoFetchToken is off; enable it to log in")
      }
      let token: OAuthToken
      if logins.fetches, let session {
        token = try await session.validToken()
      } else if let stored = try store.load() {
        token = stored
      } else {
        throw NetworkError(.unauthorized, "No token is stored yet: sending the request fetches one")
      }
      guard let text = takesIDToken ? token.idToken : token.accessToken else {
        throw NetworkError(.unauthorized, "The server gave no id_token; ask for the scope openid, or use access_token")
      }
      logins.issue(text)
      sent.text = token.accessToken
      if query.isEmpty {
        try request.setHeader("Authorization", "\(prefix.isEmpty ? "Bearer" : prefix) \(text)")
      } else {
        request = try request.with { $0.query.append(query, text) }
      }
    }
  }

  private mutating func grant(
    _ fields: AuthenticationFields, for receiver: String
  ) throws(SendRefusal) -> (value: OAuthConfig.Grant, user: String, password: String) {
    switch fields.authentication["flow"] {
    case "client_credentials", "": return (.clientCredentials, "", "")
    case "resource_owner_password_credentials", "password":
      let user = try fields.value("resourceOwner.username", &self)
      let password = try fields.value("resourceOwner.password", &self)
      return (.password(user: user, password: password), user, password)
    case "authorization_code": return (logins.codeGrant(for: receiver), "", "")
    case "device_code", "device_authorization": return (logins.deviceGrant(for: receiver), "", "")
    case "implicit":
      throw fields.refusal(
        "flow", .invalid("the implicit flow gives its token only to a web page; use authorization_code"))
    case let flow: throw fields.refusal("flow", .unsupported("the OAuth 2 flow \(flow)"))
    }
  }

  private mutating func client(_ fields: AuthenticationFields) throws(SendRefusal) -> OAuthConfig {
    let tokenURL = try fields.value("accessTokenUrl", &self)
    guard !tokenURL.isEmpty else {
      throw fields.refusal("accessTokenUrl", .invalid("empty; it is the URL that issues tokens"))
    }
    let secret = try fields.value("credentials.clientSecret", &self)
    var oauth = OAuthConfig(
      tokenURL: tokenURL, clientID: try fields.value("credentials.clientId", &self),
      clientSecret: secret.isEmpty ? nil : secret)
    oauth.clientAuthentication = fields.authentication["credentials.placement"] == "body" ? .body : .header
    oauth.scopes = try fields.value("scope", &self).split(separator: " ").map(String.init)
    oauth.refreshURL = try fields.optional("refreshTokenUrl", &self)
    return oauth
  }

  /// Adds the fields that only an interactive login needs.
  private mutating func addLogin(
    _ fields: AuthenticationFields, _ grant: OAuthConfig.Grant, to oauth: inout OAuthConfig
  ) throws(SendRefusal) {
    switch grant {
    case .authorizationCode:
      let page = try fields.value("authorizationUrl", &self)
      guard !page.isEmpty else {
        throw fields.refusal("authorizationUrl", .invalid("empty; it is the page where the user logs in"))
      }
      // Only the failure matters here, not its reason.
      guard (try? WebPage(page)) != nil else {
        throw fields.refusal(
          "authorizationUrl", .invalid("not an http or https URL with a host; write https://HOST/…"))
      }
      oauth.authorizationURL = page
      oauth.usesPKCE = fields.authentication["pkce.disabled"] != "true"
      oauth.state = try fields.optional("state", &self)
      let callback = try fields.value("callbackUrl", &self)
      if !callback.isEmpty { try setRedirect(callback, fields, on: &oauth) }
    case .deviceCode:
      let url = try fields.value("deviceAuthorizationUrl", &self)
      guard !url.isEmpty else {
        throw fields.refusal("deviceAuthorizationUrl", .invalid("empty; it is the URL that issues the user's code"))
      }
      oauth.deviceURL = url
    case .clientCredentials, .password, .refreshToken: return
    }
  }

  /// The browser must return to this machine; a callback elsewhere never reaches the program.
  private func setRedirect(
    _ callback: String, _ fields: AuthenticationFields, on oauth: inout OAuthConfig
  ) throws(SendRefusal) {
    let url = URLParts(callback)
    // Consent is not yet checked, so the messages quote no value of a variable.
    let shown = fields.authentication["callbackUrl"]
    let host = url.host?.lowercased() ?? ""
    guard url.scheme?.lowercased() == "http", host == "127.0.0.1" || host == "localhost" else {
      throw fields.refusal(
        "callbackUrl", .invalid("\(shown) does not point to this program; use http://127.0.0.1:PORT/callback"))
    }
    let written = url.portText ?? ""
    guard written.isEmpty || url.port != nil else {
      let port = shown == callback ? written : "of \(shown)"
      throw fields.refusal("callbackUrl", .invalid("the port \(port) is not a number from 0 to 65535"))
    }
    oauth.redirectHost = host
    oauth.redirectPort = written.isEmpty ? 0 : url.port ?? 0
    oauth.redirectPath = url.path.isEmpty ? "/" : url.path
  }

  private mutating func addParameters(
    _ fields: AuthenticationFields, to oauth: inout OAuthConfig
  ) throws(SendRefusal) {
    var refresh: [(name: String, value: String)] = []
    for parameter in fields.authentication.parameters {
      let field = fields.refusal("additionalParameters", .invalid(""))
      let value = try resolve(
        parameter.value, field.field, "additionalParameters, \(parameter.name)", to: .login)
      if VariableTable.namesSecret(parameter.name) { secrets.insert(value) }
      switch (parameter.request, parameter.placement) {
      case (.authorization, _): oauth.authorizationParameters.append((parameter.name, value))
      case (.token, .body): oauth.tokenParameters.append((parameter.name, value))
      case (.refresh, .body): refresh.append((parameter.name, value))
      case (.token, .query): oauth.tokenURL = Self.adding(parameter.name, value, to: oauth.tokenURL)
      case (.refresh, .query):
        oauth.refreshURL = Self.adding(parameter.name, value, to: oauth.refreshURL ?? oauth.tokenURL)
      case (_, .header): oauth.tokenHeaders.append(Header(parameter.name, value))
      }
    }
    oauth.refreshParameters = refresh
  }

  private static func adding(_ name: String, _ value: String, to url: String) -> String {
    var parts = URLParts(url)
    let pair = "\(PercentEncoding.component(name))=\(PercentEncoding.component(value))"
    parts.query = parts.query.map { $0.isEmpty ? pair : "\($0)&\(pair)" } ?? pair
    return parts.description
  }

  /// Tokens are stored separately for each server, client, scope, user and flow.
  private func identity(_ oauth: OAuthConfig, _ user: String, flow: String) -> String {
    var parts = [context.folder, oauth.tokenURL, oauth.clientID, oauth.scopes.joined(separator: " "), user]
    // A token from a user's login must not be used for the program's own credentials.
    if oauth.authorizationURL != nil || oauth.deviceURL != nil { parts.append(flow) }
    return parts.joined(separator: "\n")
  }

  /// `nil` without secrets.
  private static func digest(of secrets: [String], _ identity: String) -> String? {
    secrets.allSatisfy(\.isEmpty) ? nil : Digest.hexadecimal(([identity] + secrets).joined(separator: "\n").utf8)
  }

  /// Tokens are stored in the user's state folder, across runs.
  /// - Parameter credential: a token that was obtained with other secrets is not used.
  private func store(_ identity: String, _ credential: String?) -> OAuthToken.Store {
    guard let folder = context.tokenFolder else { return .memory }
    let name = Digest.hexadecimal(identity.utf8).prefix(32)
    let file = OAuthToken.Store.file(FilePaths.join(folder, "\(name).json"))
    return OAuthToken.Store(
      load: { () throws(NetworkError) in
        guard let token = try file.load() else { return nil }
        guard let credential, let former = token.provenance?.credential, former != credential else { return token }
        return nil
      },
      save: { token throws(NetworkError) in
        do throws(FileError) { try Disk.makeDirectory(folder, mode: 0o700) } catch {
          throw NetworkError(.storage, "The token cannot be stored in \(folder)", detail: error.message)
        }
        try file.save(token)
      })
  }
}

/// The token that a send carried last.
private final class SentToken: Sendable {
  private let kept = Mutex<String?>(nil)

  var text: String? {
    get { kept.withLock(\.self) }
    set { kept.withLock { $0 = newValue } }
  }
}

extension OAuthConfig {
  /// Its settings except the options, the server, the client and the scopes.
  fileprivate var texts: [String] {
    let parameters = tokenParameters + authorizationParameters + (refreshParameters ?? [])
    return [
      clientSecret ?? "", authorizationURL ?? "", deviceURL ?? "", refreshURL ?? "", "\(clientAuthentication)",
      "\(redirectHost):\(redirectPort)\(redirectPath)", "\(usesPKCE)", state ?? "",
    ] + parameters.map { "\($0.name)=\($0.value)" } + tokenHeaders.map { "\($0.name):\($0.value)" }
  }
}
