import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Incomplete answers and unusable files")
struct BrokenOffTests {
  private var brokenOff: Exchange {
    var exchange = Samples.exchange("half of it", type: "text/plain")
    exchange.failure = NetworkError(.truncated, "127.0.0.1:4010 closed the connection after 10 of 100 B")
    return exchange
  }

  @Test("The received part of a truncated answer is shown, and the lower border says why it ends")
  func says() {
    let journey = Journey.answered(brokenOff)
    #expect(journey.text.contains("half of it") && journey.text.contains("incomplete"))
    #expect(journey.text.contains("closed the connection after 10 of 100 B"))
  }

  @Test("Excess data is reported in the border, or in the bottom line if there is no room")
  func surplus() {
    var exchange = Samples.exchange("hello", type: "text/plain")
    exchange.hops[0].sizes.responseSurplus = 38
    let words = "127.0.0.1:4010 sent at least 38 bytes beyond its Content-Length; left out"
    let wide = Journey.answered(exchange, columns: 120)
    #expect(wide.border.contains(words) && wide.text.contains("200 OK  wrong length"))
    #expect(!wide.footer.contains("Content-Length"))
    #expect(narrow(exchange).footer.contains(words))
  }

  @Test("A reason too long for the border is shown in full in the bottom line")
  func narrow() {
    #expect(Journey.answered(brokenOff).state.message == nil)
    #expect(narrow(brokenOff).footer.contains("127.0.0.1:4010 closed the connection after 10 of 100 B"))
  }

  /// The text of a narrow window right after the answer.
  private func narrow(_ exchange: Exchange) -> Journey {
    var journey = Journey(columns: 60, rows: 24)
    journey.open()
    journey.answer(exchange)
    return journey
  }

  @Test("A complete answer has no note about its end")
  func whole() {
    #expect(!Journey.answered("half of it", type: "text/plain").text.contains("closed the connection"))
  }

  @Test("An unreadable file does not offer sending")
  func unreadable() {
    var journey = Journey()
    let notice = Notice(.error, "/w/demo/Bad.yml:2:1", "did not find expected ','")
    journey.apply(.files(.requestUnreadable(.file("/w/demo/Bad.yml"), notice)))
    #expect(journey.text.contains("This file cannot be used."))
    #expect(!journey.text.contains("sends this request"))
  }

  @Test("The cut end of JSON is marked as such, without the words of a parser", arguments: [true, false])
  func cut(isCancelled: Bool) {
    var exchange = Samples.exchange("{\"id\": 42, \"name\": \"Ad")
    exchange.failure =
      isCancelled ? NetworkError(.cancelled, "cancelled") : NetworkError(.truncated, "closed the connection")
    let journey = Journey.answered(exchange)
    #expect(journey.text.contains("cut off here"))
    #expect(!journey.text.contains("expected") && !journey.text.contains("line 1, column"))
  }
}
