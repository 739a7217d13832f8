extension BruReader {
  mutating func authentication(_ mode: String) -> Authentication {
    let scheme = schemes[mode]
    if scheme == .none || scheme == .inherit { return Authentication(scheme) }
    let given = pairs("auth:\(mode)")
    switch scheme {
    case .oauth1: return Authentication(.oauth1, Self.renamed(given, Self.oauth1))
    case .oauth2:
      return Authentication(
        .oauth2, Self.placed(Self.renamed(given.filter { !Self.placing.contains($0.name) }, Self.oauth2), given),
        parameters: parameters())
    case .apikey:
      return Authentication(
        .apikey,
        given.map { pair in
          let isQuery = pair.name == "placement" && pair.value == "queryparams"
          return Authentication.Field(pair.name, isQuery ? "query" : pair.value)
        })
    default: return Authentication(scheme, Self.renamed(given, [:]))
    }
  }

  private static func renamed(_ pairs: [BruPair], _ names: [String: String]) -> [Authentication.Field] {
    pairs.map { Authentication.Field(names[$0.name] ?? $0.name, $0.value) }
  }

  /// The fields with longer names, which set the token's placement and whether PKCE is used.
  private static let placing: Set<String> = ["token_placement", "token_header_prefix", "token_query_key", "pkce"]

  private static func placed(_ fields: [Authentication.Field], _ given: [BruPair]) -> [Authentication.Field] {
    func value(_ name: String) -> String? { given.first { $0.name == name }?.value }
    var fields = fields.map { field in
      let isPassword = field.name == "flow" && field.value == "password"
      return isPassword ? Authentication.Field("flow", "resource_owner_password_credentials") : field
    }
    if let proof = value("pkce") { fields.append(.init("pkce.disabled", proof == "true" ? "false" : "true")) }
    switch value("token_placement") {
    case "url", "query", "queryparams":
      fields.append(.init("tokenConfig.placement.query", value("token_query_key") ?? "access_token"))
    default:
      if let prefix = value("token_header_prefix") { fields.append(.init("tokenConfig.placement.header", prefix)) }
    }
    return fields
  }

  /// `auth:oauth2:additional_params:REQUEST:PLACE`; the newer format cannot hold disabled ones.
  private mutating func parameters() -> [Authentication.Parameter] {
    let requests: [(String, Authentication.Parameter.Request)] = [
      ("auth_req", .authorization), ("access_token_req", .token), ("refresh_token_req", .refresh),
    ]
    let places: [(String, Authentication.Parameter.Placement)] = [
      ("headers", .header), ("queryparams", .query), ("body", .body),
    ]
    var found: [Authentication.Parameter] = []
    for (request, kind) in requests {
      for (place, placement) in places {
        let block = "auth:oauth2:additional_params:\(request):\(place)"
        for pair in pairs(block) {
          if pair.isEnabled {
            found.append(.init(kind, placement, pair.name, pair.value))
          } else {
            lose("\(pair.name) is disabled and not carried over", line: document[block]?.line ?? 1)
          }
        }
      }
    }
    return found
  }

  private static let oauth2 = [
    "grant_type": "flow", "callback_url": "callbackUrl", "authorization_url": "authorizationUrl",
    "access_token_url": "accessTokenUrl", "refresh_token_url": "refreshTokenUrl", "client_id": "credentials.clientId",
    "client_secret": "credentials.clientSecret", "credentials_placement": "credentials.placement",
    "username": "resourceOwner.username", "password": "resourceOwner.password", "credentials_id": "tokenConfig.id",
    "token_source": "tokenConfig.source", "auto_fetch_token": "settings.autoFetchToken",
    "auto_refresh_token": "settings.autoRefreshToken",
  ]

  private static let oauth1 = [
    "consumer_key": "consumerKey", "consumer_secret": "consumerSecret", "access_token": "accessToken",
    "token_secret": "accessTokenSecret", "access_token_secret": "accessTokenSecret", "callback_url": "callbackUrl",
    "signature_method": "signatureMethod", "private_key": "privateKey.value", "private_key_type": "privateKey.type",
    "include_body_hash": "includeBodyHash", "add_params_to": "placement",
  ]
}
