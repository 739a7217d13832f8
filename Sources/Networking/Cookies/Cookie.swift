#if canImport(FoundationEssentials)
import Basics
public import FoundationEssentials
#else
public import Foundation
#endif

/// One cookie in a jar (RFC 6265, section 5.3).
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

  /// Parses a `Set-Cookie` value received from `url`; `nil` if RFC 6265 says to ignore it.
  public init?(setCookie text: String, from url: String, now: Date = Date(), suffixes: PublicSuffixes = .builtIn) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard let host = URLParts(url).comparableHost, let first = parts.first,
      let pair = Self.pair(first), !pair.name.isEmpty, text.utf8.count <= 8192,
      !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f })
    else { return nil }
    self.init(pair.name, pair.value, domain: host, path: Self.defaultPath(url), created: now)
    var hasMaxAge = false
    for part in parts.dropFirst() {
      let attribute = Self.pair(part) ?? (String(decoding: part.utf8.trimmed, as: UTF8.self), "")
      switch attribute.name.asciiLowercased {
      case "max-age":
        guard let seconds = Self.seconds(attribute.value) else { continue }
        hasMaxAge = true
        expires = seconds > 0 ? now.addingTimeInterval(Double(seconds)) : .distantPast
      case "expires": if !hasMaxAge, let date = HTTPDate.parse(attribute.value) { expires = date }
      case "domain": guard scope(to: attribute.value, host: host, suffixes) else { return nil }
      case "path": if attribute.value.hasPrefix("/") { path = attribute.value }
      case "secure": isSecure = true
      case "httponly": isHTTPOnly = true
      case "samesite": sameSite = attribute.value
      default: continue
      }
    }
    guard keepsItsPrefix(url) else { return nil }
  }

  /// Whether a request to `url` sends it.
  public func matches(_ url: String, now: Date = Date()) -> Bool {
    let parts = URLParts(url)
    guard let host = parts.comparableHost else { return false }
    if let expires, expires <= now { return false }
    let isSafe = parts.scheme?.asciiLowercased == "https" || Self.isLoopback(host)
    guard !isSecure || isSafe, host == domain || (!isHostOnly && Self.domain(host, isBelow: domain)) else {
      return false
    }
    let target = parts.path.isEmpty ? "/" : parts.path
    guard target.hasPrefix(path) else { return false }
    return target.utf8.count == path.utf8.count || path.hasSuffix("/")
      || target.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
  }

  /// Applies `Domain=`; `false` if the server may not set a cookie for that domain.
  private mutating func scope(to text: String, host: String, _ suffixes: PublicSuffixes) -> Bool {
    var wanted = text.asciiLowercased
    if wanted.hasPrefix(".") { wanted.removeFirst() }
    if wanted.isEmpty { return true }
    if suffixes.contains(wanted) { return wanted == host }
    guard wanted == host || Self.domain(host, isBelow: wanted) else { return false }
    domain = wanted
    isHostOnly = Self.isAddress(host)
    return true
  }

  /// Checks the guarantees of names with `__Secure-` and `__Host-` (RFC 6265bis, section 4.1.3).
  private func keepsItsPrefix(_ url: String) -> Bool {
    let isSecureOrigin = URLParts(url).scheme?.asciiLowercased == "https"
    let lower = name.asciiLowercased
    if lower.hasPrefix("__secure-") { return isSecure && isSecureOrigin }
    if lower.hasPrefix("__host-") { return isSecure && isSecureOrigin && isHostOnly && path == "/" }
    return true
  }

  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = String(decoding: text[..<equals].utf8.trimmed, as: UTF8.self)
    return (name, String(decoding: text[text.utf8.index(after: equals)...].utf8.trimmed, as: UTF8.self))
  }

  private static func seconds(_ text: String) -> Int? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    if text.hasPrefix("-") { return 0 }
    // Cookies live at most 400 days.
    return min(Int(digits) ?? .max, 400 * 86_400)
  }

  /// RFC 6265, section 5.1.4.
  private static func defaultPath(_ url: String) -> String {
    let path = URLParts(url).path
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  static func domain(_ host: String, isBelow domain: String) -> Bool {
    host.hasSuffix("." + domain) && !isAddress(host)
  }

  /// Whether a host is an IP address (IPv6 with or without brackets) rather than a name.
  package static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || (isAddress(host) && host.hasPrefix("127."))
  }
}
