import Basics
public import Essentials

/// One cookie in a jar (RFC 6265bis, section 5.7).
public struct Cookie: Hashable, Sendable {
  /// Case-sensitive.
  public var name: String
  /// As sent by the server; not decoded.
  public var value: String
  /// Lower case, without a leading dot.
  public var domain: String
  /// True if the cookie is sent to `domain` only, not to hosts below it.
  package var isHostOnly: Bool
  /// Starts with a slash; the cookie is sent for this path and everything below it.
  public var path: String
  /// `nil` for a session cookie, which lives as long as the jar.
  public var expires: Date?
  /// True if the cookie is sent only over TLS and to loopback addresses.
  public var isSecure: Bool
  /// True if scripts are denied access. No effect here; kept for display and export.
  public var isHTTPOnly: Bool
  /// As written by the server; kept for display.
  public var sameSite: String?
  /// Orders cookies whose paths have the same length.
  package var created: Date

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
  package init?(
    setCookie text: String, from url: String, now: Date = Date(),
    suffixes: @autoclosure () -> PublicSuffixes = .builtIn
  ) {
    // `reading` gives the reason; this initializer only says that the cookie is ignored.
    let cookie = try? Cookie.reading(setCookie: text, from: url, now: now, suffixes: suffixes())
    guard let cookie else { return nil }
    self = cookie
  }

  /// True if a request to `url` sends it.
  package func matches(_ url: String, now: Date = Date()) -> Bool {
    let parts = URLParts(url)
    guard let host = parts.comparableHost else { return false }
    if let expires, expires <= now { return false }
    let isSafe = parts.scheme?.asciiLowercased == "https" || parts.isOnThisComputer
    guard !isSecure || isSafe, host == domain || (!isHostOnly && Self.domain(host, isBelow: domain)) else {
      return false
    }
    return Self.path(parts.path.isEmpty ? "/" : parts.path, isBelow: path)
  }

  static func domain(_ host: String, isBelow domain: String) -> Bool {
    host.hasSuffix("." + domain) && !isAddress(host)
  }

  /// True if a host is an IP address (IPv6 with or without brackets) rather than a name.
  package static func isAddress(_ host: String) -> Bool {
    host.contains(":") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
  }
}

/// Reads `Set-Cookie` (RFC 6265bis, sections 5.6 and 5.7).
extension Cookie {
  /// The largest sum of the bytes of name and value.
  private static let largest = 4096
  /// Longer attribute values are ignored.
  private static let largestAttribute = 1024
  /// Cookies live at most 400 days.
  private static let longestLife = 400 * 86_400

  /// The cookie that a response from `url` sets by one `Set-Cookie` header, whose value is `text`.
  package static func reading(
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
    let isSafe = origin.scheme?.asciiLowercased == "https" || origin.isOnThisComputer
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
      // A host that is itself a public suffix may set its own cookies.
      if wanted == host { return }
      throw .publicSuffix(wanted)
    }
    guard wanted == host || Self.domain(host, isBelow: wanted) else { throw .otherHost(wanted) }
    domain = wanted
    isHostOnly = Self.isAddress(host)
  }

  /// Enforces the guarantees of names with `__Secure-` and `__Host-` (section 4.1.3).
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

  /// The attributes after name and value; the last valid one of repeated attributes counts.
  private struct Attributes {
    var expires: Date?
    /// Without a leading dot; an empty value is ignored.
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
      // `Max-Age` and `Expires`: the last one counts.
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

/// The reason why a cookie from a server is rejected.
package enum CookieRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The header has no name and value.
  case malformed
  /// The header contains a control character.
  case controlCharacter
  /// Name and value are longer than 4096 bytes.
  case tooLarge
  /// The domain is a public suffix, under which anyone can register.
  case publicSuffix(String)
  /// The domain does not contain the host that answered.
  case otherHost(String)
  /// `Secure`, in an answer that was not encrypted.
  case needsTLS
  /// The name begins with `__Secure-` or `__Host-`, but the attributes do not fulfil that guarantee.
  case brokenPrefix(String)
  /// It would replace a cookie that only encrypted answers may set.
  case protected

  /// A sentence without a full stop.
  package var description: String {
    switch self {
    case .malformed: "it has no name and value"
    case .controlCharacter: "it contains a control character"
    case .tooLarge: "name and value are longer than 4096 bytes"
    case .publicSuffix(let domain): "\(domain) is a public suffix"
    case .otherHost(let domain): "\(domain) is another host"
    case .needsTLS: "it is Secure, but the answer was not encrypted"
    case .brokenPrefix(let prefix): "it breaks the rules of the prefix \(prefix)"
    case .protected: "a Secure cookie of that name exists"
    }
  }
}
