import Networking

/// AWS Signature Version 4, computed by the transport.
struct AWSScheme: SchemeApplication {
  static let description = AuthenticationScheme(
    "awsv4", title: "AWS signature v4",
    fields: [
      .init("accessKeyId", "Access key"), .init("secretAccessKey", "Secret key", isSecret: true),
      .init("sessionToken", "Session token", isSecret: true), .init("service", "Service"), .init("region", "Region"),
      .init("profileName", "Profile"),
    ], application: AWSScheme())

  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {
    let token = try fields.optional("sessionToken")
    config.options.authentication = TransportAuthentication(
      .awsSignature(
        region: try fields.value("region"), service: try fields.value("service")),
      user: try fields.value("accessKeyId"), password: try fields.value("secretAccessKey"),
      sessionToken: token)
  }
}

extension AuthenticationScheme {
  package static let awsv4 = AWSScheme.description
}
