import TestSupport
import Testing

@testable import Networking

@Suite("URLs that need no work")
struct PlainURLTests {
  private static let pieces = [
    "http://", "https://", "HTTP://", "ftp://", "http:/", "a.example", "127.0.0.1", "[::1]", "ü.example", "user@",
    "u:p@",
    ":80", ":99999", ":65535", ":65536", ":0", ":x", ":", "/", "//", "/a/b", "/:id", "/{id}", "/../x", "?", "?a=b&c",
    "#",
    "#f", "%41", "%", " ", "é", "~_-.", "@", ";,+=", "\\", "|", "[", "\t", "!$'()*",
  ]

  @Test(
    "What is taken as plain is what the long way makes of it, whatever the encoding",
    arguments: [URLEncoding.verbatim, .asTyped, .encoded])
  func same(encoding: URLEncoding) throws {
    var random = SeededGenerator(seed: 7)
    var plain = 0
    for _ in 0..<40_000 {
      let start = Bool.random(using: &random) ? "http://" : ""
      let text = (0...Int.random(in: 0...5, using: &random)).reduce(start) { text, _ in
        text + (Self.pieces.randomElement(using: &random) ?? "")
      }
      let config = RequestConfig(url: text, encoding: encoding)
      guard let url = config.plainURL else { continue }
      plain += 1
      let built = try config.builtURL()
      #expect(built.url.description == url && built.user == nil && url == text)
    }
    #expect(plain > 200)
  }

  @Test("A URL beside which more is said is built")
  func more() {
    let url = "http://a.example/x"
    #expect(RequestConfig(host: url).plainURL == url)
    #expect(RequestConfig(host: url, scheme: "https").plainURL == nil)
    #expect(RequestConfig(host: url, port: 1).plainURL == nil)
    #expect(RequestConfig(host: url, path: "/y").plainURL == nil)
    #expect(RequestConfig(host: url, query: ["a": "b"]).plainURL == nil)
    #expect(RequestConfig(host: url, fragment: "f").plainURL == nil)
  }
}
