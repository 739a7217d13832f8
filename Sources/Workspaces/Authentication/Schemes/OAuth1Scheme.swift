import Networking

/// OAuth 1.0 (RFC 5849): each attempt is signed when it is sent.
enum OAuth1Scheme {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "oauth1", title: "OAuth 1.0",
      fields: [
        .init("consumerKey"), .init("consumerSecret", isSecret: true), .init("accessToken", isSecret: true),
        .init("accessTokenSecret", isSecret: true), .init("callbackUrl"), .init("verifier", isSecret: true),
        .init("signatureMethod"), .init("privateKey.type"), .init("privateKey.value", isSecret: true),
        .init("timestamp"), .init("nonce"), .init("version"), .init("realm"), .init("placement"),
        .init("includeBodyHash", nil, .flag),
      ], application: apply)
    scheme.isOffered = false
    scheme.carriage = { _ in .computed(header: "Authorization") }
    return scheme
  }()

  private static func apply(
    _ fields: AuthenticationFields, _ builder: inout RequestBuilder, _ config: inout RequestConfig
  ) throws(SendRefusal) {
    if config.hasAuthorization { return }
    let word = try fields.value("signatureMethod", &builder)
    guard let method = OAuth1.Method(rawValue: word.isEmpty ? "HMAC-SHA1" : word.uppercased()) else {
      let known = OAuth1.Method.allCases.map(\.rawValue).joined(separator: ", ")
      throw fields.refusal("signatureMethod", .invalid("\(word) signatures are not supported; use one of \(known)"))
    }
    var oauth = OAuth1(
      consumerKey: try fields.value("consumerKey", &builder),
      consumerSecret: try fields.value("consumerSecret", &builder))
    oauth.method = method
    oauth.token = try fields.value("accessToken", &builder)
    oauth.tokenSecret = try fields.value("accessTokenSecret", &builder)
    oauth.realm = try fields.optional("realm", &builder)
    oauth.callback = try fields.optional("callbackUrl", &builder)
    oauth.verifier = try fields.optional("verifier", &builder)
    oauth.timestamp = try fields.optional("timestamp", &builder)
    oauth.nonce = try fields.optional("nonce", &builder)
    oauth.placement = OAuth1.Placement(rawValue: try fields.value("placement", &builder)) ?? .header
    oauth.includesBodyHash = fields.authentication["includeBodyHash"] == "true"
    let signer = oauth
    config.modifiers.append { try signer.sign(&$0) }
  }
}

extension AuthenticationScheme {
  public static let oauth1 = OAuth1Scheme.description
}
