import Basics

/// The authorization code grant for native apps: PKCE and a loopback redirect (RFC 8252).
struct AuthorizationCodeFlow: Sendable {
  let config: OAuthConfig
  let endpoint: TokenEndpoint

  func token(_ open: @Sendable (String) async throws -> Void) async throws -> OAuthToken {
    guard let authorizationURL = config.authorizationURL else {
      throw NetworkError(.url, "The authorization code grant needs an authorization URL")
    }
    let (proof, state) = (PKCE(), config.state ?? PKCE.randomText())
    let receiver = try LoopbackReceiver(port: config.redirectPort, path: config.redirectPath) { query in
      Self.verdict(on: query, state: state)
    }
    defer { receiver.stop() }
    let redirect = "http://\(config.redirectHost):\(receiver.port)\(config.redirectPath)"
    let page = try WebPage(Self.url(authorizationURL, config, proof: proof, state: state, redirect: redirect))
    try await open(page.url)
    let code = try await receiver.code()
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

  /// Only the server that was asked knows the state: a query without it is ignored, even if it reports an error (RFC
  /// 6749, section 10.12).
  static func verdict(on query: String, state: String) -> LoopbackReceiver.Verdict {
    let fields = fields(of: query)
    guard fields["state"] == state else { return .foreign }
    if let error = fields["error"] {
      let refusal = NetworkError(
        .unauthorized, "The login was refused: \(error)", detail: fields["error_description"])
      return .answer(.failure(refusal))
    }
    guard let code = fields["code"], !code.isEmpty else {
      return .answer(.failure(NetworkError(.unauthorized, "The login returned no code")))
    }
    return .answer(.success(code))
  }

  private static func fields(of query: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { continue }
      let value = parts.count > 1 ? String(parts[1].map { $0 == "+" ? " " : $0 }) : ""
      fields[PercentEncoding.decodedText(name)] =
        PercentEncoding.decodedText(value)
    }
    return fields
  }
}
