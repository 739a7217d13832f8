import Basics
import HTTPModel

extension AuthenticationScheme {
  /// The fields of Basic, and of the schemes that send the same credentials in another way.
  static let loginFields = [Field("username", "Username"), Field("password", "Password", isSecret: true)]

  /// RFC 7617: user name and password in a header.
  package static let basic = AuthenticationScheme(
    "basic", title: "Basic", fields: loginFields,
    carriage: { .login(user: $0["username"], password: $0["password"], header: "Authorization") }
  ) { fields, config throws(SendRefusal) in
    let user = try fields.value("username")
    let credentials = Base64.encode("\(user):\(try fields.value("password"))".utf8)
    fields.hide(credentials)
    config.addAuthorization("Basic " + credentials)
  }

  /// RFC 6750: a token in a header.
  package static let bearer = AuthenticationScheme(
    "bearer", title: "Bearer token", fields: [Field("token", "Token", isSecret: true, isRequired: true)],
    carriage: { .header(name: "Authorization", value: "Bearer \($0["token"])") }
  ) { fields, config throws(SendRefusal) in
    config.addAuthorization("Bearer " + (try fields.value("token")))
  }

  /// A key under a name that the server chooses, sent as a header or a query parameter.
  package static let apikey = AuthenticationScheme(
    "apikey", title: "API key",
    fields: [
      Field("key", "Key"), Field("value", "Value", isSecret: true),
      Field("placement", "Placement", .choice(["header", "query"])),
    ],
    carriage: { authentication in
      let (name, value) = (authentication["key"], authentication["value"])
      return isInQuery(authentication) ? .query(name: name, value: value) : .header(name: name, value: value)
    }
  ) { fields, config throws(SendRefusal) in
    let name = try fields.value("key")
    let value = try fields.value("value")
    guard !name.isEmpty else { return }
    if isInQuery(fields.authentication) {
      config.query.append(name, value)
    } else {
      config.headers.append(name, value)
    }
  }

  private static func isInQuery(_ authentication: Authentication) -> Bool {
    ["query", "queryparams"].contains(authentication["placement"])
  }

  /// WS-Security's UsernameToken: a digest of the password in its own header, computed for each attempt.
  package static let wsse = AuthenticationScheme(
    "wsse", title: "WSSE", fields: loginFields, isOffered: false, carriage: { _ in .computed(header: "X-WSSE") }
  ) { fields, config throws(SendRefusal) in
    let token = UsernameToken(user: try fields.value("username"), password: try fields.value("password"))
    if config.headers["X-WSSE"] == nil { config.modifiers.append { try token.sign(&$0) } }
  }
}
