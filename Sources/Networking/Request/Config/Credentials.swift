import Basics

/// Credentials sent as a header or a query item.
public enum Credentials: Hashable, Sendable {
  /// Basic authentication (RFC 7617) in UTF-8. The user must not contain a colon.
  case basic(user: String, password: String)
  /// A bearer token (RFC 6750).
  case bearer(String)
  /// An API key under a server-specific name, as a header or a query item.
  case apiKey(name: String, value: String, place: Place = .header)

  /// Where an API key goes.
  public enum Place: Hashable, Sendable {
    /// As a header.
    case header
    /// As a query item.
    case query
  }

  /// The value of an `Authorization` header; `nil` for an API key.
  public var authorization: String? {
    switch self {
    case .basic(let user, let password): "Basic " + Base64.encode((user + ":" + password).utf8)
    case .bearer(let token): "Bearer " + token
    case .apiKey: nil
    }
  }
}

extension RequestConfig {
  /// Sets the credentials, replacing any of the same kind.
  public mutating func authorize(_ credentials: Credentials) {
    if let value = credentials.authorization { headers.set("Authorization", value) }
    guard case .apiKey(let name, let value, let place) = credentials else { return }
    switch place {
    case .header:
      headers.set(name, value)
      self.credentials.mark(header: name)
    case .query: query.set(name, value)
    }
  }

  /// Sets `Accept`, most preferred type first: quality values fall from 1 in steps of 0.1 (RFC 9110, section 12.5.1).
  public mutating func accept(_ types: String...) {
    headers.set("Accept", Self.weighted(types))
  }

  /// Sets `Accept-Language`, most preferred language first.
  public mutating func acceptLanguages(_ languages: String...) {
    headers.set("Accept-Language", Self.weighted(languages))
  }

  /// Sets `Accept-Encoding`, all codings equal. An answer in `gzip`, `deflate`, `br` or `zstd` is decoded on arrival.
  public mutating func acceptEncodings(_ codings: String...) {
    headers.set("Accept-Encoding", codings.joined(separator: ", "))
  }

  /// Sets `Cache-Control` (RFC 9111, section 5.2), such as `no-cache` or `max-age=60`.
  public mutating func cacheControl(_ directives: String...) {
    headers.set("Cache-Control", directives.joined(separator: ", "))
  }

  private static func weighted(_ values: [String]) -> String {
    values.enumerated().map { index, value in
      index == 0 ? value : "\(value);q=0.\(max(1, 10 - index))"
    }.joined(separator: ", ")
  }
}
