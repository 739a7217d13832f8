import Basics

/// RFC 7617: user name and password in a header.
enum BasicScheme {
  /// The fields of Basic, and of the schemes that send the same credentials in another way.
  static let fields: [AuthenticationScheme.Field] = [
    .init("username", "Username"), .init("password", "Password", isSecret: true),
  ]

  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme("basic", title: "Basic", fields: fields) {
      fields, builder, config throws(SendRefusal) in
      let user = try fields.value("username", &builder)
      let credentials = Base64.encode("\(user):\(try fields.value("password", &builder))".utf8)
      builder.hide(credentials)
      config.addAuthorization("Basic " + credentials)
    }
    scheme.carriage = { .login(user: $0["username"], password: $0["password"], header: "Authorization") }
    return scheme
  }()
}

extension AuthenticationScheme {
  public static let basic = BasicScheme.description
}
