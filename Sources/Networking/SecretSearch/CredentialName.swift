import Basics

/// Recognises credentials by name, with one list of words for variables, headers and fields.
package enum CredentialName {
  /// Words that mark a credential anywhere in a name.
  private static let words = [
    "token", "secret", "password", "passwd", "passphrase", "passcode", "apikey", "private", "credential", "bearer",
    "jwt",
  ]
  /// Words that mark a credential at the end of a name, or as the whole name.
  private static let lastWords: Set<String> = ["key", "pass", "pwd", "auth", "authorization"]
  /// Words before `key` that make it harmless.
  private static let openKeys: Set<String> = [
    "public", "primary", "foreign", "sort", "partition", "idempotency", "cache", "surrogate", "websocket",
  ]

  /// Whether a variable with that name holds a credential: `accessToken`, `DB_PASS`, `x-api-key`.
  package static func isOne(_ name: String) -> Bool {
    let parts = parts(of: name)
    let joined = parts.joined()
    if words.contains(where: { joined.utf8.holds($0) }) { return true }
    guard let last = parts.last, lastWords.contains(last) else { return false }
    return last != "key" || parts.count < 2 || !openKeys.contains(parts[parts.count - 2])
  }

  /// Whether a cookie with that name identifies a session or user: `sid`, `PHPSESSID`, `connect.sid`, `auth_token`.
  static func isCookie(_ name: String) -> Bool {
    let lower = name.trimmingASCII(\.isASCIIWhitespace).asciiLowercased
    return isOne(lower) || ["sess", "sid", "auth", "login"].contains { lower.utf8.firstRange(of: $0.utf8) != nil }
  }

  /// Headers that hold a credential, though no word of their names says so.
  private static let headers: Set<String> = [
    "cookie", "cookie2", "set-cookie", "x-wsse", "authentication", "x-authentication",
  ]

  /// Whether a header with that lower-case name holds a credential, whatever its value. It is masked, and no other host
  /// gets it.
  static func isHeader(_ name: String) -> Bool {
    // CORS headers mention credentials but contain none.
    guard !name.utf8.starts(with: "access-control-".utf8) else { return false }
    return headers.contains(name) || name.utf8.holds("session") || mentionsAuthorization(name) || isOne(name)
  }

  /// Whether `auth` stands in it, but not as a part of `author`, `authority` or `WWW-Authenticate`.
  private static func mentionsAuthorization(_ name: String) -> Bool {
    var rest = Substring(name).utf8
    while let found = rest.firstRange(of: "auth".utf8) {
      rest = rest[found.upperBound...]
      let isAuthor = ["oriz", "oris"].allSatisfy { !rest.starts(with: $0.utf8) } && rest.starts(with: "or".utf8)
      if !isAuthor, !rest.starts(with: "enticat".utf8) { return true }
    }
    return false
  }

  /// The words of a name in lower case, split at punctuation and before capital letters.
  private static func parts(of name: String) -> [String] {
    var parts: [String] = []
    var wasSmall = false
    var isOpen = false
    for byte in name.utf8 {
      let isCapital = byte.isASCIIUppercase
      let isMark = byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x20
      if isMark || isCapital && wasSmall { isOpen = false }
      wasSmall = !isCapital && !isMark
      guard !isMark else { continue }
      if !isOpen { parts.append("") }
      isOpen = true
      // Other scripts contain none of these words.
      parts[parts.count - 1].unicodeScalars.append(Unicode.Scalar(byte | (isCapital ? 0x20 : 0)))
    }
    return parts
  }
}
