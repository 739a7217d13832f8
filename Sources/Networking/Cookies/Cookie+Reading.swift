import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads `Set-Cookie` (RFC 6265bis, sections 5.6 and 5.7).
extension Cookie {
  /// The largest sum of the bytes of name and value.
  private static let largest = 4096
  /// A longer value of an attribute is as if it were not there.
  private static let largestAttribute = 1024
  /// Cookies live at most 400 days.
  private static let longestLife = 400 * 86_400

  /// The cookie that a response from `url` sets by one `Set-Cookie` header, whose value is `text`.
  public static func reading(
    setCookie text: String, from url: String, now: Date = Date(),
    suffixes: @autoclosure () -> PublicSuffixes = .builtIn
  ) throws(CookieRefusal) -> Cookie {
    let origin = URLParts(url)
    guard let host = origin.comparableHost else { throw .malformed }
    guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) else { throw .controlCharacter }
    let parts = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { Substring($0) }
    guard let first = parts.first, let pair = pair(first), !pair.name.isEmpty else { throw .malformed }
    guard pair.name.utf8.count + pair.value.utf8.count <= largest else { throw .tooLarge }
    var cookie = Cookie(pair.name, pair.value, domain: host, path: defaultPath(origin.path), created: now)
    let attributes = Attributes(parts.dropFirst(), now: now)
    cookie.expires = attributes.expires
    cookie.isSecure = attributes.isSecure
    cookie.isHTTPOnly = attributes.isHTTPOnly
    cookie.sameSite = attributes.sameSite
    if let path = attributes.path { cookie.path = path }
    // The list is long, and most cookies name no domain.
    if let domain = attributes.domain { try cookie.scope(to: domain, host: host, suffixes()) }
    let isSafe = origin.scheme?.asciiLowercased == "https" || host.isLoopbackHost
    guard isSafe || !cookie.isSecure else { throw .needsTLS }
    try cookie.keepPrefix(isSafe: isSafe, hasDomain: attributes.domain != nil)
    return cookie
  }

  /// Applies `Domain=`.
  private mutating func scope(
    to text: String, host: String, _ suffixes: PublicSuffixes
  ) throws(CookieRefusal) {
    let wanted = text.asciiLowercased
    if suffixes.contains(wanted) {
      // A host that is a public suffix itself may set cookies of its own.
      if wanted == host { return }
      throw .publicSuffix(wanted)
    }
    guard wanted == host || Self.domain(host, isBelow: wanted) else { throw .otherHost(wanted) }
    domain = wanted
    isHostOnly = Self.isAddress(host)
  }

  /// Checks what names with `__Secure-` and `__Host-` guarantee (section 4.1.3).
  private func keepPrefix(isSafe: Bool, hasDomain: Bool) throws(CookieRefusal) {
    let lower = name.asciiLowercased
    if lower.hasPrefix("__secure-"), !isSecure || !isSafe { throw .brokenPrefix("__Secure-") }
    if lower.hasPrefix("__host-"), !isSecure || !isSafe || hasDomain || path != "/" { throw .brokenPrefix("__Host-") }
  }

  private static func pair(_ text: Substring) -> (name: String, value: String)? {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (trimmed(text[..<equals]), trimmed(text[text.utf8.index(after: equals)...]))
  }

  private static func trimmed(_ text: Substring) -> String { String(decoding: text.utf8.trimmed, as: UTF8.self) }

  /// Section 5.1.4.
  private static func defaultPath(_ path: String) -> String {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// What stands behind the name and value; of repeated ones the last that is valid.
  private struct Attributes {
    var expires: Date?
    /// Without a leading dot; empty is as if it were not there.
    var domain: String?
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: String?

    init(_ parts: some Sequence<Substring>, now: Date) {
      var life: Int?
      for part in parts {
        let (name, value) = Cookie.pair(part) ?? (Cookie.trimmed(part), "")
        guard value.utf8.count <= Cookie.largestAttribute else { continue }
        switch name.asciiLowercased {
        case "max-age": life = Self.seconds(value) ?? life
        case "expires": expires = HTTPDate.parse(value) ?? expires
        case "domain":
          let bare = value.hasPrefix(".") ? String(value.dropFirst()) : value
          domain = bare.isEmpty ? nil : bare
        case "path": path = value.hasPrefix("/") ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = value
        default: continue
        }
      }
      // Whichever stands last.
      if let life { expires = life > 0 ? now.addingTimeInterval(Double(life)) : .distantPast }
      expires = expires.map { min($0, now.addingTimeInterval(Double(Cookie.longestLife))) }
    }

    private static func seconds(_ text: String) -> Int? {
      let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
      guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
      return text.hasPrefix("-") ? 0 : min(Int(digits) ?? .max, Cookie.longestLife)
    }
  }
}
