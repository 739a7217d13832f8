import Networking

/// The schemes whose challenge the transport answers on the same connection.
enum ChallengeSchemes {
  /// RFC 7616.
  static let digest: AuthenticationScheme = {
    var scheme = AuthenticationScheme("digest", title: "Digest", fields: BasicScheme.fields) {
      fields, builder, config throws(SendRefusal) in
      config.options.authentication = TransportAuthentication(
        .digest, user: try fields.value("username", &builder), password: try fields.value("password", &builder))
    }
    scheme.carriage = { .login(user: $0["username"], password: $0["password"], header: nil) }
    return scheme
  }()

  static let ntlm = AuthenticationScheme(
    "ntlm", title: "NTLM", fields: BasicScheme.fields + [.init("domain", "Domain")]
  ) { fields, builder, config throws(SendRefusal) in
    let user = try fields.value("username", &builder)
    let domain = try fields.value("domain", &builder)
    config.options.authentication = TransportAuthentication(
      .ntlm, user: domain.isEmpty ? user : "\(domain)\\\(user)", password: try fields.value("password", &builder))
  }
}

extension AuthenticationScheme {
  public static let digest = ChallengeSchemes.digest
  public static let ntlm = ChallengeSchemes.ntlm
}
