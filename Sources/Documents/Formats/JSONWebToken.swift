import Basics

/// A decoded JSON Web Token (RFC 7519), for display. Nothing is verified.
package struct JSONWebToken: Equatable, Sendable {
  /// The JSON text of the first part: algorithm and type.
  package var header: [UInt8]
  /// The JSON text of the claims.
  package var payload: [UInt8]
  package var signature: [UInt8]

  /// `nil` if `text`, with or without the word Bearer, does not have the form of a signed token.
  package init?(_ text: String) {
    let token = text.lowercased().hasPrefix("bearer ") ? text.dropFirst(7) : text[...]
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64.decodeLeniently(parts[0].utf8),
      let payload = Base64.decodeLeniently(parts[1].utf8),
      let signature = Base64.decodeLeniently(parts[2].utf8), header.first == 0x7B,
      JSONFormatter.fault(in: header) == nil,
      JSONFormatter.fault(in: payload) == nil
    else { return nil }
    (self.header, self.payload, self.signature) = (header, payload, signature)
  }
}
