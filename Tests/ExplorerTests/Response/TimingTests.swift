import Networking
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("List tabs of the response")
struct TimingTests {
  private static func answered(_ exchange: Exchange = Samples.exchange(), tab: String) -> Journey {
    var journey = Journey(columns: 100, rows: 30)
    journey.apply(.history(.loaded(Samples.history)))
    journey.apply(.files(.exchangeLoaded(id: "2", Samples.getUser, exchange)))
    journey.type(tab)
    return journey
  }

  @Test("The row under the cursor keeps its bar in its colour")
  func bar() throws {
    var journey = Self.answered(tab: "3")
    let row = try #require(journey.lines.firstIndex { $0.contains("Waiting") })
    let rect = try #require(journey.state.layout.panes[.response])
    while journey.state.session?.response.lists[.timing]?.row != row - rect.minY - 3 { journey.press(.down) }
    let screen = journey.screen
    let cells = (rect.minX + 1..<rect.maxX - 1).map { screen[$0, row] }
    let selection = journey.state.theme[.selection].background
    #expect(cells.first?.style.background == selection && cells.first?.text == "▌")
    let bars = cells.filter { $0.text == "█" }
    #expect(!bars.isEmpty)
    #expect(
      bars.allSatisfy { $0.style.background == selection && $0.style.foreground == journey.state.theme[.ok].foreground }
    )
  }

  @Test("Y copies the line under the cursor even if a value spans several lines")
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

  @Test("The usual duration counts only sends of the same method and URL, with any query")
  func usual() {
    var journey = Journey.answered(rows: 60)
    var entries: [HistorySummary] = []
    for (number, url) in ["users/42", "users/42?page=2", "users/42", "health", "health", "health"].enumerated() {
      var entry = Samples.history[0]
      (entry.id, entry.requestID) = ("\(number)", journey.state.session?.id)
      entry.url = "http://127.0.0.1:4010/\(url)"
      if url == "health" { entry.duration = .milliseconds(900) }
      entries.append(entry)
    }
    entries[5].method = "POST"
    journey.apply(.history(.loaded(entries)))
    journey.type("3")
    #expect(journey.text.contains("usual 83 ms (p50), 83 ms (p95) over 3 sends"))
    journey.apply(.history(.loaded(Array(entries.dropFirst()))))
    #expect(!journey.text.contains("usual"))
  }

  @Test("The time outside the phases is shown beside the total")
  func own() {
    var exchange = Samples.exchange()
    exchange.duration = .milliseconds(103)
    #expect(Self.answered(exchange, tab: "3").text.contains("Total      103 ms  includes 20 ms in Apus"))
    exchange.duration = .milliseconds(84)
    #expect(!Self.answered(exchange, tab: "3").text.contains("in Apus"))
  }

  @Test("The response's summary shows only the time of the transfer")
  func transfer() {
    var exchange = Samples.exchange()
    exchange.duration = .milliseconds(103)
    #expect(Self.answered(exchange, tab: "1").text.contains("200 OK   83 ms"))
    exchange.hops[0].timing.queued = .milliseconds(10)
    #expect(Self.answered(exchange, tab: "1").text.contains("200 OK   73 ms"))
    exchange.attempts = 2
    #expect(Self.answered(exchange, tab: "1").text.contains("200 OK   103 ms"))
  }

  @Test("A plain connection has no TLS tab")
  func plain() {
    var exchange = Samples.exchange()
    #expect(!Self.answered(exchange, tab: "1").text.contains("TLS"))
    exchange.hops[0].request.url = "https://127.0.0.1:4010/users/42"
    #expect(Self.answered(exchange, tab: "7").text.contains("This connection was not encrypted."))
  }

  @Test(
    "An unanswered hop shows its waiting time and the phase in which it ended",
    arguments: [
      (NetworkError.Category.totalTimeout, 2, "Waiting"), (.connect, 1, "Connect"), (.resolve, 0, "DNS"),
      (.tls, 1, "TLS"),
    ])
  func cut(_ category: NetworkError.Category, _ reached: Int, _ phase: String) throws {
    var exchange = Samples.exchange()
    exchange.hops[0].response = nil
    exchange.hops[0].timing = Hop.Timing(
      resolved: reached > 0 ? .milliseconds(1) : nil, connected: reached > 1 ? .milliseconds(2) : nil,
      sent: reached > 1 ? .milliseconds(3) : nil, total: .milliseconds(2003))
    exchange.body = nil
    exchange.duration = .milliseconds(2003)
    exchange.failure = NetworkError(category, "It ended")
    let line = try #require(Self.answered(exchange, tab: "1").lines.last { $0.contains("█") })
    #expect(line.contains(phase) && line.contains("2.00 s"))
    #expect(!Self.answered(exchange, tab: "1").text.contains("HTTP/1.1 ─"))
  }

  @Test("An exchange of the history has the name of its request")
  func title() {
    #expect(Self.answered(tab: "1").lines[0].contains("History › Get user"))
  }
}
