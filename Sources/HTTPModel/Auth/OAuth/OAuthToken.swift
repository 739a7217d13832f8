public import Essentials

/// A token issued by an OAuth 2 server (RFC 6749, section 5.1).
public struct OAuthToken: Codable, Hashable, Sendable {
  /// The text sent in `Authorization`.
  public var accessToken: String
  /// The type of the token; the client sends `Bearer` (RFC 6750).
  package var tokenType: String
  /// Renews the access token without the user; `nil` if the server issued none.
  public var refreshToken: String?
  /// The expiry; `nil` if the server did not send one, and the token counts as valid.
  public var expiresAt: Date?
  /// The granted scopes, separated by spaces; `nil` if the server did not send them.
  package var scope: String?
  /// The ID token (OpenID Connect), if the server sent one.
  package var idToken: String?
  /// The inputs and the receiver of the login; `nil` if unknown. Refreshed tokens inherit it.
  package var provenance: Provenance?

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

  /// True if the token is still valid `margin` after `now`.
  package func isValid(at now: Date, margin: Duration = .seconds(30)) -> Bool {
    guard let expiresAt else { return true }
    return expiresAt > now.addingTimeInterval(Double(margin.components.seconds))
  }
}

extension OAuthToken {
  /// The storage of tokens between requests.
  public struct Store: Sendable {
    /// Loads the stored token; `nil` for none. Called before the first request and before a token is renewed.
    package var load: @Sendable () throws(NetworkError) -> OAuthToken?
    /// Stores a token; `nil` deletes the stored one.
    package var save: @Sendable (OAuthToken?) throws(NetworkError) -> Void

    /// A custom store, such as a keychain. Both closures may block.
    public init(
      load: @escaping @Sendable () throws(NetworkError) -> OAuthToken?,
      save: @escaping @Sendable (OAuthToken?) throws(NetworkError) -> Void
    ) {
      self.load = load
      self.save = save
    }

    /// Keeps the token only for the lifetime of the session.
    public static let memory = Store(
      load: { () throws(NetworkError) in nil }, save: { _ throws(NetworkError) in })

    /// A JSON file that only its owner can read (0600).
    public static func file(_ path: String) -> Store {
      Store(
        load: { () throws(NetworkError) in
          guard let data = try PrivateFile.read(path) else { return nil }
          // A damaged file counts as missing: a new token replaces it.
          return try? JSONDecoder().decode(OAuthToken.self, from: data)
        },
        save: { token throws(NetworkError) in
          // Strings and a date always encode.
          guard let token, let data = try? JSONEncoder().encode(token) else {
            // A missing file is fine: the token is gone.
            try? FileManager.default.removeItem(atPath: path)
            return
          }
          try PrivateFile.write(data, to: path)
        })
    }
  }
}

/// Obtains the token of one login and keeps it valid, as `OAuthSession` does.
package protocol TokenSession: Sendable {
  /// The current token; obtains or refreshes it if necessary.
  func validToken() async throws -> OAuthToken
  /// Replaces a token that a server rejected, without asking the user.
  /// - Returns: `false` if there is no other token, or the rejected one is new.
  func replaced(rejecting accessToken: String) async throws -> Bool
}

/// Starts logins, as `Client` does.
package protocol TokenIssuer: Sendable {
  func session(
    _ config: OAuthConfig, _ grant: OAuthConfig.Grant, _ store: OAuthToken.Store, _ provenance: OAuthToken.Provenance
  ) -> any TokenSession
}

extension OAuthToken {
  /// The origin of a token: the inputs of the login and its receiver, in terms of the program that keeps the token. The
  /// program uses it to decide who may get the token. Stored with the token, never sent.
  package struct Provenance: Codable, Hashable, Sendable {
    /// One input of the login, such as `variable` and `CLIENT_SECRET`; never its value.
    package struct Source: Codable, Hashable, Sendable {
      /// The kind of input, such as `variable`.
      package var kind: String
      /// The name of the input.
      package var name: String

      /// An input with its kind and name.
      package init(kind: String, name: String) {
        self.kind = kind
        self.name = name
      }
    }

    /// All inputs that the user provided for the login.
    package var sources: Set<Source>
    /// The receiver named when the token was obtained.
    package var receiver: String
    /// A digest of the secrets of the login, to notice that they have changed; `nil` if unknown.
    package var credential: String?

    /// The provenance of a new token.
    package init(_ sources: Set<Source>, receiver: String, credential: String? = nil) {
      self.sources = sources
      self.receiver = receiver
      self.credential = credential
    }
  }
}
