import Networking
import Testing

@Suite("Create: invalid requests are rejected with a precise error")
struct RequestErrorTests {
  private func refusal(_ url: String = "http://h", _ configure: (inout RequestConfig) -> Void = { _ in })
    -> RequestError?
  {
    do throws(RequestError) {
      _ = try Request.with(RequestConfig(url: url), configure)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "N23: a bad URL is an error with the offending text",
    arguments: [
      ("", RequestError.url("", .noHost)), ("http://", .url("http://", .noHost)),
      ("http:///x", .url("http:///x", .noHost)),
      ("ftp://h/", .url("ftp", .scheme)), ("file:///etc/passwd", .url("file", .scheme)),
      ("http:h", .url("http:h", .noSlashes)),
      ("http://a b/", .url("a b", .hostCharacter("a space"))), ("http://h:99999/", .url("99999", .port)),
      ("http://h:a/", .url("a", .port)), ("http://h\\evil/", .url("h\\evil", .hostCharacter("'\\'"))),
      ("http://{{host}}/", .url("{{host}}", .hostCharacter("'{'"))), ("http://[::1/", .url("[::1", .host)),
      ("http://h\r\nX: y/", .url("h\r\nX", .hostCharacter("CR"))), ("/only/path", .url("http:///only/path", .noHost)),
    ])
  func urls(url: String, expected: RequestError) {
    #expect(refusal(url) == expected)
  }

  @Test("N23: a header name that is not a token is rejected with row and character")
  func names() {
    let refused = refusal { $0.headers = Headers([Header("A", "1"), Header("B d", "2")]) }
    #expect(refused == .headerName("B d", row: 2, character: "a space"))
    #expect(refused?.description == "header 2: the name 'B d' contains a space: use A-Z 0-9 - _ .")
    #expect(refusal { $0.headers = Headers([Header("", "1")]) } == .headerName("", row: 1, character: nil))
    #expect(refusal { $0.headers = Headers([Header("A:", "1")]) } == .headerName("A:", row: 1, character: "':'"))
    #expect(refusal { $0.headers = Headers([Header("Ä", "1")]) } == .headerName("Ä", row: 1, character: "'Ä'"))
  }

  @Test(
    "N23: CR, LF and NUL in a header value are rejected with row and position", arguments: ["\r", "\n", "\0", "\r\n"])
  func values(bad: String) {
    let refused = refusal { $0.headers = Headers([Header("A", "1"), Header("B", "xy\(bad)Evil: 1")]) }
    guard case .headerValue(let name, let row, _, let position) = refused else {
      Issue.record("not refused: \(String(describing: refused))")
      return
    }
    #expect(name == "B" && row == 2 && position == 3)
  }

  @Test("N23: a Content-Length that differs from the body is rejected, a matching one is kept")
  func contentLength() throws {
    let wrong = refusal {
      $0.headers = Headers([Header("content-length", "9")])
      $0.body = .text("abc")
    }
    #expect(wrong == .contentLength("9", actual: 3))
    let right = refusal {
      $0.headers = Headers([Header("Content-Length", "3")])
      $0.body = .text("abc")
    }
    #expect(right == nil)
    #expect(refusal { $0.headers = Headers([Header("Content-Length", "-1")]) } == .contentLength("-1", actual: 0))
  }

  @Test("N23: hostile text of every kind becomes a request or an error, never a crash")
  func hostile() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("http://[]:@/?#%{}\\ \r\n\t\0é日\u{301}.:a1-".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<Int.random(in: 0..<24, using: &generator) {
        text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
      }
      #expect(URLParts(text).description.utf8.elementsEqual(text.utf8))
      let parts = URLParts("http://h/a/b").resolving(text)
      #expect(parts.scheme != nil)
      for config in [
        RequestConfig(url: text), RequestConfig(url: "http://" + text), RequestConfig(host: "http://h", path: text),
      ] {
        if let request = try? Request.with(config) {  // The error is the other right answer.
          #expect(request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f })
        }
      }
    }
  }

  @Test("N23: a host of a million letters is rejected quickly")
  func longHost() {
    let host = String(
      String.UnicodeScalarView((0..<1_000_000).map { Unicode.Scalar(UInt32(0x4e00 + $0 % 20_000)) ?? "a" }))
    #expect(refusal("http://\(host)/") == .url(host, .host))
  }
}
