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
    let name = NameWords(name)
    if words.contains(where: { name.letters.utf8.holds($0) }) { return true }
    guard let last = name.last(0), lastWords.contains(last) else { return false }
    return last != "key" || !openKeys.contains(name.last(1) ?? "")
  }

  /// Whether a cookie with that name identifies a session or user: `sid`, `PHPSESSID`, `connect.sid`, `auth_token`.
  static func isCookie(_ name: String) -> Bool {
    let lower = name.trimmingASCII(\.isASCIIWhitespace).asciiLowercased
    return isOne(lower) || ["sess", "sid", "auth", "login"].contains { lower.utf8.holds($0) }
  }

  /// Headers that hold a credential, though no word of their names says so.
  private static let headers: Set<String> = [
    "cookie", "cookie2", "set-cookie", "x-wsse", "authentication", "x-authentication",
  ]

  /// Whether a header with that lower-case name holds a credential, whatever its value. It is masked, and no other host
  /// gets it.
  package static func isHeader(_ name: String) -> Bool {
    // CORS headers mention credentials but contain none.
    guard !name.utf8.starts(with: "access-control-".utf8) else { return false }
    return headers.contains(name) || name.utf8.holds("session") || mentionsAuthorization(name) || isOne(name)
  }

  /// Whether `auth` stands in it, but not as a part of `author`, `authority` or `WWW-Authenticate`.
  private static func mentionsAuthorization(_ name: String) -> Bool {
    var rest = Substring(name).utf8
    while let found = rest.range(ofBytes: "auth") {
      rest = rest[found.upperBound...]
      let isAuthor = ["oriz", "oris"].allSatisfy { !rest.starts(with: $0.utf8) } && rest.starts(with: "or".utf8)
      if !isAuthor, !rest.starts(with: "enticat".utf8) { return true }
    }
    return false
  }
}

/// The words of a name in lower case, split at punctuation and before capital letters.
private struct NameWords {
  /// All of them, one after the other.
  private(set) var letters = ""
  /// The offsets in `letters` at which a word begins.
  private var starts: [Int] = []

  init(_ name: String) {
    letters.reserveCapacity(name.utf8.count)
    var wasSmall = false
    var isOpen = false
    for byte in name.utf8 {
      let isCapital = byte.isASCIIUppercase
      let isMark = byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x20
      if isMark || isCapital && wasSmall { isOpen = false }
      wasSmall = !isCapital && !isMark
      guard !isMark else { continue }
      if !isOpen { starts.append(letters.utf8.count) }
      isOpen = true
      // Other scripts contain none of the words that matter.
      letters.unicodeScalars.append(Unicode.Scalar(byte | (isCapital ? 0x20 : 0)))
    }
  }

  /// The word with that many words behind it.
  func last(_ count: Int) -> String? {
    guard count < starts.count else { return nil }
    let end = count == 0 ? letters.utf8.count : starts[starts.count - count]
    let bytes = letters.utf8.dropFirst(starts[starts.count - count - 1]).prefix(end - starts[starts.count - count - 1])
    return String(Substring(bytes))
  }
}
