/// A way to authenticate, described once: its name in OpenCollection, its fields, and how it is applied to a request.
///
/// Reader, writer, editor, masking, exports and send all follow the description; a new scheme is one value in a file of
/// its own, added to `AuthenticationSchemes`. Schemes with the same word are equal.
package struct AuthenticationScheme: Sendable {
  /// The name in OpenCollection.
  package let word: String
  /// The name shown to people.
  package let title: String
  /// In the order in which a new authentication is written.
  package let fields: [Field]
  /// Whether the editor offers it. A scheme that is not offered is still shown and sent if a file has it.
  package var isOffered = true
  /// Names of the fields that the editor always shows, in its order; by default those with a title.
  package var shown: (@Sendable (Authentication) -> [String])?
  /// The fields that name the servers of a login, in the order in which a consent names them.
  package var loginServers: [String] = []
  /// Where the credentials are in the request, if that is known before sending.
  package var carriage: @Sendable (Authentication) -> Carriage = { _ in .computed(header: nil) }
  /// `nil` for a scheme that is preserved but not supported: sending is refused.
  package var application: (any SchemeApplication)?

  package init(_ word: String, title: String, fields: [Field] = [], application: (any SchemeApplication)?) {
    self.word = word
    self.title = title
    self.fields = fields
    self.application = application
  }

  /// Where a request carries its credentials; names and values are templates.
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

  /// Whether the value of a field is a credential. Unknown fields are judged by their names.
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

  /// Where the request carries its credentials.
  package var carriage: AuthenticationScheme.Carriage { scheme.carriage(self) }
}
