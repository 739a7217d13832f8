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
