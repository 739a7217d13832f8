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

  @Test("More than was announced is told in the same place, and at the bottom where the border has no room for it")
  func surplus() {
    var exchange = Samples.exchange("hello", type: "text/plain")
    exchange.hops[0].sizes.responseSurplus = 38
    let words = "127.0.0.1:4010 sent at least 38 bytes beyond its Content-Length; left out"
    let wide = Journey.answered(exchange, columns: 120)
    #expect(wide.border.contains(words) && wide.text.contains("200 OK  wrong length"))
    #expect(!wide.footer.contains("Content-Length"))
    #expect(narrow(exchange).footer.contains(words))
  }

  @Test("A reason that the border has no room for stands at the bottom as a whole")
  func narrow() {
    #expect(Journey.answered(brokenOff).state.message == nil)
    #expect(narrow(brokenOff).footer.contains("127.0.0.1:4010 closed the connection after 10 of 100 B"))
  }

  /// What a narrow window shows when the answer has just come.
  private func narrow(_ exchange: Exchange) -> Journey {
    var journey = Journey(columns: 60, rows: 24)
    journey.open()
    journey.answer(exchange)
    return journey
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
