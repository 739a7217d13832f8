import Foundation
import Networking
import Sessions
import Testing

/// The senders' published examples, where available.
@Suite("Webhook signatures") struct WebhookSignatureTests {
  struct Example: Sendable {
    var sender: String
    var secret: String
    var headers: [Header]
    var body: String
    /// Seconds since 1970.
    var time = 0.0
  }

  private static let examples = [
    Example(
      sender: "GitHub", secret: "It's a Secret to Everybody",
      headers: [
        Header(
          "X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
      ], body: "Hello, World!"),
    Example(
      sender: "Stripe", secret: "whsec_test",
      headers: [
        Header(
          "Stripe-Signature",
          "t=1492774577,v1=00,v1=2a55874e33dedb30da6fac02873208f53a243141599a71c0d52a1d5b89656823,v0=11")
      ], body: #"{"a":1}"#, time: 1_492_774_577),
    Example(
      sender: "Slack", secret: "8f742231b10e8888abcd99yyyzzz85a5",
      headers: [
        Header("X-Slack-Request-Timestamp", "1531420618"),
        Header("X-Slack-Signature", "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"),
      ],
      body:
        "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
      time: 1_531_420_618),
    Example(
      sender: "Shopify", secret: "hush",
      headers: [Header("X-Shopify-Hmac-Sha256", "3+Yq/TpwjqJ7IXuMq8EfED7b+y0XbokqOKLUdagDxMI=")], body: #"{"a":1}"#),
    Example(
      sender: "Standard Webhooks", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      headers: [
        Header("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"), Header("webhook-timestamp", "1614265330"),
        Header("webhook-signature", "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= v2,x"),
      ], body: #"{"test": 2432232314}"#, time: 1_614_265_330),
  ]

  @Test("Each sender's signature is recognized; a changed body or secret is detected", arguments: examples)
  func senders(_ example: Example) {
    let headers = Headers(example.headers)
    let now = Date(timeIntervalSince1970: example.time + 60)
    func check(_ body: String, _ secret: String) -> WebhookSignature {
      WebhookSignature.check(headers, Array(body.utf8), secret: secret, now: now)
    }
    #expect(check(example.body, example.secret) == .valid(sender: example.sender))
    #expect(check(example.body + " ", example.secret) == .wrong(sender: example.sender))
    #expect(check(example.body, "other") == .wrong(sender: example.sender))
  }

  @Test("A signed time more than five minutes away is reported", arguments: examples)
  func age(_ example: Example) {
    let now = Date(timeIntervalSince1970: example.time + 600)
    let found = WebhookSignature.check(
      Headers(example.headers), Array(example.body.utf8), secret: example.secret, now: now)
    #expect(
      found == (example.time > 0 ? .old(sender: example.sender, seconds: 600) : .valid(sender: example.sender)))
  }

  @Test("Without a known header there is no signature, and an empty one is invalid")
  func missing() {
    let now = Date(timeIntervalSince1970: 0)
    #expect(WebhookSignature.check(Headers(), [], secret: "s", now: now) == .missing)
    for name in ["X-Hub-Signature-256", "Stripe-Signature", "X-Slack-Signature", "webhook-signature"] {
      let verdict = WebhookSignature.check(Headers([Header(name, "")]), [], secret: "s", now: now)
      if case .wrong = verdict { continue }
      Issue.record("\(name): \(verdict)")
    }
  }
}
