import Basics

/// A decoded JSON Web Token (RFC 7519), for display. Nothing is verified.
package struct JSONWebToken: Equatable, Sendable {
  /// The JSON text of the first part: algorithm and type.
  package var header: [UInt8]
  /// The JSON text of the claims.
  package var payload: [UInt8]
  package var signature: [UInt8]

  /// `nil` if `text`, with or without the word Bearer, does not have the form of a signed token.
  package init?(_ text: String) {
    let token = text.lowercased().hasPrefix("bearer ") ? text.dropFirst(7) : text[...]
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Base64.decodeLeniently(parts[0].utf8),
      let payload = Base64.decodeLeniently(parts[1].utf8),
      let signature = Base64.decodeLeniently(parts[2].utf8), header.first == 0x7B,
      JSONFormatter.fault(in: header) == nil,
      JSONFormatter.fault(in: payload) == nil
    else { return nil }
    (self.header, self.payload, self.signature) = (header, payload, signature)
  }
}

extension JSONWebToken {
  /// The first token in a text: a word of a header line, a parameter of a URL, the text itself.
  package static func first(in text: String) -> JSONWebToken? {
    // The Base64 encoding of `{"`, with which the header of every token starts.
    let mark = "eyJ"
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      let word = rest[found.lowerBound...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.=".contains($0)) }
      if let token = JSONWebToken(String(word)) { return token }
      rest = rest[word.endIndex...]
    }
    return nil
  }

  /// The header and the claims as one JSON document, with times in plain language.
  ///
  /// - Parameter now: seconds since 1970, to determine whether the token has expired.
  package func document(nowInSeconds now: Double) -> Document {
    var text = Array("{\"header\": ".utf8) + header + Array(", \"payload\": ".utf8) + payload
    let words = claims(now)
    if !words.isEmpty {
      let members = words.map { "\"\($0.name)\": \"\($0.words)\"" }.joined(separator: ", ")
      text += Array(", \"moments\": {\(members)}".utf8)
    }
    text += Array(", \"signature\": \"\(signature.count) bytes, not verified\"}".utf8)
    return Document(bytes: text, kind: .json)
  }

  /// The registered claims that are times (RFC 7519 section 4.1).
  private func claims(_ now: Double) -> [(name: String, words: String)] {
    let claims = Self.members(payload)
    return ["iat", "nbf", "exp"].compactMap { name in
      guard let seconds = claims.first(where: { $0.name == name })?.value.double else { return nil }
      let state = name == "exp" ? (seconds <= now ? ", expired" : ", still valid") : ""
      return (name, Moment.utc(seconds) + state)
    }
  }
}

extension JSONWebToken {
  /// The maximum number of listed claims. Larger tokens are opened as a document.
  private static let mostClaims = 24
  private static let longestValue = 160

  /// The claims of the token, one per line, with times in plain language. The signature is not shown.
  /// - Parameter now: seconds since 1970.
  package func lines(nowInSeconds now: Double) -> [String] {
    let claims = Self.members(payload)
    let rest = claims.count - Self.mostClaims
    let head = Self.members(header).map { "\($0.name) \(Self.text($0.value))" }.joined(separator: ", ")
    return ["a token (JWT): \(head)"]
      + claims.prefix(Self.mostClaims).map {
        "\(VisibleText.of($0.name)): \(Self.words($0.value, named: $0.name, now))"
      }
      + (rest > 0 ? ["and \(rest) more"] : []) + ["signature not checked"]
  }

  /// The token in one line: its algorithm, when it expires, and its other claims.
  /// - Parameter now: seconds since 1970.
  package func summary(nowInSeconds now: Double) -> String {
    let algorithm = Self.members(header).first { $0.name == "alg" }.map { " " + Self.text($0.value) } ?? ""
    let claims = Self.members(payload)
    let times = claims.filter { $0.name == "exp" || $0.name == "nbf" }.map { Self.words($0.value, named: $0.name, now) }
    let others = claims.filter { !["exp", "nbf", "iat"].contains($0.name) }.prefix(Self.mostClaims)
    let pairs = others.map { "\(VisibleText.of($0.name)) \(Self.text($0.value))" }
    return (["JWT\(algorithm)"] + times + pairs).joined(separator: ", ")
  }

  private static func members(_ text: [UInt8]) -> [JSONValue.Member] {
    // The text has been parsed as JSON before; a value that is not an object has no claims.
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return [] }
    return members
  }

  private static func text(_ value: JSONValue) -> String {
    let text = value.string ?? value.text
    let shown = VisibleText.of(text.prefix(longestValue))
    return text.count > longestValue ? shown + "…" : shown
  }

  /// The claims that are times (RFC 7519, section 4.1; OpenID Connect Core, section 2).
  private static func words(_ value: JSONValue, named name: String, _ now: Double) -> String {
    guard case .number(let digits) = value, let seconds = Double(digits), abs(seconds) < 1e12 else {
      return text(value)
    }
    let isPast = seconds <= now
    let span = Quantity.span(abs(seconds - now))
    let words: String? =
      switch name {
      case "exp": isPast ? "expired \(span) ago" : "expires in \(span)"
      case "nbf": isPast ? "valid for \(span)" : "not valid before \(span) from now"
      case "iat": isPast ? "issued \(span) ago" : "issued \(span) from now"
      case "auth_time": isPast ? "logged in \(span) ago" : "logged in \(span) from now"
      default: nil
      }
    return words.map { "\($0), \(Moment.utc(seconds))" } ?? digits
  }
}

/// A time in the Gregorian calendar, as text: `2023-11-14 22:13:20 UTC`.
enum Moment {
  static func utc(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "out of range" }
    let time = UTCTime(seconds: Int(seconds.rounded(.down)))
    return "\(time.date.text) \(time.clock) UTC"
  }
}
