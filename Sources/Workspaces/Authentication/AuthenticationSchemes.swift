/// The schemes that are known, in the order in which they are offered.
public struct AuthenticationSchemes: Hashable, Sendable {
  package let list: [AuthenticationScheme]

  package static let builtIn = AuthenticationSchemes([
    .inherit, .none, .basic, .bearer, .apikey, .digest, .ntlm, .awsv4, .oauth1, .oauth2, .wsse, .edgeGrid,
  ])

  private init(_ list: [AuthenticationScheme]) { self.list = list }

  /// With more of them behind; one whose word is known already changes nothing.
  package func adding(_ more: AuthenticationScheme...) -> AuthenticationSchemes {
    AuthenticationSchemes(list + more.filter { !list.contains($0) })
  }

  /// The scheme that the format's word names; nothing is none. An unknown word is kept and not understood.
  package subscript(word: String) -> AuthenticationScheme {
    word.isEmpty ? .none : list.first { $0.word == word } ?? .other(word)
  }
}
