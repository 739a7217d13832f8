import Basics
import Documents
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The request as it was sent") struct SentTests {
  private func lines(_ body: String, type: String = "application/json") -> [String] {
    var exchange = Samples.exchange()
    let head = "POST /users/42 HTTP/1.1\r\nContent-Type: \(type)\r\n\r\n"
    exchange.hops[0].request = SentRequest(
      method: "POST", url: "http://127.0.0.1:4010/users/42", head: Array(head.utf8),
      body: ByteStore(Array(body.utf8)))
    var journey = Journey.answered(exchange)
    journey.use("5")
    journey.state.session?.response.sent?.document.advanceToEnd()
    return journey.answerLines
  }

  @Test("Its head is lines; the CR that ends each is not shown")
  func head() {
    let lines = lines("{}")
    #expect(lines.contains { $0.hasSuffix("POST /users/42 HTTP/1.1") })
    #expect(lines.contains { $0.hasSuffix("{}") } && !lines.contains { $0.contains("␍") })
  }

  @Test("In a body a CR is shown, except between the parts of a form")
  func body() {
    #expect(lines("a\r\nb").contains { $0.hasSuffix("a␍") })
    let parts = lines("--x\r\n\r\na\r\n--x--\r\n", type: "multipart/form-data; boundary=x")
    #expect(parts.contains { $0.hasSuffix("--x--") } && !parts.contains { $0.contains("␍") })
  }
}
