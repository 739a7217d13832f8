import Basics
import Networking

extension RequestBuilder {
  /// Adds what the scheme sends. A header that is written by hand wins over the same one from here.
  mutating func addAuthentication(to config: inout RequestConfig) throws(SendRefusal) {
    let (auth, layer) = context.authentication(of: definition)
    let fields = AuthenticationFields(auth, layer)
    switch auth.scheme {
    case .none, .inherit: return
    case .basic:
      let user = try fields.value("username", &self)
      let credentials = Base64.encode("\(user):\(try fields.value("password", &self))".utf8)
      secrets.insert(credentials)
      setAuthorization("Basic " + credentials, on: &config)
    case .bearer: setAuthorization("Bearer " + (try fields.value("token", &self)), on: &config)
    case .apikey: try addKey(fields, to: &config)
    case .digest, .ntlm:
      var user = try fields.value("username", &self)
      let domain = try fields.value("domain", &self)
      if auth.scheme == .ntlm, !domain.isEmpty { user = "\(domain)\\\(user)" }
      config.options.authentication = TransportAuthentication(
        auth.scheme == .ntlm ? .ntlm : .digest, user: user, password: try fields.value("password", &self))
    case .awsv4: config.options.authentication = try amazon(fields)
    case .oauth2:
      // The token is the user's, whoever wrote down how to get it.
      holdsMore = true
      try addOAuth(fields, to: &config)
    case .oauth1: try addOAuth1(fields, to: &config)
    case .wsse:
      let token = UsernameToken(
        user: try fields.value("username", &self), password: try fields.value("password", &self))
      if config.headers["X-WSSE"] == nil { config.modifiers.append { try token.sign(&$0) } }
    case .other(let word): throw fields.refusal("type", .unsupported("authentication \(word)"))
    }
  }

  private func setAuthorization(_ value: String, on config: inout RequestConfig) {
    if config.headers["Authorization"] == nil { config.headers.append("Authorization", value) }
  }

  private mutating func addKey(_ fields: AuthenticationFields, to config: inout RequestConfig) throws(SendRefusal) {
    let name = try fields.value("key", &self)
    let value = try fields.value("value", &self)
    guard !name.isEmpty else { return }
    if !value.isEmpty { secrets.insert(value) }
    if fields.authentication["placement"] == "query" || fields.authentication["placement"] == "queryparams" {
      config.query.append(name, value)
    } else if config.headers[name] == nil {
      config.headers.append(name, value)
      config.credentials.mark(header: name)
    }
  }

  private mutating func addOAuth1(_ fields: AuthenticationFields, to config: inout RequestConfig) throws(SendRefusal) {
    if config.headers["Authorization"] != nil { return }
    let word = try fields.value("signatureMethod", &self)
    guard let method = OAuth1.Method(rawValue: word.isEmpty ? "HMAC-SHA1" : word.uppercased()) else {
      let known = OAuth1.Method.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.refusal("signatureMethod", .invalid("\(word) signatures are not made; use one of \(known)"))
    }
    var oauth = OAuth1(
      consumerKey: try fields.value("consumerKey", &self), consumerSecret: try fields.value("consumerSecret", &self))
    oauth.method = method
    oauth.token = try fields.value("accessToken", &self)
    oauth.tokenSecret = try fields.value("accessTokenSecret", &self)
    oauth.realm = try fields.optional("realm", &self)
    oauth.callback = try fields.optional("callbackUrl", &self)
    oauth.verifier = try fields.optional("verifier", &self)
    oauth.timestamp = try fields.optional("timestamp", &self)
    oauth.nonce = try fields.optional("nonce", &self)
    oauth.placement = OAuth1.Placement(rawValue: try fields.value("placement", &self)) ?? .header
    oauth.includesBodyHash = fields.authentication["includeBodyHash"] == "true"
    let signer = oauth
    config.modifiers.append { try signer.sign(&$0) }
  }

  private mutating func amazon(_ fields: AuthenticationFields) throws(SendRefusal) -> TransportAuthentication {
    let token = try fields.value("sessionToken", &self)
    return TransportAuthentication(
      .awsSignature(region: try fields.value("region", &self), service: try fields.value("service", &self)),
      user: try fields.value("accessKeyId", &self), password: try fields.value("secretAccessKey", &self),
      sessionToken: token.isEmpty ? nil : token)
  }
}

/// The fields of one authentication with the place that a refusal names.
struct AuthenticationFields {
  let authentication: Authentication
  let layer: SendContext.Layer?

  init(_ authentication: Authentication, _ layer: SendContext.Layer?) {
    self.authentication = authentication
    self.layer = layer
  }

  func value(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String {
    let text = authentication[name]
    let found = refusal(name, .invalid(""))
    // How the token is put into the request is for its server; everything else is for those who give the token.
    let isForLogin = authentication.scheme == .oauth2 && !name.hasPrefix("tokenConfig.")
    let value = try builder.resolve(text, found.field, found.place, to: isForLogin ? .login : .server)
    if Authentication.secretFields.contains(name), !value.isEmpty { builder.secrets.insert(value) }
    if let bad = value.unicodeScalars.first(where: { $0 == "\r" || $0 == "\n" || $0 == "\0" }) {
      throw refusal(name, .lineBreak(character: bad == "\r" ? "CR" : bad == "\n" ? "LF" : "NUL"))
    }
    return value
  }

  /// `nil` for a field that is empty.
  func optional(_ name: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String? {
    let value = try value(name, &builder)
    return value.isEmpty ? nil : value
  }

  func refusal(_ name: String, _ problem: SendRefusal.Problem) -> SendRefusal {
    guard let layer else { return SendRefusal(.authentication(field: name), problem, "auth, \(name)") }
    return SendRefusal(.inherited(from: layer.path, header: nil), problem, "auth of \(layer.name), \(name)")
  }
}
