import Basics
import Documents
import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The Sent tab shows the request") struct SentTests {
  private func lines(_ body: String, type: String = "application/json") -> [String] {
    var exchange = Samples.exchange()
    let head = "POST /users/42 HTTP/1.1\r\nContent-Type: \(type)\r\n\r\n"
    exchange.hops[0].request = SentRequest(
      method: "POST", url: "http://127.0.0.1:4010/users/42", head: Array(head.utf8),
      body: ByteStore(Array(body.utf8)))
    var journey = Journey.answered(exchange)
    journey.use("6")
    journey.state.session?.response.sent?.document.advanceToEnd()
    return journey.answerLines
  }

  @Test("The head is shown in lines, without their CR")
  func head() {
    let lines = lines("{}")
    #expect(lines.contains { $0.hasSuffix("POST /users/42 HTTP/1.1") })
    #expect(lines.contains { $0.hasSuffix("{}") } && !lines.contains { $0.contains("␍") })
  }

  @Test func `Secrets are masked as in the request's tabs until the user reveals them.`() {
    var exchange = Samples.exchange()
    let head = "POST /users?token=t0p&page=1 HTTP/1.1\r\nAuthorization: Bearer abc.def\r\nX-Own: s3cr3t\r\n\r\n"
    exchange.hops[0].request = SentRequest(
      method: "POST", url: "http://127.0.0.1:4010/users?token=t0p&page=1", head: Array(head.utf8),
      body: ByteStore(Array(#"{"password": "pass-word", "name": "Ada"}"#.utf8)))
    var journey = Journey.answered(exchange, columns: 120, rows: 40)
    journey.use("6")
    let secrets = ["t0p", "abc.def", "s3cr3t", "pass-word"]
    #expect(!secrets.contains { journey.text.contains($0) }, "\(journey.text)")
    #expect(journey.text.contains("POST /users?token=••••&page=1 HTTP/1.1"), "\(journey.text)")
    #expect(journey.text.contains("Authorization: Bearer ••••") && journey.text.contains("Ada"))
    #expect(journey.footer.contains("* show secrets"))
    journey.use("*")
    #expect(secrets.allSatisfy { journey.text.contains($0) }, "\(journey.text)")
    journey.use("*")
    #expect(!secrets.contains { journey.text.contains($0) })
    journey.use("1*")
    #expect(journey.footer.contains("Secrets are shown in the Sent tab"))
  }

  @Test("A CR in a body is shown, except between the parts of a form")
  func body() {
    #expect(lines("a\r\nb").contains { $0.hasSuffix("a␍") })
    let parts = lines("--x\r\n\r\na\r\n--x--\r\n", type: "multipart/form-data; boundary=x")
    #expect(parts.contains { $0.hasSuffix("--x--") } && !parts.contains { $0.contains("␍") })
  }
}
