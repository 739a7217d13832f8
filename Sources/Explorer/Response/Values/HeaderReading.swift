import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the value of an answer's header says, in words: times, lives, directives, cookies, sizes.
struct HeaderReading {
  let exchange: Exchange
  let clock: WallClock

  /// Nothing where the value speaks for itself.
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
