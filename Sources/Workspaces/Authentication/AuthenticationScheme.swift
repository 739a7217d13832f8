package import HTTPModel

/// A way to authenticate, described once: its name in OpenCollection, its fields, and how it is applied to a request.
///
/// Reader, writer, editor, masking, exports and send all follow the description; a new scheme is one value in a file of
/// its own, added to `AuthenticationSchemes`. Schemes with the same word are equal.
package struct AuthenticationScheme: Sendable {
  /// Adds a scheme's credentials to a request: transport options, a signing step, or headers, which are appended. The
  /// caller withholds them from other hosts and lets a header written by hand take precedence.
  package typealias Application =
    @Sendable (_ fields: inout SchemeFields, _ config: inout RequestConfig) throws(SendRefusal) -> Void

  /// The name in OpenCollection.
  package let word: String
  /// The name shown to people.
  package let title: String
  /// In the order in which a new authentication is written.
  package let fields: [Field]
  /// Indicates whether the editor offers it. A scheme that is not offered is still shown and sent if a file has it.
  package let isOffered: Bool
  /// Names of the fields that the editor always shows, in its order; by default those with a title.
  package var shown: (@Sendable (Authentication) -> [String])?
  /// The fields that name the servers of a login, in the order in which a consent names them.
  package var loginServers: [String] = []
  /// The location of the credentials in the request, if it is known before sending.
  package let carriage: @Sendable (Authentication) -> Carriage
  /// `nil` for a scheme that is preserved but not supported: sending is refused.
  package let application: Application?

  package init(
    _ word: String, title: String, fields: [Field] = [], isOffered: Bool = true,
    carriage: @escaping @Sendable (Authentication) -> Carriage = { _ in .computed(header: nil) },
    application: Application?
  ) {
    self.word = word
    self.title = title
    self.fields = fields
    self.isOffered = isOffered
    self.carriage = carriage
    self.application = application
  }

  /// The location of a request's credentials; names and values are templates.
  package enum Carriage: Hashable, Sendable {
    case nothing
    case header(name: String, value: String)
    case query(name: String, value: String)
    /// A user and a password, for which tools have their own options; `header` if they are sent in one without a
    /// challenge.
    case login(user: String, password: String, header: String?)
    /// Known only when the request is sent.
    case computed(header: String?)
  }
}

extension AuthenticationScheme: Hashable {
  package static func == (left: AuthenticationScheme, right: AuthenticationScheme) -> Bool { left.word == right.word }

  package func hash(into hasher: inout Hasher) { hasher.combine(word) }
}

extension AuthenticationScheme {
  /// `nil` for a field that the scheme does not know.
  package func field(named name: String) -> Field? { fields.first { $0.name == name } }

  /// True if the value of a field is a credential. Unknown fields are judged by their names.
  package func isSecret(_ name: String) -> Bool { field(named: name)?.isSecret ?? Self.soundsSecret(name) }

  private static func soundsSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["password", "token", "secret", "privatekey", "value", "secretaccesskey", "verifier"]
      .contains { name.hasSuffix($0) }
  }

  /// The order of the keys below `auth:`.
  var order: [String] {
    var keys = ["type"]
    for field in fields {
      let key = String(field.name.prefix { $0 != "." })
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }
}

extension Authentication {
  /// The fields that the editor always shows, in its order.
  package var shownFields: [AuthenticationScheme.Field] {
    guard let shown = scheme.shown else { return scheme.fields.filter { $0.title != nil } }
    return shown(self).compactMap(scheme.field)
  }

  /// The location of the request's credentials.
  package var carriage: AuthenticationScheme.Carriage { scheme.carriage(self) }
}

extension AuthenticationScheme {
  /// One field of a scheme: its name in OpenCollection, and how it is shown, written and stored.
  package struct Field: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case text
      /// One of these; an empty value means the first.
      case choice([String])
      /// Written without quotes if the value is a valid flag or number.
      case flag, number
      /// A map whose place in the order is known; its content is stored elsewhere.
      case nested
    }

    /// Nested fields have a dot: `credentials.clientId`.
    package let name: String
    /// `nil` for a field that the editor shows by its name, and only if the file has it.
    package let title: String?
    package var kind = Kind.text
    package var isSecret = false
    /// Written even if it is empty.
    package var isRequired = false
    /// Sent to the login servers, not to the request's server.
    package var isForLogin = false
    /// True if the value may have several lines; such a value is never part of the request's head.
    package var hasLines = false

    package init(
      _ name: String, _ title: String? = nil, _ kind: Kind = .text, isSecret: Bool = false, isRequired: Bool = false,
      isForLogin: Bool = false, hasLines: Bool = false
    ) {
      self.name = name
      self.title = title
      self.kind = kind
      self.isSecret = isSecret
      self.isRequired = isRequired
      self.isForLogin = isForLogin
      self.hasLines = hasLines
    }

    /// True if a value is written without quotes.
    func isBare(_ value: String) -> Bool {
      switch kind {
      case .flag: value == "true" || value == "false"
      case .number: Int(value) != nil
      case .text, .choice, .nested: false
      }
    }
  }
}

extension RequestConfig {
  /// True if the request has an `Authorization` header of its own or an inherited one.
  package var hasAuthorization: Bool { headers["Authorization"] != nil }

  /// Adds `Authorization` unless the request has it.
  package mutating func addAuthorization(_ value: String) {
    if !hasAuthorization { headers.append("Authorization", value) }
  }
}

/// The supported schemes, in the order in which they are offered.
package struct AuthenticationSchemes: Hashable, Sendable {
  package let list: [AuthenticationScheme]

  package static let builtIn = AuthenticationSchemes([
    .inherit, .none, .basic, .bearer, .apikey, .digest, .ntlm, .awsv4, .oauth1, .oauth2, .jwt, .wsse, .edgeGrid,
  ])

  private init(_ list: [AuthenticationScheme]) { self.list = list }

  /// Appends schemes; one whose word is already known is ignored.
  package func adding(_ more: AuthenticationScheme...) -> AuthenticationSchemes {
    AuthenticationSchemes(list + more.filter { !list.contains($0) })
  }

  /// The scheme with this word; an empty word is `none`. An unknown word gives an unsupported scheme, which is
  /// preserved.
  package subscript(word: String) -> AuthenticationScheme {
    word.isEmpty ? .none : list.first { $0.word == word } ?? .other(word)
  }
}

extension AuthenticationScheme {
  /// Sends nothing; the format expresses it by omitting `auth`.
  package static let none = make("none", title: "None")
  /// Uses the authentication of the nearest folder or the collection.
  package static let inherit = make("inherit", title: "Inherit")

  private static func make(_ word: String, title: String) -> AuthenticationScheme {
    AuthenticationScheme(word, title: title, carriage: { _ in .nothing }, application: { _, _ in })
  }

  /// A scheme that is preserved but not supported.
  package static func other(_ word: String) -> AuthenticationScheme {
    AuthenticationScheme(
      word, title: word, fields: [Field("token", isSecret: true)], isOffered: false, application: nil)
  }

  /// Akamai's EdgeGrid, which only Bruno sends.
  static let edgeGrid = AuthenticationScheme(
    "akamai-edgegrid", title: "akamai-edgegrid",
    fields: [
      Field("accessToken", isSecret: true), Field("clientToken", isSecret: true), Field("clientSecret", isSecret: true),
      Field("nonce"), Field("timestamp"), Field("baseURL"), Field("headersToSign"), Field("maxBodySize", nil, .number),
    ], isOffered: false, application: nil)
}
