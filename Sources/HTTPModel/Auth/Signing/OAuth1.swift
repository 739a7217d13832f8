import Basics
import Essentials
import HTTPTypes

/// Signs requests with OAuth 1.0a (RFC 5849) just before they are sent: for use in `modifiers`.
package struct OAuth1: Hashable, Sendable {
  /// The signature method (RFC 5849, section 3.4); the raw value is sent.
  package enum Method: String, Hashable, Sendable, CaseIterable {
    /// RFC 5849, section 3.4.2. The most widely supported.
    case hmacSHA1 = "HMAC-SHA1"
    /// HMAC with SHA-256; not in the RFC, but supported by several servers.
    case hmacSHA256 = "HMAC-SHA256"
    /// HMAC with SHA-512; not in the RFC, but supported by several servers.
    case hmacSHA512 = "HMAC-SHA512"
    /// RSASSA-PKCS1-v1_5 with SHA-1 and `privateKey` (RFC 5849, section 3.4.3).
    case rsaSHA1 = "RSA-SHA1"
    /// RSASSA-PKCS1-v1_5 with SHA-256; not in the RFC, but supported by several servers.
    case rsaSHA256 = "RSA-SHA256"
    /// RSASSA-PKCS1-v1_5 with SHA-512; not in the RFC, but supported by several servers.
    case rsaSHA512 = "RSA-SHA512"
    /// Both secrets, unsigned (RFC 5849, section 3.4.4): only over TLS.
    case plaintext = "PLAINTEXT"
  }

  /// The location of the parameters (RFC 5849, section 3.5).
  package enum Placement: String, Hashable, Sendable {
    /// In `Authorization`.
    case header
    /// In the URL's query.
    case query
    /// In a form body; any other body is rejected.
    case body
  }

  /// Identifies the client.
  package var consumerKey: String
  /// The client's shared secret, used for signing; only `.plaintext` sends it.
  package var consumerSecret: String
  /// Identifies the user's grant; empty until one is obtained.
  package var token = ""
  /// The secret that belongs to `token`.
  package var tokenSecret = ""
  /// The client's key for the RSA methods, of 2048 bits or more, as PEM without a password.
  package var privateKey = ""
  /// Default HMAC-SHA1.
  package var method = Method.hmacSHA1
  /// Default `.header`.
  package var placement = Placement.header
  /// `nil` omits it from the header.
  package var realm: String?
  /// `oauth_callback`, for the request that obtains temporary credentials (RFC 5849, section 2.1).
  package var callback: String?
  /// `oauth_verifier`, for the request that obtains the token (RFC 5849, section 2.3).
  package var verifier: String?
  /// Seconds since 1970; `nil` for the time of sending.
  package var timestamp: String?
  /// `nil` generates 128 random bits for each attempt.
  package var nonce: String?
  /// Signs a body that is not a form by its digest (the OAuth Request Body Hash extension).
  package var includesBodyHash = false

  /// A client without a token; set `token` and `tokenSecret` once they are known.
  package init(consumerKey: String, consumerSecret: String) {
    self.consumerKey = consumerKey
    self.consumerSecret = consumerSecret
  }

  /// Adds the OAuth parameters and the signature.
  /// - Throws: category `encoding` if the body cannot be signed as configured; `unsupported` if the system has no
  ///   libcrypto for the hash.
  package func sign(_ request: inout Request) throws(NetworkError) {
    let form = try Self.form(of: request)
    if placement == .body, form == nil {
      throw NetworkError(.encoding, "OAuth 1 parameters fit only into a form body; use the header or the query")
    }
    var parameters = try parameters(for: request, isForm: form != nil)
    let url = URLParts(request.url)
    let others = [url.query, form].flatMap { PercentEncoding.pairs($0 ?? "") }.map { ($0.name, $0.value) }
    let base = OAuth1Text.base(method: request.method.rawValue, url: url, parameters: parameters + others)
    parameters.append(("oauth_signature", try signature(of: base)))
    put(parameters, into: &request, url, form)
  }

  private func parameters(for request: Request, isForm: Bool) throws(NetworkError) -> [(String, String)] {
    var made = [("oauth_consumer_key", consumerKey)]
    if !token.isEmpty { made.append(("oauth_token", token)) }
    made.append(("oauth_signature_method", method.rawValue))
    made.append(("oauth_timestamp", timestamp ?? String(Int(Date().timeIntervalSince1970))))
    made.append(("oauth_nonce", nonce ?? RandomText.make()))
    made.append(("oauth_version", "1.0"))
    if let callback { made.append(("oauth_callback", callback)) }
    if let verifier { made.append(("oauth_verifier", verifier)) }
    if includesBodyHash, !isForm { made.append(("oauth_body_hash", try bodyHash(request))) }
    return made
  }

  private func bodyHash(_ request: Request) throws(NetworkError) -> String {
    let bytes: [UInt8]
    switch request.body {
    case .none: bytes = []
    case .bytes(let content): bytes = content
    case .file, .sequence, .stream:
      throw NetworkError(.encoding, "The OAuth 1 body hash needs a body in memory; switch it off for files")
    }
    do throws(CryptoFailure) { return Base64.encode(try (method.hash ?? .sha1).hash(bytes)) } catch {
      throw NetworkError(error)
    }
  }

  private func signature(of base: String) throws(NetworkError) -> String {
    let key = "\(PercentEncoding.component(consumerSecret))&\(PercentEncoding.component(tokenSecret))"
    guard let hash = method.hash else { return key }
    do throws(CryptoFailure) {
      if method.isOfKeyPair {
        let key = try PrivateKey(pem: PrivateKey.lines(of: privateKey), for: .rsa(hash))
        return Base64.encode(try key.signature(of: Array(base.utf8)))
      }
      return Base64.encode(try hash.code(Array(base.utf8), key: Array(key.utf8)))
    } catch {
      throw NetworkError(error)
    }
  }

  private func put(
    _ parameters: [(String, String)], into request: inout Request, _ url: URLParts, _ form: String?
  ) {
    switch placement {
    case .header:
      var fields = parameters.map { "\(PercentEncoding.component($0.0))=\"\(PercentEncoding.component($0.1))\"" }
      if let realm { fields.insert("realm=\"\(realm.filter { $0 != "\"" && $0 != "\\" })\"", at: 0) }
      request.headers.set("Authorization", "OAuth " + fields.joined(separator: ", "))
    case .query:
      var url = url
      url.query = (url.query.map { $0.isEmpty ? "" : $0 + "&" } ?? "") + FormText.encode(parameters)
      request.url = url.description
    case .body:
      let before = form.map { $0.isEmpty ? "" : $0 + "&" } ?? ""
      request.body = .bytes(Array((before + FormText.encode(parameters)).utf8))
      request.credentials.body = true
    }
  }

  /// The form body to sign; `nil` for any other body.
  private static func form(of request: Request) throws(NetworkError) -> String? {
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    guard type.hasPrefix("application/x-www-form-urlencoded") else { return nil }
    switch request.body {
    case .none: return ""
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .file, .sequence, .stream:
      throw NetworkError(.encoding, "OAuth 1 signs the fields of a form, which cannot be read from a file")
    }
  }
}

extension OAuth1.Method {
  /// `nil` for methods without a signature.
  fileprivate var hash: HashFunction? {
    switch self {
    case .hmacSHA1, .rsaSHA1: .sha1
    case .hmacSHA256, .rsaSHA256: .sha256
    case .hmacSHA512, .rsaSHA512: .sha512
    case .plaintext: nil
    }
  }

  fileprivate var isOfKeyPair: Bool { rawValue.hasPrefix("RSA") }
}

/// The text that an OAuth 1 signature covers (RFC 5849, section 3.4.1).
enum OAuth1Text {
  static func base(method: String, url: URLParts, parameters: [(String, String)]) -> String {
    // Sorted bytewise by escaped name, then escaped value.
    let escaped = parameters.map { (Array(PercentEncoding.component($0.0).utf8), PercentEncoding.component($0.1)) }
    let sorted = escaped.sorted { left, right in
      left.0 == right.0
        ? left.1.utf8.lexicographicallyPrecedes(right.1.utf8) : left.0.lexicographicallyPrecedes(right.0)
    }
    let text = sorted.map { "\(String(decoding: $0.0, as: UTF8.self))=\($0.1)" }.joined(separator: "&")
    return [method.uppercased(), uri(url), text].map(PercentEncoding.component).joined(separator: "&")
  }

  /// The base string URI (section 3.4.1.2): no query, fragment, user or default port.
  static func uri(_ url: URLParts) -> String {
    let scheme = (url.scheme ?? "http").lowercased()
    let standard = scheme == "https" ? "443" : "80"
    let port = url.portText.flatMap { $0.isEmpty || $0 == standard ? nil : ":" + $0 } ?? ""
    return "\(scheme)://\((url.host ?? "").lowercased())\(port)\(url.path.isEmpty ? "/" : url.path)"
  }
}

/// `name=value&…`, with every byte except letters, digits and `-._~` percent-encoded.
package enum FormText {
  package static func encode(_ fields: [(String, String)]) -> String {
    fields.map { "\(PercentEncoding.component($0.0))=\(PercentEncoding.component($0.1))" }.joined(separator: "&")
  }
}

/// Nonces, states and verifiers of logins.
package enum RandomText {
  /// 32 bytes from the system's cryptographically secure generator, as Base64 for URLs.
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return Base64.encode(bytes, .url, isPadded: false)
  }
}
