import Networking

/// Adds nothing to a request.
private struct NoCredentials: SchemeApplication {
  func apply<Fields: SchemeFields>(
    _ fields: inout Fields, to config: inout RequestConfig
  ) throws(Fields.Refusal) {}
}

extension AuthenticationScheme {
  /// Sends nothing; the format expresses it by omitting `auth`.
  package static let none = make("none", title: "None")
  /// Uses the authentication of the nearest folder or the collection.
  package static let inherit = make("inherit", title: "Inherit")

  private static func make(_ word: String, title: String) -> AuthenticationScheme {
    var scheme = AuthenticationScheme(word, title: title, application: NoCredentials())
    scheme.carriage = { _ in .nothing }
    return scheme
  }

  /// A scheme that is preserved but not supported.
  package static func other(_ word: String) -> AuthenticationScheme {
    var scheme = AuthenticationScheme(word, title: word, fields: [Field("token", isSecret: true)], application: nil)
    scheme.isOffered = false
    return scheme
  }

  /// Akamai's EdgeGrid, which only Bruno sends.
  static let edgeGrid = {
    var scheme = AuthenticationScheme(
      "akamai-edgegrid", title: "akamai-edgegrid",
      fields: [
        Field("accessToken", isSecret: true), Field("clientToken", isSecret: true),
        Field("clientSecret", isSecret: true), Field("nonce"), Field("timestamp"), Field("baseURL"),
        Field("headersToSign"), Field("maxBodySize", nil, .number),
      ], application: nil)
    scheme.isOffered = false
    return scheme
  }()
}
