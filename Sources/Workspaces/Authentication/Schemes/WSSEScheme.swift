import Networking

/// WS-Security's UsernameToken: a digest of the password in its own header, computed for each attempt.
enum WSSEScheme {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme("wsse", title: "WSSE", fields: BasicScheme.fields) {
      fields, builder, config throws(SendRefusal) in
      let token = UsernameToken(
        user: try fields.value("username", &builder), password: try fields.value("password", &builder))
      if config.headers["X-WSSE"] == nil { config.modifiers.append { try token.sign(&$0) } }
    }
    scheme.isOffered = false
    scheme.carriage = { _ in .computed(header: "X-WSSE") }
    return scheme
  }()
}

extension AuthenticationScheme {
  public static let wsse = WSSEScheme.description
}
