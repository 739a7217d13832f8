import Basics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Collects the credentials of a request by their position, so that they are masked everywhere else too: in a response
/// that repeats them, in an error, in a file name.
extension Redaction {
  /// Adds the credentials of a finished request: from its URL, headers, body, and connection options.
  package func adding(credentialsOf request: Request) -> Redaction {
    var found = credentials(url: request.url)
    found.formUnion(credentials(headers: request.headers))
    for part in request.parts?.parts ?? [] where parameterNames.contains(part.name.asciiLowercased) {
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
    found.formUnion(ProxyWords.passwords(for: request))
    found.insert(options.tls?.keyPassword ?? "")
    found.formUnion((options.clientCertificates ?? []).compactMap(\.password))
    return adding(found)
  }

  /// Adds the credentials that were sent, including those obtained just before, such as an OAuth 2 token, and those that
  /// came in the URLs and cookies of the answers' heads.
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
    // Quoted or percent-encoded (RFC 6265, section 4.1.1), servers hand on what is meant.
    let isQuoted = value.utf8.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"")
    let content = isQuoted ? String(value.dropFirst().dropLast()) : value
    for text in [content, Self.decoded(content)] {
      // Of a cookie whose name says nothing, a word is not masked: `theme=dark`, `lang=en-US`.
      if isNamed || Self.mayBeCredential(text) { found.insert(text) }
    }
  }

  /// Adds more texts to be masked.
  public func adding(_ more: Set<String>) -> Redaction {
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
        if let bytes = Base64.decode(credential), let pair = String(validating: bytes, as: UTF8.self),
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
          // With its quotes it is valid JSON.
          let text = String(decoding: raw[range], as: UTF8.self)
          // A truncated value is not valid JSON; it is still masked in its own place.
          if let value = try? JSONDecoder().decode(String.self, from: Data(text.utf8)) { found.insert(value) }
        }
      }
    }
    return found
  }

  private func addRow(_ row: Substring, to found: inout Set<String>) {
    guard let equals = row.utf8.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = Self.decoded(row[..<equals])
    guard parameterNames.contains(name.asciiLowercased) else { return }
    let value = String(row[row.utf8.index(after: equals)...].map { $0 == "+" ? " " : $0 })
    insert(Self.decoded(value), named: name, into: &found)
  }

  /// For generic names such as `key`, a value counts as secret only if it looks like a credential.
  private func insert(_ value: String, named name: String, into found: inout Set<String>) {
    let canMeanAnything = ["key", "token", "secret", "signature", "x-csrf-token"].contains(name.asciiLowercased)
    if canMeanAnything, !Self.mayBeCredential(value) { return }
    found.insert(value)
  }

  /// Whether a value is long and mixed enough to be one, if its name does not say so.
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
