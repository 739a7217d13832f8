import Documents
import Basics
import Documents
import Foundation
import Networking
import Terminal
import Testing

@testable import Explorer

@Suite struct HeadTextTests {
  private func tokens(_ line: String, isFirst: Bool = false) -> [String] {
    HeadText.spans(of: line, isFirst: isFirst).filter { !$0.text.isEmpty }.map { "\($0.text)=\($0.token)" }
  }

  @Test func `A head has the colours of its method, its names and its punctuation.`() {
    #expect(
      tokens("POST /users?q=a b HTTP/1.1", isFirst: true) == [
        "POST=methodPost", " /users?q=a b=text", " HTTP/1.1=dim",
      ])
    #expect(tokens("GET", isFirst: true) == ["GET=methodGet"])
    #expect(tokens("Accept: a:b") == ["Accept=jsonKey", ":=jsonPunctuation", " a:b=text"])
    #expect(tokens(":authority: h") == [":authority=jsonKey", ":=jsonPunctuation", " h=text"])
    #expect(tokens("no colon") == ["no colon=text"])
  }

  @Test func `The Sent tab colours the head as the list of headers, and not the body.`() throws {
    var exchange = Samples.exchange()
    let head = "PUT /users/42 HTTP/1.1\r\nX-Kind: text\r\n\r\n"
    exchange.hops[0].request = SentRequest(
      method: "PUT", url: "http://127.0.0.1:4010/users/42", head: Array(head.utf8),
      body: ByteStore(Array("X-Body: 1".utf8)))
    var journey = Journey.answered(exchange, columns: 120, rows: 40)
    journey.use("6")
    journey.state.session?.response.sent?.document.advanceToEnd()
    let theme = journey.state.theme
    func color(_ text: String) throws -> Color {
      let y = try #require(journey.lines.firstIndex { $0.contains(text) })
      let start = try #require(journey.lines[y].range(of: text)?.lowerBound)
      return journey.screen[journey.lines[y][..<start].count, y].style.foreground
    }
    #expect(try color("X-Kind") == theme[.jsonKey].foreground)
    #expect(try color("X-Body") == theme[.text].foreground)
    #expect(try color("HTTP/1.1") == theme[.dim].foreground)
  }
}
