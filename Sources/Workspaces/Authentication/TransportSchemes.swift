import HTTPModel

/// RFC 7616: the transport answers the challenge on the same connection.
struct DigestScheme: SchemeApplication {
  static let description: AuthenticationScheme = {
    var scheme = AuthenticationScheme(
      "digest", title: "Digest", fields: BasicScheme.fields, application: DigestScheme())
    scheme.carriage = { .login(user: $0["username"], password: $0["password"], header: nil) }
    return scheme
  }()

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    config.options.authentication = TransportAuthentication(
      .digest, user: try fields.value("username"), password: try fields.value("password"))
  }
}

/// NTLM: the transport answers the challenge on the same connection.
struct NTLMScheme: SchemeApplication {
  static let description = AuthenticationScheme(
    "ntlm", title: "NTLM", fields: BasicScheme.fields + [.init("domain", "Domain")], application: NTLMScheme())

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
    let user = try fields.value("username")
    let domain = try fields.value("domain")
    config.options.authentication = TransportAuthentication(
      .ntlm, user: domain.isEmpty ? user : "\(domain)\\\(user)", password: try fields.value("password"))
  }
}

extension AuthenticationScheme {
  package static let digest = DigestScheme.description
  package static let ntlm = NTLMScheme.description
}

/// AWS Signature Version 4, computed by the client.
struct AWSScheme: SchemeApplication {
  static let description = AuthenticationScheme(
    "awsv4", title: "AWS signature v4",
    fields: [
      .init("accessKeyId", "Access key"), .init("secretAccessKey", "Secret key", isSecret: true),
      .init("sessionToken", "Session token", isSecret: true), .init("service", "Service"), .init("region", "Region"),
      .init("profileName", "Profile"),
    ], application: AWSScheme())

  func apply(_ fields: inout SchemeFields, to config: inout RequestConfig) throws(SendRefusal) {
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
