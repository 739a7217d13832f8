import Basics
import HTTPModel

/// RFC 7617: user name and password in a header.
struct BasicScheme: SchemeApplication {
  /// The fields of Basic, and of the schemes that send the same credentials in another way.
  static let fields: [AuthenticationScheme.Field] = [
    .init("username", "Username"), .init("password", "Password", isSecret: true),
  ]

  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme("basic", title: "Basic", fields: fields, application: BasicScheme())
    scheme.carriage = { .login(user: $0["username"], password: $0["password"], header: "Authorization") }
    return scheme
  }()

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    let user = try fields.value("username")
    let credentials = Base64.encode("\(user):\(try fields.value("password"))".utf8)
    fields.hide(credentials)
    config.addAuthorization("Basic " + credentials)
  }
}

extension AuthenticationScheme {
  package static let basic = BasicScheme.description
}

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

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    config.addAuthorization("Bearer " + (try fields.value("token")))
  }
}

extension AuthenticationScheme {
  package static let bearer = BearerScheme.description
}

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

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
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

/// WS-Security's UsernameToken: a digest of the password in its own header, computed for each attempt.
struct WSSEScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "wsse", title: "WSSE", fields: BasicScheme.fields, application: WSSEScheme())
    scheme.isOffered = false
    scheme.carriage = { _ in .computed(header: "X-WSSE") }
    return scheme
  }()

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    let token = UsernameToken(user: try fields.value("username"), password: try fields.value("password"))
    if config.headers["X-WSSE"] == nil { config.modifiers.append { try token.sign(&$0) } }
  }
}

extension AuthenticationScheme {
  package static let wsse = WSSEScheme.description
}
