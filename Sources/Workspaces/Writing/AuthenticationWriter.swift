/// Carries the edit of an authentication into its node; the fields of a new one stand in the order of the format.
enum AuthenticationWriter {
  /// `nil` for none, which the format writes by leaving it out.
  static func node(_ node: YAMLNode?, from old: Authentication, to new: Authentication) -> YAMLNode? {
    switch new.scheme {
    case .none: return nil
    case .inherit: return .string("inherit")
    default: break
    }
    let word = new.scheme.word
    guard var node, old.scheme == new.scheme, node["type"]?.text == word, node[word]?.entries == nil else {
      return fresh(new, word)
    }
    node.forgetAlias()
    for field in new.fields
    where field.value != old[field.name] || !old.fields.contains(where: { $0.name == field.name }) {
      set(field.value, at: field.name.split(separator: ".").map(String.init)[...], in: &node, word)
    }
    for field in old.fields where !new.fields.contains(where: { $0.name == field.name }) {
      set(nil, at: field.name.split(separator: ".").map(String.init)[...], in: &node, word)
    }
    return node
  }

  private static func fresh(_ auth: Authentication, _ word: String) -> YAMLNode {
    var node = YAMLNode.map([("type", .string(word))])
    var fields = auth.fields
    if auth.scheme == .bearer, !fields.contains(where: { $0.name == "token" }) { fields.append(.init("token", "")) }
    for field in fields {
      set(field.value, at: field.name.split(separator: ".").map(String.init)[...], in: &node, word)
    }
    let lists = Authentication.Parameter.Request.allCases.map { request in
      (request.rawValue, list(auth.parameters.filter { $0.request == request }))
    }
    if !auth.parameters.isEmpty { node.put("additionalParameters", .map(lists), order: order(word)) }
    return node
  }

  private static func list(_ parameters: [Authentication.Parameter]) -> YAMLNode? {
    guard !parameters.isEmpty else { return nil }
    return .list(
      parameters.map { parameter in
        .map([
          ("name", .string(parameter.name)), ("value", .string(parameter.value)),
          ("placement", .string(parameter.placement.rawValue)),
        ])
      })
  }

  private static func set(_ text: String?, at path: ArraySlice<String>, in node: inout YAMLNode, _ word: String) {
    guard let key = path.first else { return }
    if path.count > 1 { return node.update(key, order: order(word)) { set(text, at: path.dropFirst(), in: &$0, word) } }
    node.put(key, text.map { value in numeric(key, value) ? .bare(value) : .string(value) }, order: order(word))
  }

  /// The few fields that are no texts.
  private static func numeric(_ key: String, _ value: String) -> Bool {
    switch key {
    case "includeBodyHash", "autoFetchToken", "autoRefreshToken", "disabled": value == "true" || value == "false"
    case "maxBodySize": Int(value) != nil
    default: false
    }
  }

  private static func order(_ word: String) -> [String] {
    switch word {
    case "basic", "digest", "wsse": ["type", "username", "password"]
    case "ntlm": ["type", "username", "password", "domain"]
    case "apikey": ["type", "key", "value", "placement"]
    case "awsv4": ["type", "accessKeyId", "secretAccessKey", "sessionToken", "service", "region", "profileName"]
    case "oauth1":
      [
        "type", "consumerKey", "consumerSecret", "accessToken", "accessTokenSecret", "callbackUrl", "verifier",
        "signatureMethod", "privateKey", "timestamp", "nonce", "version", "realm", "placement", "includeBodyHash",
      ]
    case "oauth2":
      [
        "type", "flow", "authorizationUrl", "accessTokenUrl", "refreshTokenUrl", "callbackUrl", "credentials",
        "resourceOwner", "scope", "state", "pkce", "additionalParameters", "tokenConfig", "settings",
      ]
    default: ["type", "token"]
    }
  }
}
