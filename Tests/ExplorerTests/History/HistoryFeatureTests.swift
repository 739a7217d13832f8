import Foundation
import Testing

@testable import Explorer
@testable import Workspaces

@Suite("The history's reducer, by itself")
struct HistoryFeatureTests {
  private let clock = WallClock(now: Samples.now, secondsFromGMT: 0)
  private var state = HistoryFeature.State()

  private mutating func apply(_ action: HistoryFeature.Action) -> [HistoryFeature.Outcome] {
    HistoryFeature.reduce(&state, action, at: clock)
  }

  @Test("Going to the history loads it once")
  mutating func opens() {
    #expect(apply(.opened) == [.opened, .load(HistoryRequest())])
    #expect(apply(.loaded([])) == [.changed])
    #expect(apply(.branchToggled).isEmpty)
    #expect(apply(.recorded(Samples.history[0])) == [.changed])
    #expect(apply(.recorded(Samples.history[1])) == [.changed])
    #expect(state.shown.map(\.id) == [Samples.history[1].id, Samples.history[0].id])
  }

  @Test("Only the last pause in typing searches, and what another text found is not listed")
  mutating func filters() {
    _ = apply(.loaded(Samples.history))
    #expect(apply(.queryTyped("4", pause: 1)) == [.pause(1)])
    _ = apply(.queryTyped("404", pause: 2))
    #expect(apply(.queryRested(pause: 1)).isEmpty)
    let filter = HistoryQuery.filter("404", now: clock.now, secondsFromGMT: 0)
    #expect(apply(.queryRested(pause: 2)) == [.load(HistoryRequest(filter))])
    let other = HistoryRequest(HistoryQuery.filter("4", now: clock.now, secondsFromGMT: 0))
    #expect(apply(.loaded(Samples.history, for: other)).isEmpty)
    #expect(state.shown.isEmpty)
    _ = apply(.loaded([Samples.history[1]], for: HistoryRequest(filter)))
    #expect(state.shown == [Samples.history[1]])
    #expect(apply(.filterEnded) == [.changed])
    #expect(state.shown == Samples.history)
  }

  @Test("An entry that was taken out leaves both lists, and what came back unseen is read again")
  mutating func forgotten() {
    _ = apply(.loaded(Samples.history))
    _ = apply(.queryTyped("users", pause: 1))
    let filter = HistoryQuery.filter("users", now: clock.now, secondsFromGMT: 0)
    _ = apply(.loaded(Samples.history, for: HistoryRequest(filter)))
    #expect(apply(.forgotten(id: "2")) == [.changed])
    #expect(state.shown.map(\.id) == ["1"] && state.entries.map(\.id) == ["1"])
    #expect(apply(.reloadRequested) == [.load(HistoryRequest()), .load(HistoryRequest(filter))])
  }

  @Test("Older entries are asked for from where the list ends, and only then")
  mutating func older() {
    #expect(apply(.olderRequested).isEmpty)
    let cursor = HistoryPage.Cursor(month: "2023-11", offset: 120)
    _ = apply(.loaded(Samples.history, next: cursor))
    #expect(apply(.olderRequested) == [.load(HistoryRequest(from: cursor))])
    #expect(state.hasMore)
  }

  @Test("What is kept is remembered and carried out, and nonsense changes nothing")
  mutating func retention() {
    #expect(apply(.retentionTyped("nonsense")).isEmpty)
    #expect(state.retention == nil)
    let days = HistoryRetention(days: 30)
    #expect(
      apply(.retentionTyped("30d")) == [
        .retentionChanged, .prune(days), .said(.information, "The history keeps 30d"),
      ])
    #expect(state.retention == days)
  }
}
