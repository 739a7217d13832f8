import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One cookie in a jar (RFC 6265bis, section 5.7).
public struct Cookie: Hashable, Sendable {
  /// Case-sensitive.
  public var name: String
  /// As sent by the server; not decoded.
  public var value: String
  /// Lower case, without a leading dot.
  public var domain: String
  /// Whether the cookie is sent to `domain` only, not to hosts below it.
  public var isHostOnly: Bool
  /// Starts with a slash; the cookie is sent for this path and everything below it.
  public var path: String
  /// `nil` for a session cookie, which lives as long as the jar.
  public var expires: Date?
  /// Whether it is sent over TLS only (and to loopback addresses).
  public var isSecure: Bool
  /// Whether scripts are denied access. No effect here; kept for display and export.
  public var isHTTPOnly: Bool
  /// As written by the server; kept for display.
  public var sameSite: String?
  /// Orders cookies whose paths have the same length.
  public var created: Date

  /// A cookie; by default for one host and for the lifetime of the jar.
  public init(
    _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/", expires: Date? = nil,
    isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: String? = nil, created: Date = Date()
  ) {
    self.name = name
    self.value = value
    self.domain = domain.asciiLowercased
    self.isHostOnly = isHostOnly
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
    self.created = created
  }

  /// Parses a `Set-Cookie` value received from `url`; `nil` if it is to be ignored.
  public init?(
    setCookie text: String, from url: String, now: Date = Date(),
    suffixes: @autoclosure () -> PublicSuffixes = .builtIn
  ) {
    // Why it is ignored is for those who ask with `reading`.
    let cookie = try? Cookie.reading(setCookie: text, from: url, now: now, suffixes: suffixes())
    guard let cookie else { return nil }
    self = cookie
  }

  /// Whether a request to `url` sends it.
  public func matches(_ url: String, now: Date = Date()) -> Bool {
    let parts = URLParts(url)
    guard let host = parts.comparableHost else { return false }
    if let expires, expires <= now { return false }
    let isSafe = parts.scheme?.asciiLowercased == "https" || host.isLoopbackHost
    guard !isSecure || isSafe, host == domain || (!isHostOnly && Self.domain(host, isBelow: domain)) else {
      return false
    }
    return Self.path(parts.path.isEmpty ? "/" : parts.path, isBelow: path)
  }

  static func domain(_ host: String, isBelow domain: String) -> Bool {
    host.hasSuffix("." + domain) && !isAddress(host)
  }

  /// Whether a host is an IP address (IPv6 with or without brackets) rather than a name.
  package static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}
