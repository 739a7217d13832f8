import Basics

/// What proves who sends a request, as a header or a query row in plain sight.
public enum Credentials: Hashable, Sendable {
  /// RFC 7617, as UTF-8. The user may not contain a colon.
  case basic(user: String, password: String)
  /// RFC 6750.
  case bearer(String)
  case apiKey(name: String, value: String, place: Place = .header)

  /// Where an API key goes.
  public enum Place: Hashable, Sendable {
    case header, query
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
  /// Adds the credentials, in place of those of the same kind that are there.
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

  /// What kinds of answer are welcome, most wanted first: quality values fall from 1 in steps of a tenth (RFC 9110,
  /// section 12.5.1).
  public mutating func accept(_ types: String...) {
    headers.set("Accept", Self.weighted(types))
  }

  /// Languages, most wanted first.
  public mutating func acceptLanguages(_ languages: String...) {
    headers.set("Accept-Language", Self.weighted(languages))
  }

  /// Codings, all equally welcome. An answer in `gzip`, `deflate`, `br` or `zstd` is decoded on arrival.
  public mutating func acceptEncodings(_ codings: String...) {
    headers.set("Accept-Encoding", codings.joined(separator: ", "))
  }

  /// Directives for the caches on the way (RFC 9111, section 5.2), such as `no-cache` or `max-age=60`.
  public mutating func cacheControl(_ directives: String...) {
    headers.set("Cache-Control", directives.joined(separator: ", "))
  }

  private static func weighted(_ values: [String]) -> String {
    values.enumerated().map { index, value in
      index == 0 ? value : "\(value);q=0.\(max(1, 10 - index))"
    }.joined(separator: ", ")
  }
}
