import Basics
import HTTPModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// OAuth 1.0 (RFC 5849): each attempt is signed when it is sent.
struct OAuth1Scheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "oauth1", title: "OAuth 1.0",
      fields: [
        .init("consumerKey"), .init("consumerSecret", isSecret: true), .init("accessToken", isSecret: true),
        .init("accessTokenSecret", isSecret: true), .init("callbackUrl"), .init("verifier", isSecret: true),
        .init("signatureMethod"), .init("privateKey.type"), .init("privateKey.value", isSecret: true),
        .init("timestamp"), .init("nonce"), .init("version"), .init("realm"), .init("placement"),
        .init("includeBodyHash", nil, .flag),
      ], application: OAuth1Scheme())
    scheme.isOffered = false
    scheme.carriage = { _ in .computed(header: "Authorization") }
    return scheme
  }()

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
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
}

extension AuthenticationScheme {
  package static let oauth1 = OAuth1Scheme.description
}

/// A JSON Web Token (RFC 7519) that is signed for each send, with a shared secret or a private key.
struct JWTScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "jwt", title: "JWT (signed by Apus)",
      fields: [
        .init("algorithm", "Algorithm", .choice(TokenSigner.Algorithm.allCases.map(\.rawValue))),
        .init("key", "Key", isSecret: true, isRequired: true, hasLines: true),
        .init("encoding", "Encoding", .choice(["text", "base64"])),
        .init("claims", "Claims", isRequired: true, hasLines: true),
        .init("expiresIn", "Valid (s)", .number),
        .init("header", "Header", hasLines: true),
        .init("placement", "Placement", .choice(["header", "query"])),
        .init("name", "Name"), .init("prefix", "Prefix"),
      ], application: JWTScheme())
    scheme.carriage = { .computed(header: isInQuery($0) ? nil : $0.named("Authorization")) }
    return scheme
  }()

  private static func isInQuery(_ authentication: Authentication) -> Bool { authentication["placement"] == "query" }

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    let token = try token(of: &fields)
    fields.hide(token)
    let name = try fields.value("name")
    if Self.isInQuery(fields.authentication) {
      config.query.append(name.isEmpty ? "token" : name, token)
    } else {
      let prefix = try fields.optional("prefix") ?? "Bearer"
      config.headers.append(name.isEmpty ? "Authorization" : name, "\(prefix) \(token)")
    }
  }

  private func token(of fields: inout SchemeFields) throws(SendRefusal) -> String {
    let word = try fields.value("algorithm")
    guard let algorithm = TokenSigner.Algorithm(rawValue: word.isEmpty ? "HS256" : word.uppercased()) else {
      let known = TokenSigner.Algorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.refusal("algorithm", "\(word) is not supported; use one of \(known)")
    }
    let key = try key(of: &fields, isText: !algorithm.isShared)
    let header = try object("header", of: &fields)
    let claims = try claims(of: &fields)
    do throws(TokenSigner.Failure) {
      return try TokenSigner(algorithm, key: key).token(of: claims, header: header)
    } catch { throw fields.refusal("key", error.message) }
  }

  private func key(of fields: inout SchemeFields, isText: Bool) throws(SendRefusal) -> [UInt8] {
    let text = try fields.value("key")
    guard !isText, fields.authentication["encoding"] == "base64" else { return Array(text.utf8) }
    guard let bytes = Base64.decodeLeniently(text.utf8) else { throw fields.refusal("key", "it is not Base64") }
    return bytes
  }

  /// Adds the times of this send; times in the claims themselves take precedence.
  private func claims(of fields: inout SchemeFields) throws(SendRefusal) -> JSONValue {
    var claims = try object("claims", of: &fields)
    guard let text = try fields.optional("expiresIn") else { return claims }
    guard let seconds = Int(text), (0...Self.longest).contains(seconds) else {
      throw fields.refusal("expiresIn", "\(text) is not a number of seconds; 0 adds only the time of the send")
    }
    let now = Int(Date().timeIntervalSince1970)
    if claims["iat"] == nil { claims["iat"] = .number(String(now)) }
    if seconds > 0, claims["exp"] == nil { claims["exp"] = .number(String(now + seconds)) }
    return claims
  }

  /// In seconds: a hundred years.
  private static let longest = 100 * 366 * 86_400

  private func object(
    _ name: String, of fields: inout SchemeFields
  ) throws(SendRefusal) -> JSONValue {
    guard let text = try fields.optional(name) else { return .object([]) }
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: text.utf8) } catch {
      throw fields.refusal(name, "it is not JSON: \(error)")
    }
    guard case .object = value else { throw fields.refusal(name, "it is not a JSON object such as {\"sub\": \"ada\"}") }
    return value
  }
}

extension Authentication {
  fileprivate func named(_ usual: String) -> String { self["name"].isEmpty ? usual : self["name"] }
}

extension AuthenticationScheme {
  package static let jwt = JWTScheme.description
}
