import Basics

extension JSONWebToken {
  /// So many claims are told; a token of more is opened by itself.
  private static let mostClaims = 24
  private static let longestValue = 160

  /// What the token says, a line for each claim, with times in words. Nothing of the signature is shown.
  /// - Parameter now: seconds since 1970.
  package func lines(nowInSeconds now: Double) -> [String] {
    let claims = Self.members(payload)
    let rest = claims.count - Self.mostClaims
    let head = Self.members(header).map { "\($0.name) \(Self.text($0.value))" }.joined(separator: ", ")
    return ["a token (JWT): \(head)"]
      + claims.prefix(Self.mostClaims).map { "\(VisibleText.of($0.name)): \(Self.words($0, now))" }
      + (rest > 0 ? ["and \(rest) more"] : []) + ["signature not checked"]
  }

  private static func members(_ text: [UInt8]) -> [JSONValue.Member] {
    // The text was read as JSON before; what is no object has no claims.
    guard case .object(let members)? = try? JSONValue(parsing: text) else { return [] }
    return members
  }

  private static func text(_ value: JSONValue) -> String {
    let text = value.string ?? value.text
    let shown = VisibleText.of(text.prefix(longestValue))
    return text.count > longestValue ? shown + "…" : shown
  }

  /// The claims that are times (RFC 7519, section 4.1; OpenID Connect Core, section 2).
  private static func words(_ claim: JSONValue.Member, _ now: Double) -> String {
    guard case .number(let digits) = claim.value, let seconds = Double(digits), abs(seconds) < 1e12 else {
      return text(claim.value)
    }
    let isPast = seconds <= now
    let span = Quantity.span(abs(seconds - now))
    let words: String? =
      switch claim.name {
      case "exp": isPast ? "expired \(span) ago" : "expires in \(span)"
      case "nbf": isPast ? "valid for \(span)" : "not valid before \(span) from now"
      case "iat": isPast ? "issued \(span) ago" : "issued \(span) from now"
      case "auth_time": isPast ? "logged in \(span) ago" : "logged in \(span) from now"
      default: nil
      }
    return words.map { "\($0), \(Moment.utc(seconds))" } ?? digits
  }
}
