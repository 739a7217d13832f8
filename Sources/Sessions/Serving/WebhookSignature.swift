import Basics
package import Essentials
package import Networking

/// Verifies that a webhook comes from the holder of the secret. All five schemes sign with HMAC-SHA-256; they differ in
/// the signed content and the signature's location.
package enum WebhookSignature: Hashable, Sendable {
  case valid(sender: String)
  /// The signature is valid, but the signed time is more than five minutes away.
  case old(sender: String, seconds: Int)
  case wrong(sender: String)
  /// No known header contains a signature.
  case missing

  private static let longestAge = 300.0

  package static func check(_ headers: Headers, _ body: [UInt8], secret: String, now: Date) -> WebhookSignature {
    guard let scheme = Scheme.all.first(where: { headers[$0.header] != nil }) else { return .missing }
    let signed = scheme.read(headers, secret)
    let code = Digest.keyed(signed.prefix.utf8 + body, key: signed.key)
    guard signed.signatures.contains(code) else { return .wrong(sender: scheme.name) }
    let age = signed.time.map { abs(now.timeIntervalSince1970 - $0) } ?? 0
    return age > longestAge ? .old(sender: scheme.name, seconds: Int(min(age, 1e12))) : .valid(sender: scheme.name)
  }

  package var words: String {
    switch self {
    case .valid(let sender): "\(sender) signature valid"
    case .old(let sender, let seconds): "\(sender) signature valid, but \(Quantity.span(Double(seconds))) old"
    case .wrong(let sender): "\(sender) signature wrong"
    case .missing: "no signature"
    }
  }
}

/// The signature scheme of a sender.
private struct Scheme: Sendable {
  /// The content signed in front of the body, and the received signatures in lower-case hexadecimal.
  struct Signed {
    var prefix = ""
    var signatures: [String]
    var key: [UInt8]
    /// Seconds since 1970; `nil` if no time is signed.
    var time: Double?
  }

  let name: String
  let header: String
  let read: @Sendable (_ headers: Headers, _ secret: String) -> Signed

  static let all = [gitHub, stripe, slack, shopify, standard]

  /// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  private static let gitHub = Scheme(name: "GitHub", header: "X-Hub-Signature-256") { headers, secret in
    let value = headers["X-Hub-Signature-256"] ?? ""
    return Signed(signatures: [rest(of: value, after: "sha256=")], key: Array(secret.utf8))
  }

  /// https://docs.stripe.com/webhooks/signature
  private static let stripe = Scheme(name: "Stripe", header: "Stripe-Signature") { headers, secret in
    let parts = (headers["Stripe-Signature"] ?? "").split(separator: ",").map { String($0).trimmed }
    let time = parts.first { $0.hasPrefix("t=") }.map { String($0.dropFirst(2)) } ?? ""
    let signatures = parts.filter { $0.hasPrefix("v1=") }.map { rest(of: $0, after: "v1=") }
    return Signed(prefix: "\(time).", signatures: signatures, key: Array(secret.utf8), time: Double(time) ?? 0)
  }

  /// https://docs.slack.dev/authentication/verifying-requests-from-slack
  private static let slack = Scheme(name: "Slack", header: "X-Slack-Signature") { headers, secret in
    let time = headers["X-Slack-Request-Timestamp"] ?? ""
    let value = headers["X-Slack-Signature"] ?? ""
    return Signed(
      prefix: "v0:\(time):", signatures: [rest(of: value, after: "v0=")], key: Array(secret.utf8),
      time: Double(time) ?? 0)
  }

  /// https://shopify.dev/docs/apps/build/webhooks/subscribe/https
  private static let shopify = Scheme(name: "Shopify", header: "X-Shopify-Hmac-SHA256") { headers, secret in
    Signed(signatures: [hexadecimal(ofBase64: headers["X-Shopify-Hmac-SHA256"] ?? "")], key: Array(secret.utf8))
  }

  /// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
  private static let standard = Scheme(name: "Standard Webhooks", header: "webhook-signature") { headers, secret in
    let time = headers["webhook-timestamp"] ?? ""
    let signatures = (headers["webhook-signature"] ?? "").split(separator: " ").filter { $0.hasPrefix("v1,") }
    let key = secret.hasPrefix("whsec_") ? Base64.decode(String(secret.dropFirst(6))) : nil
    return Signed(
      prefix: "\(headers["webhook-id"] ?? "").\(time).",
      signatures: signatures.map { hexadecimal(ofBase64: String($0.dropFirst(3))) }, key: key ?? Array(secret.utf8),
      time: Double(time) ?? 0)
  }

  private static func rest(of text: String, after prefix: String) -> String {
    text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)).asciiLowercased : ""
  }

  private static func hexadecimal(ofBase64 text: String) -> String {
    Base64.decode(text).map { Hexadecimal.text($0) } ?? ""
  }
}
