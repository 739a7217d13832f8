import Basics
import Essentials
import HTTPModel

extension AuthenticationScheme {
  /// OAuth 1.0 (RFC 5849): each attempt is signed when it is sent.
  package static let oauth1 = AuthenticationScheme(
    "oauth1", title: "OAuth 1.0",
    fields: [
      Field("consumerKey"), Field("consumerSecret", isSecret: true), Field("accessToken", isSecret: true),
      Field("accessTokenSecret", isSecret: true), Field("callbackUrl"), Field("verifier", isSecret: true),
      Field("signatureMethod"), Field("privateKey.type"), Field("privateKey.value", isSecret: true),
      Field("timestamp"), Field("nonce"), Field("version"), Field("realm"), Field("placement"),
      Field("includeBodyHash", nil, .flag),
    ], isOffered: false, carriage: { _ in .computed(header: "Authorization") }
  ) { fields, config throws(SendRefusal) in
    if config.hasAuthorization { return }
    let word = try fields.value("signatureMethod")
    guard let method = OAuth1.Method(rawValue: word.isEmpty ? "HMAC-SHA1" : word.uppercased()) else {
      let known = OAuth1.Method.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.refusal("signatureMethod", "\(word) signatures are not supported; use one of \(known)")
    }
    var oauth = OAuth1(
      consumerKey: try fields.value("consumerKey"),
      consumerSecret: try fields.value("consumerSecret"))
    oauth.method = method
    oauth.token = try fields.value("accessToken")
    oauth.tokenSecret = try fields.value("accessTokenSecret")
    if word.uppercased().hasPrefix("RSA") {
      guard try fields.value("privateKey.type") != "file" else {
        throw fields.refusal("privateKey.type", "a key in a file is not read; put the PEM text into a secret")
      }
      oauth.privateKey = try fields.value("privateKey.value")
    }
    oauth.realm = try fields.optional("realm")
    oauth.callback = try fields.optional("callbackUrl")
    oauth.verifier = try fields.optional("verifier")
    oauth.timestamp = try fields.optional("timestamp")
    oauth.nonce = try fields.optional("nonce")
    oauth.placement = OAuth1.Placement(rawValue: try fields.value("placement")) ?? .header
    oauth.includesBodyHash = fields.authentication["includeBodyHash"] == "true"
    let signer = oauth
    config.modifiers.append { try signer.sign(&$0) }
  }

  /// A JSON Web Token (RFC 7519) that is signed for each send, with a shared secret or a private key.
  package static let jwt = AuthenticationScheme(
    "jwt", title: "JWT (signed by Apus)",
    fields: [
      Field("algorithm", "Algorithm", .choice(TokenSigner.Algorithm.allCases.map(\.rawValue))),
      Field("key", "Key", isSecret: true, isRequired: true, hasLines: true),
      Field("encoding", "Encoding", .choice(["text", "base64"])),
      Field("claims", "Claims", isRequired: true, hasLines: true), Field("expiresIn", "Valid (s)", .number),
      Field("header", "Header", hasLines: true), Field("placement", "Placement", .choice(["header", "query"])),
      Field("name", "Name"), Field("prefix", "Prefix"),
    ],
    carriage: { authentication in
      let name = authentication["name"].isEmpty ? "Authorization" : authentication["name"]
      return .computed(header: authentication["placement"] == "query" ? nil : name)
    }
  ) { fields, config throws(SendRefusal) in
    let token = try fields.webToken()
    fields.hide(token)
    let name = try fields.value("name")
    if fields.authentication["placement"] == "query" {
      config.query.append(name.isEmpty ? "token" : name, token)
    } else {
      let prefix = try fields.optional("prefix") ?? "Bearer"
      config.headers.append(name.isEmpty ? "Authorization" : name, "\(prefix) \(token)")
    }
  }
}

extension SchemeFields {
  fileprivate mutating func webToken() throws(SendRefusal) -> String {
    let word = try value("algorithm")
    guard let algorithm = TokenSigner.Algorithm(rawValue: word.isEmpty ? "HS256" : word.uppercased()) else {
      let known = TokenSigner.Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw refusal("algorithm", "\(word) is not supported; use one of \(known)")
    }
    let key = try key(isText: !algorithm.isShared)
    let header = try object("header")
    let claims = try claims()
    do throws(TokenSigner.Failure) {
      return try TokenSigner(algorithm, key: key).token(of: claims, header: header)
    } catch { throw refusal("key", error.message) }
  }

  private mutating func key(isText: Bool) throws(SendRefusal) -> [UInt8] {
    let text = try value("key")
    guard !isText, authentication["encoding"] == "base64" else { return Array(text.utf8) }
    guard let bytes = Base64.decodeLeniently(text.utf8) else { throw refusal("key", "it is not Base64") }
    return bytes
  }

  /// Adds the times of this send; times in the claims themselves take precedence.
  private mutating func claims() throws(SendRefusal) -> JSONValue {
    var claims = try object("claims")
    guard let text = try optional("expiresIn") else { return claims }
    guard let seconds = Int(text), (0...Self.longest).contains(seconds) else {
      throw refusal("expiresIn", "\(text) is not a number of seconds; 0 adds only the time of the send")
    }
    let now = Int(Date().timeIntervalSince1970)
    if claims["iat"] == nil { claims["iat"] = .number(String(now)) }
    if seconds > 0, claims["exp"] == nil { claims["exp"] = .number(String(now + seconds)) }
    return claims
  }

  /// In seconds: a hundred years.
  private static let longest = 100 * 366 * 86_400

  private mutating func object(_ name: String) throws(SendRefusal) -> JSONValue {
    guard let text = try optional(name) else { return .object([]) }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: text.utf8) } catch {
      throw refusal(name, "it is not JSON: \(error)")
    }
    guard case .object = value else { throw refusal(name, "it is not a JSON object such as {\"sub\": \"ada\"}") }
    return value
  }
}
