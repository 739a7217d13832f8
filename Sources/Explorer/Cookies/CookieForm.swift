import Basics
import Essentials
import HTTPModel
import Terminal

/// The fields of a cookie being edited. They are parsed as if a server had set the cookie.
struct CookieForm: Equatable, Sendable {
  enum Field: Int, CaseIterable, Sendable {
    case name, value, host, path, expires, secure, httpOnly, sameSite

    var title: String {
      switch self {
      case .name: "Name"
      case .value: "Value"
      case .host: "Host"
      case .path: "Path"
      case .expires: "Expires"
      case .secure: "Secure"
      case .httpOnly: "HttpOnly"
      case .sameSite: "SameSite"
      }
    }

    /// The values that Space cycles through; `nil` for a text.
    var choices: [String]? {
      switch self {
      case .secure, .httpOnly: ["no", "yes"]
      case .sameSite: ["", "Lax", "Strict", "None"]
      case .name, .value, .host, .path, .expires: nil
      }
    }

    var hint: String {
      switch self {
      case .host: ".example.com also covers its subdomains"
      case .expires: "30d, 12h, 2027-01-31 14:00; empty for a session"
      case .secure, .httpOnly, .sameSite: "Space changes it"
      case .name, .value, .path: ""
      }
    }
  }

  /// The cookie being edited; `nil` for a new one.
  let original: Cookie?
  private(set) var fields: [TextField]
  private let initial: [String]
  var current = Field.name

  init(_ cookie: Cookie?, host: String = "", clock: WallClock) {
    original = cookie
    initial = Field.allCases.map { Self.text(of: $0, in: cookie, host: host, clock: clock) }
    fields = initial.map { TextField($0) }
  }

  static func text(of field: Field, in cookie: Cookie?, host: String = "", clock: WallClock) -> String {
    switch field {
    case .name: cookie?.name ?? ""
    case .value: cookie?.value ?? ""
    case .host: cookie?.scope ?? host
    case .path: cookie?.path ?? "/"
    case .expires: cookie?.expires.map { clock.text(of: $0) } ?? ""
    case .secure: cookie?.isSecure == true ? "yes" : "no"
    case .httpOnly: cookie?.isHTTPOnly == true ? "yes" : "no"
    case .sameSite: cookie?.sameSite ?? ""
    }
  }

  subscript(_ field: Field) -> String { fields[field.rawValue].text }

  var isChanged: Bool { fields.map(\.text) != initial }

  func isChanged(_ field: Field) -> Bool { self[field] != initial[field.rawValue] }

  mutating func move(by step: Int) {
    let count = Field.allCases.count
    current = Field(rawValue: (current.rawValue + step + count) % count) ?? current
  }

  mutating func handle(_ key: Key) {
    let index = current.rawValue
    guard let choices = current.choices else {
      _ = fields[index].handle(key)
      return
    }
    guard [.character(" "), .left, .right].contains(key) else { return }
    let step = key == .left ? choices.count - 1 : 1
    let next = ((choices.firstIndex(of: self[current]) ?? 0) + step) % choices.count
    fields[index].replaceAll(with: choices[next])
  }

  mutating func paste(_ text: String) {
    if current.choices == nil { fields[current.rawValue].paste(text) }
  }

  /// The text being edited, for linear mode; `nil` for a field with choices.
  var linearEdit: LinearEdit? {
    current.choices == nil ? LinearEdit("\(current.title) of the cookie", fields[current.rawValue]) : nil
  }
}

extension CookieForm {
  /// The reason why the fields do not form a cookie, and the field to correct.
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
      throw Fault(field: Self.field(of: error), message: "Not stored: \(error)")
    }
    if !isHostOnly, cookie.isHostOnly, !Cookie.isAddress(known) {
      throw Fault(field: .host, message: "Not stored: \(CookieRefusal.publicSuffix(known))")
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

  /// Returns true if the host includes a port. `[::1]` has colons but no port.
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

/// The lifetime of a cookie, with its input and display formats.
struct CookieLife: Equatable {
  /// `nil` for a session cookie.
  var until: Date?

  /// The maximum lifetime of a cookie in seconds (RFC 6265bis).
  private static let longest = 400.0 * 86_400

  /// - Parameter text: a number with a unit (`30d`), a local time (`2027-01-31 14:00`), or nothing.
  init?(_ text: String, at clock: WallClock) {
    let text = text.trimmed.asciiLowercased
    if text.isEmpty || text == "session" { return }
    guard let until = Self.life(text, clock) ?? Self.time(text, clock) else { return nil }
    self.until = min(until, clock.now.addingTimeInterval(Self.longest))
  }

  private static func life(_ text: String, _ clock: WallClock) -> Date? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
    guard let last = text.last, let unit = units[last], let number = Double(text.dropLast().trimmed), number > 0,
      number.isFinite
    else { return nil }
    return clock.now.addingTimeInterval(min(number * unit, longest))
  }

  private static func time(_ text: String, _ clock: WallClock) -> Date? {
    let parts = text.split { $0 == " " || $0 == "t" }.map { $0.split(whereSeparator: { $0 == "-" || $0 == ":" }) }
    guard let date = parts.first?.compactMap({ Int($0) }), date.count == 3, parts.count <= 2 else { return nil }
    let clockParts = parts.count == 2 ? parts[1].compactMap { Int($0) } : [0, 0]
    guard parts.count < 2 || clockParts.count == parts[1].count, 2...3 ~= clockParts.count,
      1970...9999 ~= date[0], 1...12 ~= date[1], 1...31 ~= date[2], 0...23 ~= clockParts[0], 0...59 ~= clockParts[1],
      0...59 ~= clockParts.dropFirst(2).first ?? 0
    else { return nil }
    let local = UTCTime(
      date: CivilDate(year: date[0], month: date[1], day: date[2]), hour: clockParts[0], minute: clockParts[1],
      second: clockParts.dropFirst(2).first ?? 0)
    return Date(timeIntervalSince1970: Double(local.seconds - clock.secondsFromGMT))
  }

  /// `in 3 days`, `in 2 hours`, `session`, `expired`.
  static func words(_ date: Date?, _ clock: WallClock) -> String {
    guard let date else { return "session" }
    let left = date.timeIntervalSince(clock.now)
    guard left > 0 else { return "expired" }
    let units = [(86_400.0, "day"), (3600, "hour"), (60, "minute")]
    guard let (seconds, name) = units.first(where: { left >= $0.0 }) else { return "in less than a minute" }
    let count = Int(min(left / seconds, 1e9))
    return "in \(Quantity.amount(count, name))"
  }
}
