import Testing

@testable import Networking

@Suite("Header lines for libcurl")
struct HeaderLinesTests {
  private func lines(_ configure: (inout RequestConfig) throws -> Void) throws -> [String] {
    HeaderLines(
      for: try Request.with {
        $0.host = "http://h"
        try configure(&$0)
      }
    ).lines
  }

  @Test("What libcurl would add and the request does not have is left out")
  func unwanted() throws {
    #expect(try lines { _ in } == ["Accept:", "Expect:", "Content-Type:"])
    #expect(try lines { $0.headers["Accept"] = "a/b" } == ["Accept: a/b", "Expect:", "Content-Type:"])
  }

  @Test("Where libcurl signs, nothing is named that it would not add: an older one signs such names as well")
  func signed() throws {
    let scheme = TransportAuthentication(.awsSignature(region: "r", service: "s"), user: "a", password: "b")
    #expect(
      try lines {
        $0.options.authentication = scheme
        $0.headers["Accept"] = "*/*"
        $0.headers["X-A"] = "1"
      }.allSatisfy { !$0.hasSuffix(":") })
    let posted = try lines {
      $0.method = .post
      $0.options.authentication = scheme
      $0.body = .text("x", contentType: nil)
    }
    #expect(posted == ["Accept:", "Content-Type:"])
  }
}
