import Basics
import Networking
import Terminal

/// The fields of a cookie while they are typed in. What they say is read as if a server had set it.
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

    /// The values that Space goes through; `nil` if it is typed.
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

  /// The cookie that is edited; `nil` for a new one.
  let original: Cookie?
  private(set) var fields: [TextField]
  /// The texts before anything was typed.
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

  /// Whether the key means something in the current field.
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
}
