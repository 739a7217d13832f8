import Basics
import Networking

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

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
    let user = try fields.value("username")
    let credentials = Base64.encode("\(user):\(try fields.value("password"))".utf8)
    fields.hide(credentials)
    config.addAuthorization("Basic " + credentials)
  }
}

extension AuthenticationScheme {
  package static let basic = BasicScheme.description
}
