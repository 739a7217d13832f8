import Basics
import Foundation
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("What the lower border says of a value")
struct ValueMeaningTests {
  /// The border with the cursor on the member `value`.
  private func border(_ value: String, columns: Int = 100) -> String {
    var journey = Journey.answered(Samples.exchange("{\"value\": \(value), \"other\": 1}"), columns: columns)
    journey.use(.down)
    return journey.border
  }

  private let now = Int(Samples.now.timeIntervalSince1970)

  @Test("A time in Unix seconds or milliseconds is shown in words, as a number or as a text")
  func unix() {
    let words = "3 h ago"
    #expect(border("\(now - 3 * 3600)").contains(words))
    #expect(border("\((now - 3 * 3600) * 1000)").contains(words))
    #expect(border("\"\(now - 3 * 3600)\"").contains(words))
    #expect(border("\(now + 120).5").contains("in 2 min"))
  }

  @Test(
    "ISO times and dates are shown in words",
    arguments: [
      ("2001-09-09T01:46:40Z", "2001-09-09 01:46, "), ("2001-09-09 03:46:40.5+0200", "2001-09-09 01:46, "),
      ("2001-09-09T01:46:40", "Sun, "), ("2001-09-09T01:46:40", "no time zone"), ("2001-09-09", "Sun, "),
      ("Sun, 09 Sep 2001 01:46:40 GMT", "2001-09-09 01:46, "),
    ])
  func iso(text: String, words: String) {
    #expect(border("\"\(text)\"").contains(words))
    #expect(border("\"\(text)\"").contains("ago"))
  }

  @Test(
    "Values that only resemble times have no explanation", arguments: ["42", "\"2001-13-09\"", "12345678901", "true"])
  func others(value: String) {
    #expect(border(value).contains("value ──"))
  }

  @Test("A token is explained by its algorithm, its expiry and its claims")
  func token() {
    let claims = Base64.encode(Array("{\"sub\":\"ada\",\"exp\":\(now + 7200),\"role\":\"admin\"}".utf8))
    let text = "\"eyJhbGciOiJIUzI1NiJ9.\(claims.replacing("=", with: "")).c2ln\""
    let border = border(text, columns: 156)
    #expect(border.contains("JWT HS256, expires in 2 h") && border.contains("sub ada, role admin"))
    #expect(self.border(text, columns: 80).contains("value  JWT HS256"))
  }

  @Test("The reason why an answer is incomplete comes before an explanation")
  func oddity() {
    var exchange = Samples.exchange("{\"value\": \(now), \"other")
    exchange.failure = NetworkError(.truncated, "closed the connection")
    var journey = Journey.answered(exchange)
    journey.use(.down)
    #expect(journey.border.contains("closed the connection") && !journey.border.contains("ago"))
  }
}
