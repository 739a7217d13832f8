import Basics
import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CookieForm {
  /// Why the fields are no cookie, and the field to correct.
  struct Fault: Error, Equatable {
    var field: Field
    /// A sentence without a full stop.
    var message: String
  }

  /// The cookie that the fields describe.
  func cookie(at clock: WallClock) throws(Fault) -> Cookie {
    let name = self[.name].trimmed
    guard !name.isEmpty else { throw Fault(field: .name, message: "A cookie needs a name") }
    guard !name.contains(where: { $0 == "=" || $0 == ";" }) else {
      throw Fault(field: .name, message: "A name cannot contain `=` or `;`")
    }
    guard !self[.value].contains(";") else { throw Fault(field: .value, message: "A value cannot contain `;`") }
    let typed = self[.host].trimmed.asciiLowercased
    let isHostOnly = !typed.hasPrefix(".")
    let host = isHostOnly ? typed : String(typed.dropFirst())
    guard !host.isEmpty, let known = URLParts("https://\(host)/").comparableHost,
      !host.contains(where: { "/?#@;, \\".contains($0) }), !Self.namesPort(host)
    else { throw Fault(field: .host, message: "A host is a name such as example.com, without port or path") }
    let path = self[.path].trimmed.isEmpty ? "/" : self[.path].trimmed
    guard path.hasPrefix("/"), !path.contains(";") else {
      throw Fault(field: .path, message: "A path begins with / and cannot contain `;`")
    }
    var parts = ["\(name)=\(self[.value])", "Path=\(path)"]
    if !isHostOnly { parts.append("Domain=\(known)") }
    if self[.secure] == "yes" { parts.append("Secure") }
    if self[.httpOnly] == "yes" { parts.append("HttpOnly") }
    if !self[.sameSite].isEmpty { parts.append("SameSite=\(self[.sameSite])") }
    var cookie: Cookie
    do throws(CookieRefusal) {
      cookie = try Cookie.reading(setCookie: parts.joined(separator: "; "), from: "https://\(host)/", now: clock.now)
    } catch {
      throw Fault(field: Self.field(of: error), message: "Not kept: \(error)")
    }
    if !isHostOnly, cookie.isHostOnly, !Cookie.isAddress(known) {
      throw Fault(field: .host, message: "Not kept: \(CookieRefusal.publicSuffix(known))")
    }
    cookie.expires = try expiry(at: clock)
    if let original { cookie.created = original.created }
    return cookie
  }

  private func expiry(at clock: WallClock) throws(Fault) -> Date? {
    guard isChanged(.expires) else { return original?.expires }
    guard let life = CookieLife(self[.expires], at: clock) else {
      throw Fault(
        field: .expires, message: "A duration such as 30d or 12h, a time such as 2027-01-31 14:00, or nothing")
    }
    if let until = life.until, until <= clock.now {
      throw Fault(field: .expires, message: "That time has passed: Del deletes a cookie")
    }
    return life.until
  }

  /// `[::1]` has colons, and no port.
  private static func namesPort(_ host: String) -> Bool {
    host.hasPrefix("[") ? !host.hasSuffix("]") : host.contains(":")
  }

  private static func field(of refusal: CookieRefusal) -> Field {
    switch refusal {
    case .publicSuffix, .otherHost: .host
    case .needsTLS, .brokenPrefix, .protected: .secure
    case .malformed: .name
    case .controlCharacter, .tooLarge: .value
    }
  }
}
