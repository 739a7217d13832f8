import Basics
import Essentials
import HTTPModel

/// Explains the value of a response header in words: times, lifetimes, directives, cookies, sizes.
struct HeaderReading {
  let exchange: Exchange
  let clock: WallClock

  /// The explanation; empty if the value is self-explanatory.
  func lines(of header: Header) -> [String] {
    let value = header.value.trimmed
    switch header.name.asciiLowercased {
    case "date", "last-modified", "sunset", "deprecation": return [date(value)].compactMap(\.self)
    case "expires": return [date(value) ?? "not a date: already expired"]
    case "retry-after", "ratelimit-reset", "x-ratelimit-reset":
      return [date(value) ?? seconds(value)].compactMap(\.self)
    case "age", "access-control-max-age": return [seconds(value)].compactMap(\.self)
    case "cache-control": return directives(of: header)
    case "strict-transport-security": return transportSecurity(value)
    case "set-cookie": return cookie(value)
    case "content-length": return length(value)
    case "content-encoding": return sizes
    case "etag": return value.hasPrefix("W/") ? ["weak: equivalent bodies share it"] : []
    case "vary": return value == "*" ? ["*: never served from a cache"] : []
    default: return []
    }
  }

  // MARK: Times

  /// `2026-11-25 14:02, 3 h ago`, in local time.
  private func date(_ text: String) -> String? {
    HTTPDate.parse(text).map { clock.words(for: $0) }
  }

  private static func number(_ text: String) -> Double? {
    let text = text.trimming { $0 == "\"" }
    return !text.isEmpty && text.count < 16 && text.utf8.allSatisfy(\.isASCIIDigit) ? Double(text) : nil
  }

  private func seconds(_ text: String) -> String? {
    guard let seconds = Self.number(text) else { return nil }
    // A larger number is a time, not a span.
    guard seconds < 1e9 else { return clock.words(for: Date(timeIntervalSince1970: seconds)) }
    return seconds < 120 ? nil : Quantity.span(seconds)
  }

  // MARK: Caches

  private func directives(of header: Header) -> [String] {
    CacheControl(Headers([header])).directives.map { name, value in
      let span = Self.number(value).map(Quantity.span) ?? value
      let words: String? =
        switch name {
        case "no-store": "must not be stored"
        case "no-cache": "stored, but revalidated before each use"
        case "private": "only the client may store it, no shared cache"
        case "public": "any cache may store it"
        case "max-age" where value == "0": "stale at once"
        case "max-age": "fresh for \(span)"
        case "s-maxage": "fresh for \(span) in shared caches"
        case "must-revalidate": "never used when stale"
        case "proxy-revalidate": "the same for shared caches"
        case "immutable": "it never changes while it is fresh"
        case "no-transform": "no proxy may change the body"
        case "stale-while-revalidate": "used for \(span) more while revalidating"
        case "stale-if-error": "used for \(span) more if the server fails"
        default: nil
        }
      return words.map { "\(name): \($0)" } ?? name
    }
  }

  private func transportSecurity(_ value: String) -> [String] {
    let parts = value.split(separator: ";").map { String($0).trimmed.asciiLowercased }
    return parts.compactMap { part in
      if part.hasPrefix("max-age="), let seconds = Self.number(String(part.dropFirst(8))) {
        return seconds == 0 ? "HTTPS no longer required" : "HTTPS only for \(Quantity.span(seconds))"
      }
      return part == "includesubdomains" ? "subdomains too" : part == "preload" ? "browsers may preload it" : nil
    }
  }

  // MARK: Cookies

  private func cookie(_ value: String) -> [String] {
    let url = exchange.hops.last?.request.url ?? ""
    do throws(CookieRefusal) {
      let cookie = try Cookie.reading(setCookie: value, from: url, now: exchange.startedAt)
      var lines = [life(of: cookie)]
      lines.append(
        cookie.isHostOnly ? "sent to \(cookie.domain) only" : "sent to \(cookie.domain) and its subdomains")
      if cookie.path != "/" { lines.append("below \(cookie.path)") }
      if cookie.isSecure { lines.append("over TLS only") }
      if cookie.isHTTPOnly { lines.append("hidden from a browser's scripts") }
      return lines
    } catch {
      return ["not stored: \(error)"]
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
    return ["\(wire) received, \(body) decompressed"]
  }
}

/// The purpose of request and response headers, in one line each.
///
/// After RFC 9110 and 9111, and the specifications of fetch, cookies and browsers' policies.
enum HeaderMeaning {
  /// `nil` for headers of other specifications.
  static func of(_ name: String) -> String? { meanings[name.lowercased()] }

  private static let meanings = [
    "accept": "The formats that the client accepts, ranked by q.",
    "accept-charset": "The character sets that the client accepts.",
    "accept-encoding": "The compressions that the client accepts.",
    "accept-language": "The languages that the client prefers.",
    "accept-ranges": "Whether Range can request parts of the body.",
    "access-control-allow-credentials": "Whether a browser may send cookies from another origin.",
    "access-control-allow-headers": "The headers that a browser may send from another origin.",
    "access-control-allow-methods": "The methods that a browser may use from another origin.",
    "access-control-allow-origin": "The origin whose scripts may read the answer in a browser.",
    "access-control-expose-headers": "The headers that scripts of another origin may read.",
    "access-control-max-age": "How long a browser may cache the preflight, in seconds.",
    "access-control-request-headers": "Preflight: the headers that the browser will send.",
    "access-control-request-method": "Preflight: the method that the browser will use.",
    "age": "The age of the cached answer, in seconds.",
    "allow": "The methods that this address allows.",
    "alt-svc": "Other addresses and protocols of the server.",
    "authorization": "The login for the server.",
    "cache-control": "Who may cache the answer, and for how long.",
    "connection": "Whether the connection stays open after the answer.",
    "content-disposition": "Whether to show or save the body, and its file name.",
    "content-encoding": "How the body is compressed.",
    "content-language": "The language of the body.",
    "content-length": "The size of the body as transferred, in bytes.",
    "content-location": "The address of the body's content.",
    "content-range": "Which part of the resource the body contains.",
    "content-security-policy": "What the page may load and run.",
    "content-type": "The format of the body, and its character set.",
    "cookie": "The cookies set by earlier answers: see the Cookies tab.",
    "date": "When the server created the answer.",
    "etag": "The version of the resource: If-None-Match asks whether it changed, If-Match changes only this one.",
    "expect": "100-continue: the body waits until the server asks for it.",
    "expires": "When the answer becomes stale; Cache-Control overrides it.",
    "forwarded": "Details of the client, added by proxies.",
    "from": "The email address of the client's operator.",
    "host": "The requested host and port: one server may have many.",
    "idempotency-key": "The server runs repeated requests once.",
    "if-match": "Only if the resource still has this version.",
    "if-modified-since": "Only if the resource changed since: else 304.",
    "if-none-match": "Only if the resource has another version: else 304.",
    "if-range": "A part if the resource is unchanged, else all of it.",
    "if-unmodified-since": "Only if the resource did not change since.",
    "keep-alive": "How long the connection stays open without a request.",
    "last-modified": "When the resource last changed: If-Modified-Since asks whether it changed since.",
    "link": "Related addresses, such as the next page.",
    "location": "The target of a redirect, or the address of a new resource.",
    "origin": "The site that the request comes from.",
    "pragma": "HTTP/1.0: no-cache, as in Cache-Control.",
    "prefer": "What the client prefers, such as a short answer.",
    "proxy-authenticate": "The logins that the proxy accepts.",
    "proxy-authorization": "The login for the proxy.",
    "range": "The requested part of the body.",
    "ratelimit-limit": "How many requests are allowed per period.",
    "ratelimit-remaining": "How many requests are left in this period.",
    "ratelimit-reset": "The seconds until the period ends.",
    "referer": "The page that linked here.",
    "referrer-policy": "How much of the address a browser shows other sites.",
    "retry-after": "When to retry: seconds or a date.",
    "server": "The software of the server.",
    "server-timing": "How long the server's steps took, in milliseconds.",
    "set-cookie": "A cookie to send with later requests: see the Cookies tab.",
    "strict-transport-security": "How long browsers use only HTTPS for the host, in seconds.",
    "te": "The transfer encodings that the client accepts.",
    "traceparent": "The trace that this request is part of.",
    "trailer": "The headers that follow the body.",
    "transfer-encoding": "How the body is split for a transfer of unknown length.",
    "upgrade": "The protocols that the connection can switch to.",
    "user-agent": "The software of the client.",
    "vary": "The request headers that the answer depends on, for caches.",
    "via": "The proxies on the path of the message.",
    "warning": "A cache's warning about the answer.",
    "www-authenticate": "The logins that the server accepts.",
    "x-api-key": "The API key for the server.",
    "x-content-type-options": "nosniff: a browser does not guess the Content-Type.",
    "x-forwarded-for": "The addresses of the client and the proxies.",
    "x-frame-options": "Whether other pages may show this one in a frame.",
    "x-powered-by": "The software behind the server.",
    "x-ratelimit-limit": "How many requests are allowed per period.",
    "x-ratelimit-remaining": "How many requests are left in this period.",
    "x-ratelimit-reset": "When the period ends: seconds or a time.",
    "x-request-id": "The request's ID in the server's log.",
    "x-requested-with": "XMLHttpRequest: sent by a script of a page.",
  ]
}
