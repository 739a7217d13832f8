import Basics

/// Login, tokens, and resources for each common kind of authentication.
struct AuthenticationRoutes: Sendable {
  let store: Store

  var routes: [Route] {
    [login, me, logout, basic, apiKey, bearer]
  }

  private var login: Route {
    Route("POST", "login", "username and password (demo, demo) for a token") { [store] request async throws(Problem) in
      let (name, password) = try Self.credentials(in: request)
      guard name == "demo" || name == "ada@example.com", password == "demo" else {
        throw .unauthorized("The name or the password is wrong; both are demo.", challenge: "Bearer realm=\"demo\"")
      }
      let token = await store.issueToken(for: 1)
      return .json(
        ["token": .string(token), "token_type": "Bearer", "expires_in": 3600],
        headers: [("Cache-Control", "no-store"), ("Set-Cookie", "session=\(token); Path=/; HttpOnly; SameSite=Lax")])
    }
  }

  private var me: Route {
    Route("GET", "me", "who the token belongs to; 401 without one") { [store] request async throws(Problem) in
      .json(try await Self.user(of: request, in: store).record)
    }
  }

  private var logout: Route {
    Route("POST", "logout", "ends the token") { [store] request async throws(Problem) in
      _ = await store.revoke(try await Self.user(of: request, in: store).token)
      return Answer(status: 204, headers: [("Set-Cookie", "session=; Path=/; Max-Age=0")])
    }
  }

  private var bearer: Route {
    Route("GET", "auth/bearer", "echoes any bearer token; 401 without one") { request throws(Problem) in
      guard let token = Self.value(of: "bearer", in: request) else {
        throw .unauthorized("Send Authorization: Bearer and a token.", challenge: "Bearer realm=\"demo\"")
      }
      return .json(["authenticated": true, "token": .string(token)])
    }
  }

  private var basic: Route {
    Route("GET", "auth/basic", "HTTP Basic with demo and demo") { request throws(Problem) in
      guard let encoded = Self.value(of: "basic", in: request),
        let bytes = Base64.decodeLeniently(encoded.utf8, [.standard]),
        String(decoding: bytes, as: UTF8.self) == "demo:demo"
      else { throw .unauthorized("Name and password are demo.", challenge: "Basic realm=\"demo\", charset=\"UTF-8\"") }
      return .json(["authenticated": true, "user": "demo"])
    }
  }

  private var apiKey: Route {
    Route("GET", "auth/api-key", "demo-key in X-API-Key or ?api_key=") { request throws(Problem) in
      let placement = request.header("X-API-Key") == "demo-key" ? "header" : "query"
      guard placement == "header" || request.queryValue("api_key") == "demo-key" else {
        throw .unauthorized("Send demo-key in X-API-Key or as api_key.", challenge: "ApiKey realm=\"demo\"")
      }
      return .json(["authenticated": true, "placement": .string(placement)])
    }
  }

  /// Reads the name and password from a JSON body or a form.
  private static func credentials(in request: IncomingRequest) throws(Problem) -> (String, String) {
    if request.header("Content-Type")?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      let fields = PercentEncoding.pairs(String(decoding: request.body.bytes, as: UTF8.self))
      let value = { (name: String) in fields.first { $0.name == name }?.value ?? "" }
      return (value("username"), value("password"))
    }
    let input = try RecordRoutes.document(of: request)
    let missing = ["username", "password"].filter { input[$0]?.string == nil }
    guard missing.isEmpty else { throw .invalid(missing.map { .init(field: $0, message: "is required") }) }
    return (input["username"]?.string ?? "", input["password"]?.string ?? "")
  }

  private static func user(
    of request: IncomingRequest, in store: Store
  ) async throws(Problem) -> (token: String, record: JSONValue) {
    guard let token = value(of: "bearer", in: request), let record = await store.user(forToken: token) else {
      throw .unauthorized("Log in with POST /login and send the token as a bearer.", challenge: "Bearer realm=\"demo\"")
    }
    return (token, record)
  }

  /// The part of `Authorization` after the scheme's name.
  private static func value(of scheme: String, in request: IncomingRequest) -> String? {
    let words = (request.header("Authorization") ?? "").split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == scheme else { return nil }
    return String(words[1])
  }
}
