import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Lists of the response")
struct TimingTests {
  private static func answered(_ exchange: Exchange = Samples.exchange(), tab: String) -> Journey {
    var journey = Journey(columns: 100, rows: 30)
    journey.apply(.files(.historyLoaded(Samples.history)))
    journey.apply(.files(.exchangeLoaded(id: "2", Samples.getUser, exchange)))
    journey.type(tab)
    return journey
  }

  @Test("The row under the cursor keeps its bar in its colour")
  func bar() throws {
    var journey = Self.answered(tab: "3")
    let row = try #require(journey.lines.firstIndex { $0.contains("Waiting") })
    let rect = try #require(journey.state.layout.panes[.response])
    while journey.state.session?.response.lists[.timing]?.cursor != row - rect.minY - 2 { journey.press(.down) }
    let screen = journey.screen
    let cells = (rect.minX + 1..<rect.maxX - 1).map { screen[$0, row] }
    #expect(cells.first?.style.attributes.contains(.reverse) == true)
    let bars = cells.filter { $0.text == "█" }
    #expect(!bars.isEmpty)
    #expect(bars.allSatisfy { !$0.style.attributes.contains(.reverse) && $0.style.foreground != .terminal })
  }

  @Test("What is copied is the line under the cursor where a value takes several lines")
  func copied() {
    var exchange = Samples.exchange()
    exchange.hops[0].response?.headers = Headers([
      Header("X-Long", String(repeating: "0123456789", count: 40)), Header("X-Last", "last"),
    ])
    var journey = Self.answered(exchange, tab: "2")
    journey.type("G")
    journey.forget()
    journey.type("Y")
    #expect(journey.effects.contains(.system(.copy("last", label: "the header X-Last"))))
  }

  @Test("An exchange of the history has the name of its request")
  func title() {
    #expect(Self.answered(tab: "1").lines[0].contains("History ▸ Get user"))
  }
}
