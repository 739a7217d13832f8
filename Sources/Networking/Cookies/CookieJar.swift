import Basics
import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The cookies of a client (RFC 6265bis): set by responses, sent by requests, shared by copies of the client. Kept in
/// memory; `save` and `load` use a file.
public final class CookieJar: Sendable {
  private let cookies = Mutex(Content())
  private let suffixes: PublicSuffixes?
  private let order: Order
  private let given: String?

  /// The order of cookies in a request.
  package enum Order: Sendable {
    /// Longer paths first, then older ones (RFC 6265, section 5.4).
    case standard
    /// curl's order: longer paths first, then longer domains, longer names, and newer ones.
    case curl
  }

  /// An empty jar.
  /// - Parameter suffixes: domains for which no cookie may be set; `nil` loads `PublicSuffixes.builtIn` when first
  ///   needed.
  public convenience init(suffixes: PublicSuffixes? = nil) {
    self.init(suffixes: suffixes, order: .standard)
  }

  /// - Parameter given: appended to the cookies of every request to any host, like curl's `-b NAME=VALUE`.
  package init(suffixes: PublicSuffixes? = nil, order: Order, given: String? = nil) {
    self.suffixes = suffixes
    self.order = order
    self.given = given
  }

  private struct Content {
    var all: [Cookie] = []
    /// Counts the changes.
    var generation = 0
  }

  private static let limit = 3000
  private static let limitPerDomain = 180

  /// Every cookie of every host, in order of creation.
  public var all: [Cookie] { cookies.withLock(\.all) }

  /// Another number after each change.
  var generation: Int { cookies.withLock(\.generation) }

  /// The cookies sent to `url`, in the order of the jar.
  public func cookies(for url: String, now: Date = Date()) -> [Cookie] {
    let all = all
    if all.isEmpty { return [] }
    let found = all.filter { $0.matches(url, now: now) }
    switch order {
    case .standard:
      return found.sorted { left, right in
        let (leftLength, rightLength) = (left.path.utf8.count, right.path.utf8.count)
        return leftLength == rightLength ? left.created < right.created : leftLength > rightLength
      }
    case .curl:
      func key(_ cookie: Cookie) -> (Int, Int, Int, Date) {
        (cookie.path.utf8.count, cookie.domain.utf8.count, cookie.name.utf8.count, cookie.created)
      }
      // Cookies of equal age keep their order.
      return found.reversed().sorted { key($0) > key($1) }
    }
  }

  /// Adds a cookie, replacing one with the same name, domain and path; an expired cookie only removes that one.
  public func set(_ cookie: Cookie, now: Date = Date()) {
    change { all in
      var cookie = cookie
      if let index = all.firstIndex(where: { $0.isSlot(of: cookie) }) {
        cookie.created = all.remove(at: index).created
      }
      if let expires = cookie.expires, expires <= now { return }
      all.append(cookie)
      Self.trim(&all, domain: cookie.domain, now: now)
    }
  }

  /// Removes the cookies for which `isGone` returns true, by default all.
  public func removeAll(where isGone: (Cookie) -> Bool = { _ in true }) {
    change { $0.removeAll(where: isGone) }
  }

  /// Stores the cookies of a response from `url`.
  public func store(from head: ResponseHead, url: String, now: Date = Date()) {
    for text in head.headers[values: .setCookie] {
      let cookie = Cookie(setCookie: text, from: url, now: now, suffixes: suffixes ?? .builtIn)
      if let cookie, !isProtected(from: cookie, of: url) { set(cookie, now: now) }
    }
  }

  /// Whether an answer that was not encrypted would replace or shadow a `Secure` cookie (RFC 6265bis, section 5.7).
  private func isProtected(from cookie: Cookie, of url: String) -> Bool {
    guard !cookie.isSecure, URLParts(url).scheme?.asciiLowercased != "https" else { return false }
    return all.contains { $0.isSecure && $0.isShadowed(by: cookie) }
  }

  /// Changes all of them at once; nobody else sees or sets a cookie meanwhile.
  package func change(_ body: (inout [Cookie]) -> Void) {
    cookies.withLock { content in
      body(&content.all)
      content.generation += 1
    }
  }

  /// Adds the `Cookie` header unless the request has its own; in curl's order it is prepended to that.
  /// - Returns: whether there were cookies for it.
  @discardableResult
  func apply(to request: inout Request, now: Date) -> Bool {
    let place = request.headers.fields.firstIndex { $0.name.equalsIgnoringCase("Cookie") }
    if order == .standard {
      let isSuppressed = request.suppressedHeaders.contains { $0.equalsIgnoringCase("Cookie") }
      guard place == nil, !isSuppressed else { return false }
    }
    var pairs = cookies(for: address(of: request), now: now).map { "\($0.name)=\($0.value)" }
    if let given { pairs.append(given) }
    guard !pairs.isEmpty else { return false }
    let header = Header("Cookie", pairs.joined(separator: "; "))
    request.headers.fields.insert(header, at: place ?? request.headers.fields.endIndex)
    return true
  }

  /// The URL that determines the cookies of a request.
  func address(of request: Request) -> String {
    guard case .curl = order, let host = request.headers["Host"] else { return request.url }
    return URLParts(request.url).named(byHost: host).description
  }

  /// Drops expired cookies first, then the oldest.
  private static func trim(_ all: inout [Cookie], domain: String, now: Date) {
    guard all.count > limitPerDomain else { return }
    all.removeAll { cookie in cookie.expires.map { $0 <= now } ?? false }
    var surplus = all.count { $0.domain == domain } - limitPerDomain
    if surplus > 0 {
      all.removeAll { cookie in
        guard cookie.domain == domain, surplus > 0 else { return false }
        surplus -= 1
        return true
      }
    }
    if all.count > limit { all.removeFirst(all.count - limit) }
  }
}

extension CookieJar: Equatable {
  /// Equal if they are one and the same jar.
  public static func == (left: CookieJar, right: CookieJar) -> Bool { left === right }
}

extension Cookie {
  /// Whether one replaces the other.
  package func isSlot(of other: Cookie) -> Bool {
    name == other.name && domain == other.domain && path == other.path && isHostOnly == other.isHostOnly
  }

  /// Whether requests that send this one would send the other one, too, or instead.
  fileprivate func isShadowed(by other: Cookie) -> Bool {
    let isSameHost =
      domain == other.domain || Self.domain(domain, isBelow: other.domain) || Self.domain(other.domain, isBelow: domain)
    return name == other.name && isSameHost && Self.path(other.path, isBelow: path)
  }

  /// Whether one path is the other or lies below it (section 5.1.4).
  static func path(_ path: String, isBelow above: String) -> Bool {
    guard path.utf8.starts(with: above.utf8) else { return false }
    return path.utf8.count == above.utf8.count || above.hasSuffix("/")
      || path.utf8.dropFirst(above.utf8.count).first == UInt8(ascii: "/")
  }
}
