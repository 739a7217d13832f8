#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A token as an OAuth 2 server gave it (RFC 6749, section 5.1).
public struct OAuthToken: Codable, Hashable, Sendable {
  public var accessToken: String
  public var tokenType: String
  public var refreshToken: String?
  /// `nil` where the server does not say.
  public var expiresAt: Date?
  public var scope: String?
  /// Who logged in, signed (OpenID Connect), where the server says.
  public var idToken: String?

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

  /// Whether it is still good `margin` from now.
  public func isValid(at now: Date, margin: Duration = .seconds(30)) -> Bool {
    guard let expiresAt else { return true }
    return expiresAt > now.addingTimeInterval(Double(margin.components.seconds))
  }
}

/// Where tokens are kept between requests.
public struct OAuthTokenStore: Sendable {
  public var load: @Sendable () throws(NetworkError) -> OAuthToken?
  /// `nil` forgets.
  public var save: @Sendable (OAuthToken?) throws(NetworkError) -> Void

  public init(
    load: @escaping @Sendable () throws(NetworkError) -> OAuthToken?,
    save: @escaping @Sendable (OAuthToken?) throws(NetworkError) -> Void
  ) {
    self.load = load
    self.save = save
  }

  /// As long as the session lives.
  public static let memory = OAuthTokenStore(
    load: { () throws(NetworkError) in nil }, save: { _ throws(NetworkError) in })

  /// A file that only its owner can read (0600), as JSON.
  public static func file(_ path: String) -> OAuthTokenStore {
    OAuthTokenStore(
      load: { () throws(NetworkError) in
        guard let data = try PrivateFile.read(path) else { return nil }
        // A damaged file is as good as none: a new token replaces it.
        return try? JSONDecoder().decode(OAuthToken.self, from: data)
      },
      save: { token throws(NetworkError) in
        // Strings and a date always encode.
        guard let token, let data = try? JSONEncoder().encode(token) else {
          // What is not there need not be removed.
          try? FileManager.default.removeItem(atPath: path)
          return
        }
        try PrivateFile.write(data, to: path)
      })
  }
}
