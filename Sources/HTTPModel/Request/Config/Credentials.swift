import Basics

extension RequestConfig {
  /// Credentials sent as a header or a query item.
  public enum Credentials: Hashable, Sendable {
    /// Basic authentication (RFC 7617) in UTF-8. The user must not contain a colon.
    case basic(user: String, password: String)
    /// A bearer token (RFC 6750).
    case bearer(String)
    /// An API key under a server-specific name, as a header or a query item.
    case apiKey(name: String, value: String, place: Place = .header)

    /// The location of an API key.
    public enum Place: Hashable, Sendable {
      /// As a header.
      case header
      /// As a query item.
      case query
    }

    /// The value of an `Authorization` header; `nil` for an API key.
    package var authorization: String? {
      switch self {
      case .basic(let user, let password): "Basic " + Base64.encode((user + ":" + password).utf8)
      case .bearer(let token): "Bearer " + token
      case .apiKey: nil
      }
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

extension TransferOptions {
  /// An authentication scheme that answers a challenge on the same connection, or signs the request as it is sent.
  /// Basic, bearer and API keys are plain headers and do not need it.
  public struct Authentication: Hashable, Sendable {
    /// The scheme; one that the library does not support is an error of the transfer.
    public enum Scheme: Hashable, Sendable {
      /// RFC 7617, sent immediately or only after a challenge, as libcurl decides.
      case basic
      /// RFC 7616: the first request is sent without its body and is challenged.
      case digest
      /// NTLM, which authenticates the connection rather than the request. Requires HTTP/1.1.
      case ntlm
      /// SPNEGO (RFC 4559). An empty user means the ticket of the logged-in user.
      case negotiate
      /// The strongest scheme that the server offers.
      case any
      /// AWS Signature Version 4, by the client and for every transport. The user is the access key, the password the
      /// secret key. An empty region or service is taken from the host.
      case awsSignature(region: String, service: String)
    }

    /// The scheme to use.
    package var scheme: Scheme
    /// The user name; for AWS the access key.
    package var user: String
    /// The password; for AWS the secret key.
    @Masked package var password: String
    /// A temporary AWS session token, sent and signed as `X-Amz-Security-Token`.
    @Masked package var sessionToken: String?

    /// Credentials for one scheme; `sessionToken` is for AWS only.
    public init(_ scheme: Scheme, user: String, password: String, sessionToken: String? = nil) {
      self.scheme = scheme
      self.user = user
      self.password = password
      self.sessionToken = sessionToken
    }
  }
}

/// Marks the parts of a request that hold a credential: a header written by authentication, a value from a secret
/// variable. A redirect to another origin drops them.
///
/// `Authorization`, cookies and other headers that are credentials by name need no mark.
package struct CredentialMarks: Hashable, Sendable {
  /// In lower case.
  private var headers: Set<String> = []
  /// True if the body contains a credential.
  package var body = false
  /// Texts that may be sent to the request's own origin only, in any part of a request.
  package var texts: Set<String> = []

  package init() {}

  package mutating func mark(header name: String) { headers.insert(name.asciiLowercased) }

  /// True if the header is a credential, by its mark or by its name.
  package func cover(_ name: String) -> Bool { isMarked(name) || CredentialName.isHeader(name.asciiLowercased) }

  /// True if a text contains one of them, in any form that is recognized as a secret.
  func holds(_ text: String) -> Bool {
    guard !texts.isEmpty else { return false }
    return Array(text.utf8).withUnsafeBytes { SecretMatcher(texts).finds(in: $0) }
  }

  func isMarked(_ name: String) -> Bool { !headers.isEmpty && headers.contains(name.asciiLowercased) }

  /// Adds the marks of `other`, so that merged layers keep theirs.
  mutating func formUnion(_ other: CredentialMarks) {
    headers.formUnion(other.headers)
    body = body || other.body
    texts.formUnion(other.texts)
  }
}
