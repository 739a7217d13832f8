import Networking

/// A key under a name that the server chooses, sent as a header or a query parameter.
struct APIKeyScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "apikey", title: "API key",
      fields: [
        .init("key", "Key"), .init("value", "Value", isSecret: true),
        .init("placement", "Placement", .choice(["header", "query"])),
      ], application: APIKeyScheme())
    scheme.carriage = { authentication in
      let (name, value) = (authentication["key"], authentication["value"])
      return isInQuery(authentication) ? .query(name: name, value: value) : .header(name: name, value: value)
    }
    return scheme
  }()

  private static func isInQuery(_ authentication: Authentication) -> Bool {
    ["query", "queryparams"].contains(authentication["placement"])
  }

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
    let name = try fields.value("key")
    let value = try fields.value("value")
    guard !name.isEmpty else { return }
    if Self.isInQuery(fields.authentication) {
      config.query.append(name, value)
    } else {
      config.headers.append(name, value)
    }
  }
}

extension AuthenticationScheme {
  package static let apikey = APIKeyScheme.description
}
