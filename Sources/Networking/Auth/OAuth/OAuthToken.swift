#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A token issued by an OAuth 2 server (RFC 6749, section 5.1).
public struct OAuthToken: Codable, Hashable, Sendable {
  /// The text sent in `Authorization`.
  public var accessToken: String
  /// How to send it; the client sends `Bearer` (RFC 6750).
  public var tokenType: String
  /// Renews the access token without the user; `nil` if the server issued none.
  public var refreshToken: String?
  /// `nil` if the server did not say; such a token counts as valid.
  public var expiresAt: Date?
  /// The granted scopes, separated by spaces; `nil` if the server did not say.
  public var scope: String?
  /// The ID token (OpenID Connect), if the server sent one.
  public var idToken: String?
  /// What it was obtained with and for whom; `nil` where nobody said so. A refresh hands it on.
  public var provenance: Provenance?

  /// A token from its parts, such as one stored elsewhere.
  public init(
    accessToken: String, tokenType: String = "Bearer", refreshToken: String? = nil, expiresAt: Date? = nil,
    scope: String? = nil, idToken: String? = nil
  ) {
    self.accessToken = accessToken
    self.tokenType = tokenType
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.scope = scope
    self.idToken = idToken
  }

  /// Whether the token is still valid `margin` after `now`.
  public func isValid(at now: Date, margin: Duration = .seconds(30)) -> Bool {
    guard let expiresAt else { return true }
    return expiresAt > now.addingTimeInterval(Double(margin.components.seconds))
  }
}

/// Where tokens are kept between requests.
public struct OAuthTokenStore: Sendable {
  /// Loads the stored token; `nil` for none. Called before the first request and before a token is renewed.
  public var load: @Sendable () throws(NetworkError) -> OAuthToken?
  /// Stores a token; `nil` deletes the stored one.
  public var save: @Sendable (OAuthToken?) throws(NetworkError) -> Void

  /// A custom store, such as a keychain. Both closures may block.
  public init(
    load: @escaping @Sendable () throws(NetworkError) -> OAuthToken?,
    save: @escaping @Sendable (OAuthToken?) throws(NetworkError) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// Keeps the token only for the lifetime of the session.
  public static let memory = OAuthTokenStore(
    load: { () throws(NetworkError) in nil }, save: { _ throws(NetworkError) in })

  /// A JSON file that only its owner can read (0600).
  public static func file(_ path: String) -> OAuthTokenStore {
    OAuthTokenStore(
      load: { () throws(NetworkError) in
        guard let data = try PrivateFile.read(path) else { return nil }
        // A damaged file counts as missing: a new token replaces it.
        return try? JSONDecoder().decode(OAuthToken.self, from: data)
      },
      save: { token throws(NetworkError) in
        // Strings and a date always encode.
        guard let token, let data = try? JSONEncoder().encode(token) else {
          // A missing file need not be removed.
          try? FileManager.default.removeItem(atPath: path)
          return
        }
        try PrivateFile.write(data, to: path)
      })
  }
}
