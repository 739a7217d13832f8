import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Explains the value of a response header in words: times, lifetimes, directives, cookies, sizes.
struct HeaderReading {
  let exchange: Exchange
  let clock: WallClock

  /// The explanation; empty if the value is self-explanatory.
  func lines(of header: Header) -> [String] {
    let value = header.value.trimmed
    switch header.name.asciiLowercased {
    case "date", "last-modified", "sunset", "deprecation": return [date(value)].compactMap(\.self)
    case "expires": return [date(value) ?? "no date: out of date from the start"]
    case "retry-after", "ratelimit-reset", "x-ratelimit-reset":
      return [date(value) ?? seconds(value)].compactMap(\.self)
    case "age", "access-control-max-age": return [seconds(value)].compactMap(\.self)
    case "cache-control": return directives(of: header)
    case "strict-transport-security": return transportSecurity(value)
    case "set-cookie": return cookie(value)
    case "content-length": return length(value)
    case "content-encoding": return sizes
    case "etag": return value.hasPrefix("W/") ? ["weak: other bytes with the same meaning have it, too"] : []
    case "vary": return value == "*" ? ["*: no cache may answer with it"] : []
    default: return []
    }
  }

  // MARK: Times

  /// `2026-11-25 14:02, 3 h ago`, in local time.
  private func date(_ text: String) -> String? {
    HTTPDate.parse(text).map { words(for: $0) }
  }

  private func words(for date: Date) -> String {
    let left = date.timeIntervalSince(clock.now)
    let span = Quantity.span(abs(left))
    return "\(clock.text(of: date)), " + (left < 0 ? "\(span) ago" : "in \(span)")
  }

  private static func number(_ text: String) -> Double? {
    let text = text.trimming { $0 == "\"" }
    return !text.isEmpty && text.count < 16 && text.utf8.allSatisfy(\.isASCIIDigit) ? Double(text) : nil
  }

  private func seconds(_ text: String) -> String? {
    guard let seconds = Self.number(text) else { return nil }
    // A larger number is a time, not a span.
    guard seconds < 1e9 else { return words(for: Date(timeIntervalSince1970: seconds)) }
    return seconds < 120 ? nil : Quantity.span(seconds)
  }

  // MARK: Caches

  private func directives(of header: Header) -> [String] {
    CacheControl(Headers([header])).directives.map { name, value in
      let span = Self.number(value).map(Quantity.span) ?? value
      let words: String? =
        switch name {
        case "no-store": "nobody may keep it"
        case "no-cache": "kept, but asked about before each use"
        case "private": "only the client may keep it, no cache between"
        case "public": "any cache may keep it"
        case "max-age" where value == "0": "out of date at once"
        case "max-age": "fresh for \(span)"
        case "s-maxage": "fresh for \(span) in caches between"
        case "must-revalidate": "never used once it is out of date"
        case "proxy-revalidate": "the same for caches between"
        case "immutable": "it never changes while it is fresh"
        case "no-transform": "no proxy may change the body"
        case "stale-while-revalidate": "used for \(span) more while a new one is fetched"
        case "stale-if-error": "used for \(span) more where the server fails"
        default: nil
        }
      return words.map { "\(name): \($0)" } ?? name
    }
  }

  private func transportSecurity(_ value: String) -> [String] {
    let parts = value.split(separator: ";").map { String($0).trimmed.asciiLowercased }
    return parts.compactMap { part in
      if part.hasPrefix("max-age="), let seconds = Self.number(String(part.dropFirst(8))) {
        return seconds == 0 ? "over HTTPS no longer" : "over HTTPS only, for \(Quantity.span(seconds))"
      }
      return part == "includesubdomains" ? "the hosts below it, too" : part == "preload" ? "browsers may know it" : nil
    }
  }

  // MARK: Cookies

  private func cookie(_ value: String) -> [String] {
    let url = exchange.hops.last?.request.url ?? ""
    do throws(CookieRefusal) {
      let cookie = try Cookie.reading(setCookie: value, from: url, now: exchange.startedAt)
      var lines = [life(of: cookie)]
      lines.append(
        cookie.isHostOnly ? "sent to \(cookie.domain) alone" : "sent to \(cookie.domain) and the hosts below it")
      if cookie.path != "/" { lines.append("below \(cookie.path)") }
      if cookie.isSecure { lines.append("over TLS only") }
      if cookie.isHTTPOnly { lines.append("hidden from a browser's scripts") }
      return lines
    } catch {
      return ["not kept: \(error)"]
    }
  }

  private func life(of cookie: Cookie) -> String {
    guard let expires = cookie.expires else { return "until the session ends" }
    guard expires > clock.now else { return "expired: it deletes the cookie \(cookie.name)" }
    return "until \(clock.text(of: expires)), in \(Quantity.span(expires.timeIntervalSince(clock.now)))"
  }

  // MARK: Sizes

  private func length(_ value: String) -> [String] {
    guard let length = Int(value), length >= 0 else { return [] }
    let size = length < 1000 ? [] : [Quantity.bytes(length)]
    let received = exchange.hops.last?.sizes.responseBodyOnWire ?? 0
    guard received > 0, received != length else { return size }
    return size + ["\(Quantity.bytes(received)) came"]
  }

  private var sizes: [String] {
    guard let sizes = exchange.hops.last?.sizes, sizes.responseBodyOnWire > 0, sizes.responseBody > 0 else { return [] }
    let (wire, body) = (Quantity.bytes(sizes.responseBodyOnWire), Quantity.bytes(sizes.responseBody))
    return ["\(wire) came, \(body) decompressed"]
  }
}

/// The purpose of request and response headers, in one line each.
///
/// After RFC 9110 and 9111, and the specifications of fetch, cookies and browsers' policies.
enum HeaderMeaning {
  /// `nil` for headers of other specifications.
  static func of(_ name: String) -> String? { meanings[name.lowercased()] }

  private static let meanings = [
    "accept": "The formats that the client takes, best first by q.",
    "accept-charset": "The character sets that the client takes.",
    "accept-encoding": "The compressions that the client takes.",
    "accept-language": "The languages that the client prefers.",
    "accept-ranges": "Whether parts of the body can be asked for with Range.",
    "access-control-allow-credentials": "Whether a browser may send cookies from another origin.",
    "access-control-allow-headers": "The headers that a browser may send from another origin.",
    "access-control-allow-methods": "The methods that a browser may use from another origin.",
    "access-control-allow-origin": "The origin whose scripts may read the answer in a browser.",
    "access-control-expose-headers": "The headers that scripts of another origin may read.",
    "access-control-max-age": "The seconds for which a browser may keep the answer to a preflight.",
    "access-control-request-headers": "The headers that a browser would send, asked for beforehand.",
    "access-control-request-method": "The method that a browser would use, asked for beforehand.",
    "age": "The seconds for which a cache has kept the answer.",
    "allow": "The methods that this address takes.",
    "alt-svc": "Where else, and by which protocol, the server answers.",
    "authorization": "The login for the server.",
    "cache-control": "Who may keep the answer, and for how long.",
    "connection": "Whether the connection stays open after the answer.",
    "content-disposition": "Whether to show or to save the body, and under which name.",
    "content-encoding": "How the body was compressed for the transfer.",
    "content-language": "The language of the body.",
    "content-length": "The bytes of the body as they were transferred.",
    "content-location": "The address of what the body shows.",
    "content-range": "Which part of the whole the body is.",
    "content-security-policy": "What a browser may load and run on this page.",
    "content-type": "The format of the body, and its character set.",
    "cookie": "What earlier answers set: see the Cookies tab.",
    "date": "When the server made the answer.",
    "etag": "The version of the resource: If-None-Match asks whether it changed, If-Match changes only this one.",
    "expect": "100-continue: the body waits until the server wants it.",
    "expires": "When the answer is out of date; Cache-Control goes before it.",
    "forwarded": "What the proxies on the way knew of the client.",
    "from": "The mail address of whoever runs the client.",
    "host": "The host, and the port, that is meant: one server may have many.",
    "idempotency-key": "The same request sent twice is done once.",
    "if-match": "Only if the resource still has this version.",
    "if-modified-since": "Only if the resource changed since: else 304.",
    "if-none-match": "Only if the resource has another version: else 304.",
    "if-range": "A part if the resource is the same, else all of it.",
    "if-unmodified-since": "Only if the resource did not change since.",
    "keep-alive": "How long the connection stays open without a request.",
    "last-modified": "When the resource last changed: If-Modified-Since asks whether it changed since.",
    "link": "Addresses that belong to the resource: the next page, for example.",
    "location": "Where a redirect leads, or the address of what was created.",
    "origin": "The page, or host, that the request comes from.",
    "pragma": "HTTP/1.0: no-cache, as in Cache-Control.",
    "prefer": "What the client would like, such as a short answer.",
    "proxy-authenticate": "The logins that the proxy takes.",
    "proxy-authorization": "The login for the proxy.",
    "range": "Which part of the body is wanted.",
    "ratelimit-limit": "How many requests are allowed in a time.",
    "ratelimit-remaining": "How many requests are left in that time.",
    "ratelimit-reset": "The seconds until the count starts again.",
    "referer": "The page that led here.",
    "referrer-policy": "How much of the address a browser tells other sites.",
    "retry-after": "When to ask again: seconds or a date.",
    "server": "The software of the server.",
    "server-timing": "How long the steps took on the server, in milliseconds.",
    "set-cookie": "A cookie to keep and to send with later requests: see the Cookies tab.",
    "strict-transport-security": "For so many seconds, the host is asked over HTTPS only.",
    "te": "The transfer encodings that are taken.",
    "traceparent": "The trace that this request is part of.",
    "trailer": "The headers that follow after the body.",
    "transfer-encoding": "How the body was sent in pieces, without a length beforehand.",
    "upgrade": "The protocols that the connection can change to.",
    "user-agent": "The software of the client.",
    "vary": "The headers of the request that the answer depends on: a cache keeps one for each.",
    "via": "The proxies that the answer passed.",
    "warning": "What a cache says about the state of the answer.",
    "www-authenticate": "The logins that the server takes.",
    "x-api-key": "The login for the server, as a key.",
    "x-content-type-options": "nosniff: a browser takes Content-Type as it says.",
    "x-forwarded-for": "The addresses that the request came through.",
    "x-frame-options": "Whether other pages may show this one in a frame.",
    "x-powered-by": "The software behind the server.",
    "x-ratelimit-limit": "How many requests are allowed in a time.",
    "x-ratelimit-remaining": "How many requests are left in that time.",
    "x-ratelimit-reset": "When the count starts again: seconds or a time.",
    "x-request-id": "The server's name for this request, to look for in its log.",
    "x-requested-with": "XMLHttpRequest: a script of a page asks.",
  ]
}
