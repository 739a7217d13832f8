/// RFC 6750: a token in a header.
enum BearerScheme {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "bearer", title: "Bearer token",
      fields: [.init("token", "Token", isSecret: true, isRequired: true)]
    ) { fields, builder, config throws(SendRefusal) in
      config.addAuthorization("Bearer " + (try fields.value("token", &builder)))
    }
    scheme.carriage = { .header(name: "Authorization", value: "Bearer \($0["token"])") }
    return scheme
  }()
}

extension AuthenticationScheme {
  public static let bearer = BearerScheme.description
}
