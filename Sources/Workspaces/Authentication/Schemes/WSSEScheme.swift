import Networking

/// WS-Security's UsernameToken: a digest of the password in its own header, computed for each attempt.
struct WSSEScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "wsse", title: "WSSE", fields: BasicScheme.fields, application: WSSEScheme())
    scheme.isOffered = false
    scheme.carriage = { _ in .computed(header: "X-WSSE") }
    return scheme
  }()

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
    let token = UsernameToken(user: try fields.value("username"), password: try fields.value("password"))
    if config.headers["X-WSSE"] == nil { config.modifiers.append { try token.sign(&$0) } }
  }
}

extension AuthenticationScheme {
  package static let wsse = WSSEScheme.description
}
