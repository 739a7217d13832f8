import Foundation
import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The list of the history")
struct HistoryTests {
  private func journey() -> Journey {
    var journey = Journey()
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.history(.loaded(Samples.history)))
    journey.forget()
    return journey
  }

  @Test("Opening the history loads it once")
  func opens() {
    var journey = Journey()
    journey.forget()
    journey.type("H")
    #expect(journey.state.page == .history)
    #expect(journey.effects.contains(.files(.loadHistory(HistoryRequest()))))
    journey.apply(.history(.loaded([])))
    journey.forget()
    journey.apply(.history(.branchToggled))
    #expect(journey.effects.isEmpty)
    journey.apply(.history(.recorded(Samples.history[0])))
    journey.apply(.history(.recorded(Samples.history[1])))
    #expect(journey.state.history.shown.map(\.id) == [Samples.history[1].id, Samples.history[0].id])
  }

  @Test("A removed entry leaves both lists, and restored entries are read again")
  func forgotten() {
    var journey = journey()
    let filter = HistoryQuery.filter("users", now: Samples.now, secondsFromGMT: 0)
    journey.apply(.history(.queryTyped("users")))
    journey.apply(.history(.loaded(Samples.history, for: HistoryRequest(filter))))
    journey.apply(.history(.forgotten(id: "2")))
    #expect(journey.state.history.shown.map(\.id) == ["1"] && journey.state.history.entries.map(\.id) == ["1"])
    journey.forget()
    journey.apply(.history(.reloadRequested))
    #expect(
      journey.effects == [
        .files(.loadHistory(HistoryRequest())), .files(.loadHistory(HistoryRequest(filter))),
      ])
  }

  @Test("A new exchange is added without reading the others again")
  func added() {
    var journey = journey()
    var summary = Samples.history[0]
    summary.id = "3"
    summary.status = 503
    journey.apply(.history(.recorded(summary)))
    #expect(journey.effects.isEmpty)
    #expect(journey.text.contains("503 GET"))
    journey.apply(.history(.recorded(summary)))
    #expect(journey.state.history.entries.count == 3)
  }

  @Test("An exchange sent while the history is read is listed first")
  func sentMeanwhile() {
    var journey = Journey()
    journey.apply(.tree(.activate(.historyRoot)))
    journey.apply(.history(.recorded(Samples.history[0])))
    journey.apply(.history(.loaded([Samples.history[1]])))
    #expect(journey.state.history.entries.map(\.id) == [Samples.history[0].id, Samples.history[1].id])
    journey.apply(.history(.loaded([Samples.history[1]])))
    #expect(journey.state.history.entries.map(\.id) == [Samples.history[1].id])
  }

  @Test("A typed filter is parsed into text, status, method, request, environment and date")
  func query() {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    let filter = HistoryQuery.filter(
      "post 4xx 500 failed env:local request:users/login after:2023-11-01 ada", now: now, secondsFromGMT: 3600)
    #expect(filter.methods == ["POST"])
    #expect(filter.statuses == [4, 500, 0] && filter.takesFailedCalls)
    #expect(filter.environment == "local")
    #expect(filter.requestID == "users/login")
    #expect(filter.after == Date(timeIntervalSince1970: 1_698_796_800 - 3600))
    #expect(filter.text == "ada")
    let named = HistoryQuery.filter("status:4xx method:post host:example.com", now: now, secondsFromGMT: 0)
    #expect(!named.takesFailedCalls)
    #expect(named.statuses == [4] && named.methods == ["POST"] && named.text == "example.com")
    let today = HistoryQuery.filter("today", now: now, secondsFromGMT: 0)
    #expect(today.after == Date(timeIntervalSince1970: 1_699_920_000))
  }

  @Test("The filter searches after a pause in typing, and only the last text counts")
  func filters() {
    var journey = journey()
    journey.type("/")
    journey.type("4")
    journey.type("xx")
    let serials = journey.effects.compactMap { effect -> Int? in
      if case .after(_, .history(.queryRested(let serial))) = effect { serial } else { nil }
    }
    journey.forget()
    journey.apply(.history(.queryRested(pause: serials[0])))
    #expect(journey.effects.isEmpty)
    journey.apply(.history(.queryRested(pause: serials[2])))
    var filter = HistoryFilter()
    filter.statuses = [4]
    #expect(journey.effects == [.files(.loadHistory(HistoryRequest(filter)))])
    journey.apply(
      .history(
        .loaded(Samples.history, for: HistoryRequest(HistoryQuery.filter("4", now: Samples.now, secondsFromGMT: 0)))))
    #expect(journey.state.history.shown.isEmpty, "the hits of another text")
    journey.apply(.history(.loaded([Samples.history[1]], for: HistoryRequest(filter))))
    journey.press(.enter)
    journey.press(.escape)
    journey.apply(.history(.queryTyped("4xx")))
    journey.apply(.history(.loaded([Samples.history[1]], for: HistoryRequest(filter))))
    journey.state.page = nil
    #expect(journey.text.contains("History: 4xx"))
    #expect(journey.text.contains("422 POST"))
    #expect(!journey.text.contains("200 GET"))
    journey.press(.escape)
    #expect(journey.text.contains("200 GET"))
  }

  @Test("The retention is typed as text, remembered, and applied immediately")
  func retention() {
    #expect(
      RetentionText.retention("90d 10000 500MB") == HistoryRetention(days: 90, entries: 10_000, bytes: 500_000_000))
    #expect(RetentionText.retention("nonsense") == nil)
    var journey = journey()
    journey.apply(.history(.retentionRequested))
    // The field starts with the default values.
    #expect(journey.text.contains("100000 1073MB"))
    journey.press(.control("u"))
    journey.type("30d")
    journey.press(.enter)
    #expect(journey.effects.contains(.files(.prune(HistoryRetention(days: 30)))))
    #expect(journey.state.preferences.retention == HistoryRetention(days: 30))
    journey.apply(.history(.retentionRequested))
    journey.press(.control("u"))
    journey.press(.enter)
    #expect(journey.text.contains("The whole history is kept"))
    #expect(journey.state.preferences.retention == HistoryRetention())
    #expect(journey.state.started().contains(.files(.prune(HistoryRetention()))))
  }

  @Test("An invalid retention changes nothing, and the question stays open")
  func invalidRetention() {
    var journey = journey()
    journey.apply(.history(.retentionRequested))
    journey.press(.control("u"))
    journey.type("nonsense")
    journey.press(.enter)
    #expect(journey.state.history.retention == nil && journey.state.overlay != nil)
    #expect(!journey.effects.contains { if case .files(.prune) = $0 { true } else { false } })
  }

  @Test("A start prunes entries beyond the default retention")
  func usualRetention() {
    var journey = journey()
    #expect(journey.state.started().contains(.files(.prune(.standard))))
  }

  @Test func `After a send that could not be stored, the page says why, until one is.`() {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.history(.notStored("history.jsonl: No space left on device")))
    #expect(journey.footer.contains("No space left on device"))
    journey.type("H")
    journey.apply(.history(.loaded([])))
    #expect(journey.text.contains("The history cannot be stored."))
    #expect(!journey.text.contains("Nothing has been sent yet."))
    journey.apply(.history(.recorded(Samples.history[0])))
    #expect(journey.text.contains(Samples.history[0].path))
    journey.apply(.history(.forgotten(id: Samples.history[0].id)))
    #expect(journey.text.contains("Nothing has been sent yet."))
  }
}
