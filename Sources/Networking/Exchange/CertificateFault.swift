/// What a TLS library says of a certificate that it does not believe, in words for people.
struct CertificateFault: Equatable {
  let kind: NetworkError.TrustFault
  /// Continues `… is not trusted:`.
  let words: String

  /// - Parameter text: the library's message, here OpenSSL's.
  /// - Returns: `nil` if its words are not known.
  init?(_ text: String) {
    guard let found = Self.known.first(where: { text.contains($0.word) }) else { return nil }
    (kind, words) = (found.kind, found.says)
  }

  /// The first that is found holds: `CRL has expired` is about the list, not about the certificate.
  private static let known: [(word: String, kind: NetworkError.TrustFault, says: String)] = [
    ("certificate revoked", .revoked, "its authority has revoked it"),
    ("CRL", .revocation, "the list of revoked certificates is out of date, or another authority's"),
    ("too weak", .weak, "its key or signature is too weak"), ("too small", .weak, "its key or signature is too weak"),
    ("subject name", .host, "it is for another host"), ("does not match", .host, "it is for another host"),
    ("not yet valid", .time, "it is not valid yet"), ("expired", .time, "it has expired"),
    ("certificate in certificate chain", .authority, "its authority is unknown here"),
    ("certificate in chain", .authority, "its authority is unknown here"),
    ("self-signed", .authority, "it is signed by itself"), ("self signed", .authority, "it is signed by itself"),
    ("issuer", .authority, "its authority is unknown here, or the server leaves out a certificate between"),
    ("first certificate", .authority, "its authority is unknown here, or the server leaves out a certificate between"),
    ("certificate purpose", .authority, "it is not for servers"),
  ]
}
