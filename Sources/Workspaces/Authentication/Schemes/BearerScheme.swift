import Networking

/// RFC 6750: a token in a header.
struct BearerScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "bearer", title: "Bearer token",
      fields: [.init("token", "Token", isSecret: true, isRequired: true)],
      application: BearerScheme())
    scheme.carriage = { .header(name: "Authorization", value: "Bearer \($0["token"])") }
    return scheme
  }()

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
    config.addAuthorization("Bearer " + (try fields.value("token")))
  }
}

extension AuthenticationScheme {
  package static let bearer = BearerScheme.description
}
