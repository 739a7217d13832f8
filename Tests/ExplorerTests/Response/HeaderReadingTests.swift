import Foundation
import Networking
import Terminal
import TestSupport
import Testing

@testable import Explorer

@Suite("Explanations of header values") struct HeaderReadingTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)  // 2023-11-14 22:13:20 UTC

  private func exchange(_ url: String = "https://shop.example.com/a/b") -> Exchange {
    var exchange = Samples.exchange()
    exchange.startedAt = Self.now
    exchange.hops[0].request = SentRequest(method: "GET", url: url)
    exchange.hops[0].sizes = Hop.Sizes(responseBodyOnWire: 1200, responseBody: 4100)
    return exchange
  }

  private func lines(_ name: String, _ value: String, url: String = "https://shop.example.com/a/b") -> [String] {
    HeaderReading(exchange: exchange(url), clock: WallClock(now: Self.now, secondsFromGMT: 3600))
      .lines(of: Header(name, value))
  }

  @Test(arguments: [
    ("Date", "Tue, 14 Nov 2023 22:13:10 GMT", "2023-11-14 23:13, 10 s ago"),
    ("Expires", "Thu, 16 Nov 2023 22:13:20 GMT", "2023-11-16 23:13, in 2 days"),
    ("Expires", "0", "not a date: already expired"), ("Age", "7200", "2 h"),
    ("Retry-After", "Tue, 14 Nov 2023 22:23:20 GMT", "2023-11-14 23:23, in 10 min"), ("Retry-After", "600", "10 min"),
    ("X-RateLimit-Reset", "1700003600", "2023-11-15 00:13, in 60 min"),
    ("Content-Encoding", "gzip", "1.2 KB received, 4.1 KB decompressed"), ("Content-Length", "1200", "1.2 KB"),
    ("ETag", "W/\"1\"", "weak: equivalent bodies share it"),
  ])
  func `A time, a duration and a size are explained in words.`(name: String, value: String, words: String) {
    #expect(lines(name, value) == [words])
  }

  @Test(arguments: [
    ("Date", "soon"), ("Age", "-5"), ("Age", "nan"), ("Retry-After", "5"), ("X-Own", "1"), ("ETag", "\"1\""),
    ("Content-Length", "many"),
  ])
  func `Self-explanatory and invalid values have no explanation.`(name: String, value: String) {
    #expect(lines(name, value) == [])
  }

  @Test func `Each directive of Cache-Control is explained, and an unknown one is named.`() {
    #expect(
      lines("cache-control", "Public, max-age=3600, must-revalidate, x-own=1, s-maxage=99999999999999999999") == [
        "public: any cache may store it", "max-age: fresh for 60 min",
        "must-revalidate: never used when stale", "x-own",
        "s-maxage: fresh for 99999999999999999999 in shared caches",
      ])
    #expect(
      lines("Strict-Transport-Security", "max-age=31536000; includeSubDomains") == [
        "HTTPS only for 365 days", "subdomains too",
      ])
    #expect(lines("Strict-Transport-Security", "max-age=1e400").isEmpty)
  }

  @Test func `A cookie's lifetime and receivers are explained, or why it is not stored.`() {
    #expect(
      lines("Set-Cookie", "sid=1; Max-Age=172800; Domain=example.com; Path=/a; Secure; HttpOnly") == [
        "until 2023-11-16 23:13, in 2 days", "sent to example.com and its subdomains", "below /a", "over TLS only",
        "hidden from a browser's scripts",
      ])
    #expect(
      lines("Set-Cookie", "sid=1; Path=/") == ["until the session ends", "sent to shop.example.com only"])
    #expect(lines("Set-Cookie", "sid=; Max-Age=0; Path=/")[0] == "expired: it deletes the cookie sid")
    #expect(lines("Set-Cookie", "sid=1; Domain=other.org") == ["not stored: other.org is another host"])
    #expect(
      lines("Set-Cookie", "sid=1; Secure", url: "http://shop.example.com/") == [
        "not stored: it is Secure, but the answer was not encrypted"
      ])
  }

  @Test func `For a response header, i shows the explanation, the answer, and a masked credential.`() {
    var exchange = exchange()
    exchange.hops.append(exchange.hops[0])
    exchange.hops[1].response?.headers = Headers([Header("Set-Cookie", "sid=1; Max-Age=172800; Path=/")])
    var journey = Journey.answered(exchange, columns: 120, rows: 40)
    journey.use("2")
    journey.press(.down)
    journey.use("i")
    let text = journey.text
    #expect(text.contains("until 2023-11-16") && text.contains("sent to shop.example.com only"), "\(text)")
    #expect(text.contains("a credential: masked") && text.contains("of the last of 2 answers"), "\(text)")
  }

  @Test func `For a request header, i shows its purpose and origin, and no secret.`() {
    var exchange = exchange()
    let head =
      "GET /a HTTP/1.1\r\nAccept: application/json\r\nAuthorization: Bearer abcdef123\r\nUser-Agent: apus\r\n\r\n"
    exchange.hops[0].request = SentRequest(
      method: "GET", url: "https://shop.example.com/a",
      headers: Headers([
        Header("Accept", "application/json"), Header("Authorization", "Bearer abcdef123"), Header("User-Agent", "apus"),
      ]), head: Array(head.utf8))
    var journey = Journey.answered(exchange, columns: 120, rows: 40)
    journey.use("6")
    journey.press(.down)
    journey.use("i")
    #expect(journey.text.contains("The formats that the client accepts"), "\(journey.text)")
    #expect(journey.text.contains("from this request, as it is now"), "\(journey.text)")
    journey.press(.escape)
    journey.press(.down)
    journey.use("i")
    #expect(journey.text.contains("a credential: masked") && !journey.text.contains("abcdef123"), "\(journey.text)")
    journey.press(.escape)
    journey.press(.down)
    journey.use("i")
    #expect(journey.text.contains("from Apus"), "\(journey.text)")
  }
}
