import Networking

/// AWS Signature Version 4, computed by the transport.
enum AWSScheme {
  static let description = AuthenticationScheme(
    "awsv4", title: "AWS signature v4",
    fields: [
      .init("accessKeyId", "Access key"), .init("secretAccessKey", "Secret key", isSecret: true),
      .init("sessionToken", "Session token", isSecret: true), .init("service", "Service"), .init("region", "Region"),
      .init("profileName", "Profile"),
    ]
  ) { fields, builder, config throws(SendRefusal) in
    let token = try fields.optional("sessionToken", &builder)
    config.options.authentication = TransportAuthentication(
      .awsSignature(
        region: try fields.value("region", &builder), service: try fields.value("service", &builder)),
      user: try fields.value("accessKeyId", &builder), password: try fields.value("secretAccessKey", &builder),
      sessionToken: token)
  }
}

extension AuthenticationScheme {
  public static let awsv4 = AWSScheme.description
}
