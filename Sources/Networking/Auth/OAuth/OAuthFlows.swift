import Basics
import Essentials
import HTTPModel

/// The authorization code grant for native apps: PKCE and a loopback redirect (RFC 8252).
struct AuthorizationCodeFlow: Sendable {
  let config: OAuthConfig
  let endpoint: TokenEndpoint

  func token(_ open: @Sendable (String) async throws -> Void) async throws -> OAuthToken {
    guard let authorizationURL = config.authorizationURL else {
      throw NetworkError(.url, "The authorization code grant needs an authorization URL")
    }
    let (proof, state) = (PKCE(), config.state ?? RandomText.make())
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

  /// Other programs do not know the state, so a query without it is ignored, even if it reports an error (RFC 6749,
  /// section 10.12).
  static func verdict(on query: String, state: String) -> LoopbackReceiver.Verdict {
    let fields = Dictionary(PercentEncoding.pairs(query).map { ($0.name, $0.value) }) { _, last in last }
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
}

/// Proves that an authorization code is redeemed by the client that requested it (RFC 7636).
struct PKCE: Equatable {
  var verifier = RandomText.make()

  /// `S256`: base64url of the SHA-256 of the verifier.
  var challenge: String { Base64.encode(Digest.sha256(verifier.utf8), .url, isPadded: false) }
}

/// The device grant (RFC 8628): the user logs in on another device while this client polls.
struct DeviceCodeFlow: Sendable {
  let config: OAuthConfig
  let endpoint: TokenEndpoint
  let clock: ExecutionClock

  private struct Answer: Decodable {
    var deviceCode: String?
    var userCode: String?
    var verificationUri: String?
    // Google's spelling.
    var verificationUrl: String?
    var verificationUriComplete: String?
    var expiresIn: JSONValue?
    var interval: JSONValue?
    var error: String?
    var errorDescription: String?
  }

  func token(_ show: @Sendable (OAuthConfig.DeviceCode) async throws -> Void) async throws -> OAuthToken {
    guard let url = config.deviceURL else {
      throw NetworkError(.url, "The device grant needs the URL for device authorization")
    }
    let fields = config.scopes.isEmpty ? [] : [("scope", config.scopes.joined(separator: " "))]
    let (response, answer): (Response, Answer?)
    do { (response, answer) = try await endpoint.post(fields, to: url, as: Answer.self) } catch { throw error.error }
    guard let answer, let code = answer.deviceCode, let userCode = answer.userCode,
      let verification = answer.verificationUri ?? answer.verificationUrl
    else { throw endpoint.refusal(response, code: answer?.error, text: answer?.errorDescription).error }
    let life = max(1, min(endpoint.seconds(answer.expiresIn) ?? 900, 86_400))
    let interval = max(1, min(endpoint.seconds(answer.interval) ?? 5, 300))
    // The page with the code filled in is optional: without it the user types the code.
    let complete = answer.verificationUriComplete.flatMap { try? WebPage($0) }
    try await show(
      OAuthConfig.DeviceCode(
        userCode: userCode, verificationURL: try WebPage(verification).url, completeURL: complete?.url,
        expiresIn: .seconds(life)))
    return try await poll(code, every: interval, until: clock.now().addingTimeInterval(life))
  }

  private func poll(_ code: String, every seconds: Double, until end: Date) async throws -> OAuthToken {
    var interval = seconds
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code)]
    while clock.now() < end {
      try await clock.sleep(.seconds(interval))
      do throws(TokenEndpoint.Refusal) {
        return try await endpoint.ask(form, withScope: false)
      } catch {
        switch error.code {
        case "authorization_pending": continue
        case "slow_down": interval += 5
        default: throw error.error
        }
      }
    }
    throw NetworkError(.unauthorized, "The code expired before it was entered")
  }
}
