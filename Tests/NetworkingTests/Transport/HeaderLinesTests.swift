import HTTPTypes
import Testing

@testable import HTTPModel
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

  @Test("Headers that libcurl would add are removed unless the request has them")
  func unwanted() throws {
    #expect(try lines { _ in } == ["Accept:"])
    #expect(try lines { $0.headers["Accept"] = "a/b" } == ["Accept: a/b"])
    #expect(try lines { $0.body = .text("x", contentType: nil) } == ["Accept:", "Expect:", "Content-Type:"])
  }

  @Test("A header without a space after the colon is passed that way, even one with a libcurl option")
  func blanks() throws {
    let given = try lines {
      $0.headers = Headers(
        ["User-Agent", "Accept", "X", "X-Empty"].map { Header($0, $0 == "X-Empty" ? "" : "*/*", omitsBlank: true) })
      $0.headers.append("X", "*/*")
    }
    #expect(
      given == ["User-Agent:*/*", "Accept:*/*", "X:*/*", "X-Empty;", "X: */*"])
  }

  @Test("Blank User-Agent and Referer values use options, a blank Host stays in its line")
  func onlyBlanks() throws {
    let request = try Request.with {
      $0.host = "http://h"
      $0.headers = Headers([Header("X", " "), Header("Referer", "  "), Header("User-Agent", " "), Header("Host", "")])
    }
    let lines = HeaderLines(for: request)
    #expect(lines.userAgent == " " && lines.referer == "  ")
    #expect(lines.lines == ["X;", "Host: ", "Accept:"])
  }

  @Test("A head that awaits a challenge does not describe the later body")
  func awaiting() throws {
    let form = try Request.with {
      $0.host = "http://h"
      $0.body = .multipart(Multipart([Multipart.Part("a", .text("b"))], boundary: "x"))
      $0.headers["Expect"] = "100-continue"
      $0.options.authentication = .init(.digest, user: "u", password: "p")
    }
    #expect(HeaderLines(for: form, awaitsChallenge: true).lines == ["Accept:", "Expect:", "Content-Type:"])
    #expect(HeaderLines(for: form).lines.contains("Expect: 100-continue"))
    #expect(ChallengeSteps(form).mayKeepBody)
  }

  @Test("A sent head is parsed exactly")
  func sent() {
    let lines = ["X:v", "X: v", "X:  v ", "X:\tv", "X:", "X: ", "no colon"]
    let head = Array("GET / HTTP/1.1\r\n\(lines.joined(separator: "\r\n"))\r\n\r\n".utf8)
    #expect(
      HeadParser.fields(ofHead: head).fields == [
        Header("X", "v", omitsBlank: true), Header("X", "v"), Header("X", " v "),
        Header("X", "\tv", omitsBlank: true), Header("X", ""), Header("X", ""), Header("no colon", ""),
      ])
    #expect(HeadParser.head(Array("HTTP/1.1 200 OK\r\nX:v\r\n\r\n".utf8))?.headers.fields == [Header("X", "v")])
  }
}
