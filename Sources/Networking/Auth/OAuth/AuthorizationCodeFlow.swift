/// The authorization code grant for programs on the user's machine: PKCE and a redirect to loopback (RFC 8252).
struct AuthorizationCodeFlow: Sendable {
  let config: OAuthConfig
  let endpoint: TokenEndpoint

  func token(_ open: @Sendable (String) async throws -> Void) async throws -> OAuthToken {
    guard let authorizationURL = config.authorizationURL else {
      throw NetworkError(.url, "The authorization code grant needs an authorization URL")
    }
    let receiver = try LoopbackReceiver(port: config.redirectPort, path: config.redirectPath)
    defer { receiver.stop() }
    let (proof, state) = (PKCE(), config.state ?? PKCE.randomText())
    let redirect = "http://\(config.redirectHost):\(receiver.port)\(config.redirectPath)"
    try await open(Self.url(authorizationURL, config, proof: proof, state: state, redirect: redirect))
    let query = try await receiver.query()
    let code = try Self.code(in: query, state: state)
    var form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect)]
    if config.usesPKCE { form.append(("code_verifier", proof.verifier)) }
    return try await endpoint.token(form, withScope: false)
  }

  static func url(_ base: String, _ config: OAuthConfig, proof: PKCE, state: String, redirect: String) -> String {
    var fields = [
      ("response_type", "code"), ("client_id", config.clientID), ("redirect_uri", redirect), ("state", state),
    ]
    if config.usesPKCE { fields += [("code_challenge", proof.challenge), ("code_challenge_method", "S256")] }
    if !config.scopes.isEmpty { fields.append(("scope", config.scopes.joined(separator: " "))) }
    fields += config.authorizationParameters.map { ($0.name, $0.value) }
    var url = URLParts(base)
    let own = url.query.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
    url.query = own + FormText.encode(fields)
    return url.description
  }

  /// The code, when the answer is to our question and says yes.
  static func code(in query: String, state: String) throws(NetworkError) -> String {
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { continue }
      let value = parts.count > 1 ? String(parts[1].map { $0 == "+" ? " " : $0 }) : ""
      fields[String(decoding: PercentEncoding.decode(name), as: UTF8.self)] =
        String(decoding: PercentEncoding.decode(value), as: UTF8.self)
    }
    guard fields["state"] == state else {
      throw NetworkError(.unauthorized, "The login answered with another state than was sent; it may be forged")
    }
    if let error = fields["error"] {
      throw NetworkError(.unauthorized, "The login was refused: \(error)", detail: fields["error_description"])
    }
    guard let code = fields["code"], !code.isEmpty else {
      throw NetworkError(.unauthorized, "The login gave no code")
    }
    return code
  }
}
