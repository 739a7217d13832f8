import Networking

/// A key under a name that the server chooses, sent as a header or a query parameter.
enum APIKeyScheme {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "apikey", title: "API key",
      fields: [
        .init("key", "Key"), .init("value", "Value", isSecret: true),
        .init("placement", "Placement", .choice(["header", "query"])),
      ], application: apply)
    scheme.carriage = { authentication in
      let (name, value) = (authentication["key"], authentication["value"])
      return isInQuery(authentication) ? .query(name: name, value: value) : .header(name: name, value: value)
    }
    return scheme
  }()

  private static func isInQuery(_ authentication: Authentication) -> Bool {
    ["query", "queryparams"].contains(authentication["placement"])
  }

  private static func apply(
    _ fields: AuthenticationFields, _ builder: inout RequestBuilder, _ config: inout RequestConfig
  ) throws(SendRefusal) {
    let name = try fields.value("key", &builder)
    let value = try fields.value("value", &builder)
    guard !name.isEmpty else { return }
    if isInQuery(fields.authentication) {
      config.query.append(name, value)
    } else if config.headers[name] == nil {
      config.headers.append(name, value)
      config.credentials.mark(header: name)
    }
  }
}

extension AuthenticationScheme {
  public static let apikey = APIKeyScheme.description
}
