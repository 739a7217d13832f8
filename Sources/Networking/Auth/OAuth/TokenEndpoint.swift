import Basics
import Essentials
import HTTPModel
import HTTPTypes

/// The token endpoint of an OAuth 2 server (RFC 6749, section 3.2).
struct TokenEndpoint: Sendable {
  let config: OAuthConfig
  let client: Client
  let clock: ExecutionClock

  /// The fields of a response; some servers write numbers as text.
  private struct Answer: Decodable {
    var accessToken: String?
    var tokenType: String?
    var refreshToken: String?
    var expiresIn: JSONValue?
    var scope: String?
    var idToken: String?
    var error: String?
    var errorDescription: String?
  }

  /// An error response, with its code.
  struct Refusal: Error {
    let code: String
    let error: NetworkError
  }

  func refresh(_ refreshToken: String) async throws(NetworkError) -> OAuthToken {
    let form = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
    let more = (config.refreshParameters ?? config.tokenParameters).map { ($0.name, $0.value) }
    do {
      var token = try await ask(form + more, at: config.refreshURL ?? config.tokenURL)
      // Servers that do not rotate refresh tokens omit it; the old one stays valid.
      token.refreshToken = token.refreshToken ?? refreshToken
      return token
    } catch {
      throw error.error
    }
  }

  func token(_ form: [(String, String)], withScope: Bool) async throws(NetworkError) -> OAuthToken {
    do {
      return try await ask(form, withScope: withScope)
    } catch {
      throw error.error
    }
  }

  func ask(_ form: [(String, String)], withScope: Bool) async throws(Refusal) -> OAuthToken {
    var fields = form
    if withScope, !config.scopes.isEmpty { fields.append(("scope", config.scopes.joined(separator: " "))) }
    return try await ask(fields + config.tokenParameters.map { ($0.name, $0.value) }, at: config.tokenURL)
  }

  private func ask(_ fields: [(String, String)], at url: String) async throws(Refusal) -> OAuthToken {
    let (response, answer) = try await post(fields, to: url, as: Answer.self)
    guard let text = answer?.accessToken, !text.isEmpty, response.status.kind == .successful else {
      throw refusal(response, code: answer?.error, text: answer?.errorDescription)
    }
    return OAuthToken(
      accessToken: text, tokenType: answer?.tokenType ?? "Bearer", refreshToken: answer?.refreshToken,
      expiresAt: seconds(answer?.expiresIn).map { clock.now().addingTimeInterval($0) }, scope: answer?.scope,
      idToken: answer?.idToken)
  }

  /// Sends a form with the client's own credentials; the value is `nil` if the response is not JSON.
  func post<Value: Decodable>(
    _ fields: [(String, String)], to url: String, as type: Value.Type
  ) async throws(Refusal) -> (Response, Value?) {
    do throws(NetworkError) {
      let request = try request(fields, to: url)
      let client = client
      let response = try await Self.serving { () throws(NetworkError) in
        try await client.response(for: request) {
          $0.authorize = false
          $0.validators = []
        }
      }
      // The status decides about a response that is not JSON.
      return (response, try? Self.decoder.decode(Value.self, from: Data(response.body.allBytes)))
    } catch {
      throw Refusal(code: "", error: Self.named(error, url))
    }
  }

  /// Adds the endpoint and the next step to the error of a refused redirect.
  private static func named(_ error: NetworkError, _ url: String) -> NetworkError {
    guard error.category == .refusedRedirect, error.detail == nil else { return error }
    var named = error
    named.message = "The token endpoint \(error.message)"
    named.detail = "if tokens are issued there now, configure it instead of \(url)"
    return named
  }

  func refusal(_ response: Response, code: String?, text: String?) -> Refusal {
    let reason = code.map { "said \($0)" } ?? "answered \(response.status.code) without a token"
    let error = NetworkError(
      .unauthorized, "\(response.request.url) \(reason)", detail: text, request: response.request,
      response: response)
    return Refusal(code: code ?? "", error: error)
  }

  func seconds(_ value: JSONValue?) -> Double? {
    switch value {
    case .number(let digits): Double(digits)
    case .string(let text): Double(text)
    default: nil
    }
  }

  private func request(_ fields: [(String, String)], to url: String) throws(NetworkError) -> Request {
    var fields = fields
    var headers = Headers([Header("Accept", "application/json")])
    if config.clientAuthentication == .header, let secret = config.clientSecret {
      let pair = "\(PercentEncoding.component(config.clientID)):\(PercentEncoding.component(secret))"
      headers.append("Authorization", "Basic \(Base64.encode(pair.utf8))")
    } else {
      fields.append(("client_id", config.clientID))
      if let secret = config.clientSecret { fields.append(("client_secret", secret)) }
    }
    headers.append("Content-Type", "application/x-www-form-urlencoded")
    for header in config.tokenHeaders { headers.set(header.name, header.value) }
    let body = FormText.encode(fields)
    do throws(RequestError) {
      return try Request.with(RequestConfig(url: url)) {
        $0.method = .post
        $0.headers = headers
        $0.body = .bytes(Array(body.utf8))
        $0.options = config.options
        $0.credentials.body = true
        for header in config.tokenHeaders { $0.credentials.mark(header: header.name) }
      }
    } catch {
      throw NetworkError(error)
    }
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private static func serving<Value: Sendable>(
    _ work: @Sendable () async throws(NetworkError) -> Value
  ) async throws(NetworkError) -> Value {
    let result = await ExecutionScope.$isServing.withValue(true) { () async -> Result<Value, NetworkError> in
      do throws(NetworkError) { return .success(try await work()) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
