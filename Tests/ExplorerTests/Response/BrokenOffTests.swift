import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Answers that are not whole, and files that cannot be used")
struct BrokenOffTests {
  private var brokenOff: Exchange {
    var exchange = Samples.exchange("half of it", type: "text/plain")
    exchange.failure = NetworkError(.truncated, "127.0.0.1:4010 closed the connection after 10 of 100 B")
    return exchange
  }

  @Test("What came of a broken-off answer is shown, and the lower border says in words why there is no more")
  func says() {
    let journey = Journey.answered(brokenOff)
    #expect(journey.text.contains("half of it") && journey.text.contains("incomplete"))
    #expect(journey.text.contains("closed the connection after 10 of 100 B"))
  }

  @Test("A whole answer has no such line")
  func whole() {
    #expect(!Journey.answered("half of it", type: "text/plain").text.contains("closed the connection"))
  }

  @Test("A file that cannot be read does not offer to be sent")
  func unreadable() {
    var journey = Journey()
    let notice = Notice(.error, "/w/demo/Bad.yml:2:1", "did not find expected ','")
    journey.apply(.files(.requestUnreadable(.file("/w/demo/Bad.yml"), notice)))
    #expect(journey.text.contains("This file cannot be used."))
    #expect(!journey.text.contains("sends this request"))
  }
}
