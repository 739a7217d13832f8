import HTTPModel

/// Schemes that the transport applies itself.
extension AuthenticationScheme {
  /// RFC 7616: the transport answers the challenge on the same connection.
  package static let digest = AuthenticationScheme(
    "digest", title: "Digest", fields: loginFields,
    carriage: { .login(user: $0["username"], password: $0["password"], header: nil) }
  ) { fields, config throws(SendRefusal) in
    config.options.authentication = TransferOptions.Authentication(
      .digest, user: try fields.value("username"), password: try fields.value("password"))
  }

  /// NTLM: the transport answers the challenge on the same connection.
  package static let ntlm = AuthenticationScheme(
    "ntlm", title: "NTLM", fields: loginFields + [Field("domain", "Domain")]
  ) { fields, config throws(SendRefusal) in
    let user = try fields.value("username")
    let domain = try fields.value("domain")
    config.options.authentication = TransferOptions.Authentication(
      .ntlm, user: domain.isEmpty ? user : "\(domain)\\\(user)", password: try fields.value("password"))
  }

  /// AWS Signature Version 4, computed by the client.
  package static let awsv4 = AuthenticationScheme(
    "awsv4", title: "AWS signature v4",
    fields: [
      Field("accessKeyId", "Access key"), Field("secretAccessKey", "Secret key", isSecret: true),
      Field("sessionToken", "Session token", isSecret: true), Field("service", "Service"), Field("region", "Region"),
      Field("profileName", "Profile"),
    ]
  ) { fields, config throws(SendRefusal) in
    let token = try fields.optional("sessionToken")
    config.options.authentication = TransferOptions.Authentication(
      .awsSignature(region: try fields.value("region"), service: try fields.value("service")),
      user: try fields.value("accessKeyId"), password: try fields.value("secretAccessKey"), sessionToken: token)
  }
}
