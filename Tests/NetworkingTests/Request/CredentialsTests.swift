import Networking
import Testing

@Suite("Create: helpers")
struct CredentialsTests {
  private func built(_ configure: (inout RequestConfig) throws -> Void) throws -> Request {
    try Request.with(RequestConfig(host: "h"), configure)
  }

  @Test("N12: basic, bearer and API keys are plain headers or query items")
  func credentials() throws {
    #expect(
      try built { $0.authorize(.basic(user: "Aladdin", password: "open sesame")) }.headers["Authorization"]
        == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(try built { $0.authorize(.basic(user: "ü", password: "")) }.headers["Authorization"] == "Basic w7w6")
    let both = try built {
      $0.authorize(.basic(user: "a", password: "b"))
      $0.authorize(.bearer("t"))
      $0.authorize(.apiKey(name: "X-Key", value: "k"))
    }
    #expect(both.headers.fields == [Header("Authorization", "Bearer t"), Header("X-Key", "k")])
    #expect(try built { $0.authorize(.apiKey(name: "key", value: "a&b", place: .query)) }.url == "http://h?key=a%26b")
  }

  @Test("N12: accepted types have decreasing quality; cache directives are joined")
  func accepting() throws {
    let request = try built {
      $0.accept("application/json", "text/html", "*/*")
      $0.acceptLanguages("de", "en")
      $0.acceptEncodings("gzip", "br")
      $0.cacheControl("no-cache", "max-age=0")
    }
    #expect(
      request.headers.fields == [
        Header("Accept", "application/json, text/html;q=0.9, */*;q=0.8"), Header("Accept-Language", "de, en;q=0.9"),
        Header("Accept-Encoding", "gzip, br"), Header("Cache-Control", "no-cache, max-age=0"),
      ])
  }
}
