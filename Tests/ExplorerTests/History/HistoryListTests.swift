import Foundation
import Terminal
import Testing

@testable import Explorer
@testable import Workspaces

@Suite("The list of the history")
struct HistoryListTests {
  /// The history with these entries, without the page.
  private func journey(_ entries: [HistorySummary] = Samples.history, next: HistoryPage.Cursor? = nil) -> Journey {
    var journey = Journey()
    journey.apply(.history(.loaded(entries, next: next)))
    journey.forget()
    return journey
  }

  private func filter(_ text: String) -> HistoryFilter {
    HistoryQuery.filter(text, now: Samples.now, secondsFromGMT: 0)
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

  @Test("Only the last pause in typing searches, and hits of another text are not listed")
  func filters() {
    var journey = journey()
    journey.apply(.history(.queryTyped("4")))
    journey.apply(.history(.queryTyped("404")))
    let pauses = journey.effects.compactMap { effect -> Action? in
      if case .after(_, let action) = effect { action } else { nil }
    }
    journey.forget()
    #expect(pauses.count == 2)
    for pause in pauses { journey.apply(pause) }
    #expect(journey.effects == [.files(.loadHistory(HistoryRequest(filter("404"))))])
    journey.apply(.history(.loaded(Samples.history, for: HistoryRequest(filter("4")))))
    #expect(journey.state.history.shown.isEmpty)
    journey.apply(.history(.loaded([Samples.history[1]], for: HistoryRequest(filter("404")))))
    #expect(journey.state.history.shown == [Samples.history[1]])
    journey.apply(.history(.filterEnded))
    #expect(journey.state.history.shown == Samples.history)
  }

  @Test("A removed entry leaves both lists, and restored entries are read again")
  func forgotten() {
    var journey = journey()
    journey.apply(.history(.queryTyped("users")))
    journey.apply(.history(.loaded(Samples.history, for: HistoryRequest(filter("users")))))
    journey.apply(.history(.forgotten(id: "2")))
    #expect(journey.state.history.shown.map(\.id) == ["1"] && journey.state.history.entries.map(\.id) == ["1"])
    journey.forget()
    journey.apply(.history(.reloadRequested))
    #expect(
      journey.effects == [
        .files(.loadHistory(HistoryRequest())), .files(.loadHistory(HistoryRequest(filter("users")))),
      ])
  }

  @Test("Older entries are requested from the end of the list only")
  func older() {
    var whole = journey()
    whole.apply(.history(.olderRequested))
    #expect(whole.effects.isEmpty)
    let cursor = HistoryPage.Cursor(month: "2023-11", offset: 120)
    var part = journey(next: cursor)
    part.apply(.history(.olderRequested))
    #expect(part.effects == [.files(.loadHistory(HistoryRequest(from: cursor)))])
    #expect(part.state.history.hasMore)
  }

  @Test("An invalid retention changes nothing, and the question stays open")
  func retention() {
    var journey = journey()
    journey.apply(.history(.retentionRequested))
    journey.press(.control("u"))
    journey.type("nonsense")
    journey.press(.enter)
    #expect(journey.state.history.retention == nil && journey.state.overlay != nil)
    #expect(!journey.effects.contains { if case .files(.prune) = $0 { true } else { false } })
  }
}
