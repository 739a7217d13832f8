import Networking

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

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
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
