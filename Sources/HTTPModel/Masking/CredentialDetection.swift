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

  /// True if a variable with that name holds a credential: `accessToken`, `DB_PASS`, `x-api-key`.
  package static func isOne(_ name: String) -> Bool {
    let name = NameWords(name)
    if words.contains(where: { name.letters.utf8.holds($0) }) { return true }
    guard let last = name.last(0), lastWords.contains(last) else { return false }
    return last != "key" || !openKeys.contains(name.last(1) ?? "")
  }

  /// True if a cookie with that name identifies a session or user: `sid`, `PHPSESSID`, `connect.sid`, `auth_token`.
  static func isCookie(_ name: String) -> Bool {
    let lower = name.trimmingASCII(\.isASCIIWhitespace).asciiLowercased
    return isOne(lower) || ["sess", "sid", "auth", "login"].contains { lower.utf8.holds($0) }
  }

  /// Headers that hold a credential although no word of their names says so.
  private static let headers: Set<String> = [
    "cookie", "cookie2", "set-cookie", "x-wsse", "authentication", "x-authentication",
  ]

  /// True if a header with that lower-case name holds a credential, regardless of its value. It is masked, and never
  /// sent to another host.
  package static func isHeader(_ name: String) -> Bool {
    // CORS headers mention credentials but contain none.
    guard !name.utf8.starts(with: "access-control-".utf8) else { return false }
    return headers.contains(name) || name.utf8.holds("session") || mentionsAuthorization(name) || isOne(name)
  }

  /// True if the name contains `auth`, except as a part of `author`, `authority` or `WWW-Authenticate`.
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
  /// The words, joined without separators.
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
      // Other scripts contain none of the relevant words.
      letters.unicodeScalars.append(Unicode.Scalar(byte | (isCapital ? 0x20 : 0)))
    }
  }

  /// The word that is followed by that number of words.
  func last(_ count: Int) -> String? {
    guard count < starts.count else { return nil }
    let end = count == 0 ? letters.utf8.count : starts[starts.count - count]
    let bytes = letters.utf8.dropFirst(starts[starts.count - count - 1]).prefix(end - starts[starts.count - count - 1])
    return String(Substring(bytes))
  }
}

/// Recognises credentials by shape: a token of a known service, a JWT, a private key, or a long random text.
package enum CredentialShape {
  /// Prefixes of the keys and tokens of well-known services.
  private static let prefixes = [
    "sk-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "whsec_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_",
    "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.", "SG.",
    "npm_",
    "dop_v1_", "shpat_", "shpss_", "hf_", "hvs.", "pypi-", "sq0atp-", "sq0csp-", "EAACEdEose0cBA", "lin_api_", "figd_",
    "Bearer ", "Basic ",
  ]

  package static func isOne(_ value: String) -> Bool {
    let bytes = Array(value.utf8)
    if value.contains("-----BEGIN ") { return true }
    if bytes.count >= 16, prefixes.contains(where: { bytes.starts(with: $0.utf8) }) { return true }
    return isJSONWebToken(bytes) || isRandom(bytes)
  }

  /// Three dot-separated parts in Base64, the first of which is an object.
  private static func isJSONWebToken(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 3 && bytes.starts(with: "eyJ".utf8) && parts[1].count > 3
  }

  /// At least 20 characters, letters and digits mixed, with few repetitions.
  private static func isRandom(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 20, bytes.count <= 4096, bytes.allSatisfy(isTokenByte), !isIdentifier(bytes) else {
      return false
    }
    let digits = bytes.count { $0.isASCIIDigit }
    let capitals = bytes.count { $0.isASCIIUppercase }
    let small = bytes.count { $0.isASCIILowercase }
    guard digits >= 2, small + capitals >= 4 else { return false }
    return hasManyDifferent(bytes)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "+/=_-.~".utf8.contains(byte)
  }

  /// UUIDs and timestamps look like tokens but are not credentials.
  private static func isIdentifier(_ bytes: [UInt8]) -> Bool {
    let dashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "-") }
    if bytes.count == 36, dashes == [8, 13, 18, 23] { return true }
    return bytes.first(where: { !$0.isASCIIDigit && !"-:.TZ+".utf8.contains($0) }) == nil
  }

  private static func hasManyDifferent(_ bytes: [UInt8]) -> Bool {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    // At least 10 of 20 characters differ, and none makes up more than a fifth.
    let different = counts.count { $0 > 0 }
    return different >= 10 && (counts.max() ?? 0) * 5 <= bytes.count + 4
  }
}

/// Collects the credentials of a request by their position, so that they are masked everywhere else too, such as in a
/// response that repeats them, in an error or in a file name.
extension Redaction {
  /// Adds the credentials of a finished request: from its URL, headers, body, and connection options.
  package func adding(credentialsOf request: Request) -> Redaction {
    var found = credentials(url: request.url)
    found.formUnion(credentials(headers: request.headers))
    for part in request.parts?.parts ?? [] where isSecret(parameter: part.name) {
      switch part.content {
      case .text(let text): insert(text, named: part.name, into: &found)
      case .data(let bytes): insert(String(decoding: bytes, as: UTF8.self), named: part.name, into: &found)
      case .file, .stream: break
      }
    }
    if case .bytes(let bytes) = request.body {
      found.formUnion(credentials(body: bytes, type: request.headers["Content-Type"] ?? ""))
    }
    let options = request.options
    if let login = options.authentication {
      found.formUnion([login.password, Self.pair(login.user, login.password), login.sessionToken ?? ""])
    }
    if let proxy = options.proxy { found.formUnion(credentials(url: proxy)) }
    found.formUnion(ProxyLogin.passwords(for: request))
    found.insert(options.tls?.keyPassword ?? "")
    found.formUnion((options.clientCertificates ?? []).compactMap(\.password))
    return adding(found)
  }

  /// Adds the sent credentials, including recently obtained ones such as an OAuth 2 token, and the credentials in the
  /// URLs and cookies of the answers' heads.
  package func adding(credentialsOf exchange: Exchange) -> Redaction {
    var found: Set<String> = []
    for (index, hop) in exchange.hops.enumerated() {
      found.formUnion(credentials(headers: hop.request.headers))
      // The first URL is the request's own.
      if index > 0 { found.formUnion(credentials(url: hop.request.url)) }
      for field in hop.response?.headers.fields ?? [] {
        switch field.name.asciiLowercased {
        case "location", "content-location", "refresh", "link":
          for url in Self.urls(in: field.value) { found.formUnion(credentials(url: url)) }
        case "set-cookie": addCookie(field.value.utf8.prefix { $0 != UInt8(ascii: ";") }, to: &found)
        default: break
        }
      }
    }
    return adding(found)
  }

  /// `Location: URL`, `Refresh: 5; url=URL`, `Link: <URL>; rel=next, <URL>`.
  private static func urls(in value: String) -> [String] {
    let named = value.split(separator: "<").dropFirst().map { String($0.prefix { $0 != ">" }) }
    if !named.isEmpty { return named }
    let isTimed = value.utf8.first?.isASCIIDigit == true
    return [isTimed ? String(value.drop { $0 != "=" }.dropFirst()) : value]
  }

  private func addCookie(_ pair: Substring.UTF8View, to found: inout Set<String>) {
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return }
    let value = String(Substring(pair[pair.index(after: equals)...])).trimmingASCII(\.isBlank)
    let isNamed = CredentialName.isCookie(String(Substring(pair[..<equals])))
    // Cookies may be quoted or percent-encoded (RFC 6265, section 4.1.1), and servers pass on the decoded value.
    let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    let content = isQuoted ? String(value.dropFirst().dropLast()) : value
    for text in [content, Self.decoded(content)] {
      // In a cookie without a telling name, a plain word is not masked: `theme=dark`, `lang=en-US`.
      if isNamed || Self.mayBeCredential(text) { found.insert(text) }
    }
  }

  /// Adds more texts to be masked.
  package func adding(_ more: Set<String>) -> Redaction {
    let new = more.filter { !$0.isEmpty && !secrets.contains($0) }
    guard !new.isEmpty else { return self }
    var copy = self
    copy.secrets.formUnion(new)
    return copy
  }

  private func credentials(url: String) -> Set<String> {
    var found: Set<String> = []
    let parts = URLParts(url)
    if let login = parts.userinfo, let colon = login.utf8.firstIndex(of: UInt8(ascii: ":")) {
      let password = Self.decoded(login[login.utf8.index(after: colon)...])
      found.formUnion([password, Self.pair(Self.decoded(login[..<colon]), password)])
    }
    for row in (parts.query ?? "").utf8.split(separator: UInt8(ascii: "&")) { addRow(Substring(row), to: &found) }
    return found
  }

  private func credentials(headers: Headers) -> Set<String> {
    var found: Set<String> = []
    for field in headers.fields {
      let name = field.name.asciiLowercased
      guard hides(header: name) else { continue }
      if name == "cookie" {
        for cookie in field.value.utf8.split(separator: UInt8(ascii: ";")) { addCookie(cookie, to: &found) }
      } else if name.hasSuffix("authorization"), let blank = field.value.utf8.firstIndex(of: 0x20) {
        let credential = String(field.value[field.value.utf8.index(after: blank)...])
        found.insert(credential)
        if let bytes = Base64.decode(credential), let pair = String(utf8: bytes),
          let colon = pair.utf8.firstIndex(of: UInt8(ascii: ":"))
        {
          found.insert(String(pair[pair.utf8.index(after: colon)...]))
        }
      } else {
        insert(field.value, named: name, into: &found)
      }
    }
    return found
  }

  private func credentials(body: [UInt8], type: String) -> Set<String> {
    var found: Set<String> = []
    if MediaType(type).essence == "application/x-www-form-urlencoded" {
      for row in body.split(separator: UInt8(ascii: "&")) {
        addRow(Substring(String(decoding: row, as: UTF8.self)), to: &found)
      }
    } else if body.count < 1 << 20 {
      body.withUnsafeBytes { raw in
        for range in secretValues(in: raw) {
          // A truncated string has no closing quote; it is still masked in its own place.
          if let value = JSONString.decoded(raw[range]) { found.insert(value) }
        }
      }
    }
    return found
  }

  private func addRow(_ row: Substring, to found: inout Set<String>) {
    guard let equals = row.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = Self.decoded(row[..<equals])
    guard isSecret(parameter: name) else { return }
    let value = String(row[row.utf8.index(after: equals)...].map { $0 == "+" ? " " : $0 })
    insert(Self.decoded(value), named: name, into: &found)
  }

  /// For generic names such as `key`, a value counts as secret only if it looks like a credential.
  private func insert(_ value: String, named name: String, into found: inout Set<String>) {
    let generic = ["key", "token", "secret", "signature", "x-csrf-token", "auth", "sid"]
    if generic.contains(name.asciiLowercased), !Self.mayBeCredential(value) { return }
    found.insert(value)
  }

  /// True if a value without a telling name is long and mixed enough to be a credential.
  private static func mayBeCredential(_ value: String) -> Bool {
    value.utf8.count >= 8 && !value.utf8.allSatisfy(\.isASCIILowercase)
  }

  private static func pair(_ user: String, _ password: String) -> String {
    password.isEmpty ? "" : Base64.encode("\(user):\(password)".utf8)
  }

  private static func decoded(_ text: some StringProtocol) -> String {
    PercentEncoding.decodedText(text)
  }
}
