import Basics
package import Workspaces

/// The history: its listed entries, its filter, and how long entries are kept.
///
/// It does not know the tree that lists it: it delegates work elsewhere through an `Outcome`.
package enum HistoryFeature {
  package enum Action: Equatable, Sendable {
    /// The user goes to the history.
    case opened
    /// The user opened or closed the branch of the history.
    case branchToggled
    case loaded([HistorySummary], next: HistoryPage.Cursor? = nil, for: HistoryRequest = HistoryRequest())
    /// There is no history, because `.apus` is not used.
    case refused(String)
    /// A new entry, added without reading the others again.
    case recorded(HistorySummary)
    /// An entry was taken out.
    case forgotten(id: String)
    /// Entries came back or were added unseen.
    case reloadRequested
    /// A request has moved, and its history with it.
    case renamed(HistoryRename)
    case olderRequested
    case filterRequested
    case queryTyped(String, pause: Int)
    /// The user has paused typing.
    case queryRested(pause: Int)
    case filterEnded
    case retentionRequested
    case retentionTyped(String)
  }

  /// What the feature asks its surroundings to do.
  enum Outcome: Equatable {
    case load(HistoryRequest)
    case prune(HistoryRetention)
    /// Sends `queryRested` with that number after a pause in typing.
    case pause(Int)
    /// The user goes to the history.
    case opened
    /// Entries came or went.
    case changed
    case ask(Prompt)
    case retentionChanged
    case said(Message.Kind, String)
  }

  static func reduce(_ state: inout State, _ action: Action, at clock: WallClock) -> [Outcome] {
    switch action {
    case .opened:
      // An empty one costs nothing to read, and why it is empty may have changed.
      return [.opened] + (state.entries.isEmpty ? [.load(HistoryRequest())] : loadOnce(state))
    case .branchToggled: return loadOnce(state)
    case .loaded(let entries, let next, let request): return load(&state, entries, next: next, for: request, at: clock)
    case .refused(let why):
      state.refusal = why
      return []
    case .recorded(let summary):
      state.refusal = nil
      guard !state.entries.contains(where: { $0.id == summary.id }) else { return [] }
      state.entries.insert(summary, at: 0)
      let again = state.filter(at: clock).map { Outcome.load(HistoryRequest($0)) }
      return [.changed] + [again].compactMap(\.self)
    case .forgotten(let id):
      state.entries.removeAll { $0.id == id }
      state.found.removeAll { $0.id == id }
      return [.changed]
    case .reloadRequested:
      let again = state.filter(at: clock).map { Outcome.load(HistoryRequest($0)) }
      return [.load(HistoryRequest())] + [again].compactMap(\.self)
    case .renamed(let rename):
      state.entries = state.entries.map { $0.renamed(rename) }
      state.found = state.found.map { $0.renamed(rename) }
      return []
    case .olderRequested:
      guard let cursor = state.query == nil ? state.next : state.foundNext else { return [] }
      return [.load(HistoryRequest(state.filter(at: clock), from: cursor))]
    case .filterRequested, .queryTyped, .queryRested, .filterEnded: return filter(&state, action, at: clock)
    case .retentionRequested, .retentionTyped: return keep(&state, action)
    }
  }

  private static func loadOnce(_ state: State) -> [Outcome] {
    state.isLoaded ? [] : [.load(HistoryRequest())]
  }

  /// Adopts loaded entries; results of an outdated filter are dropped.
  private static func load(
    _ state: inout State, _ entries: [HistorySummary], next: HistoryPage.Cursor?, for request: HistoryRequest,
    at clock: WallClock
  ) -> [Outcome] {
    if request.filter == nil {
      // Requests sent during the read may be missing from the result.
      let known = Set(entries.map(\.id))
      let sent = state.isLoaded ? [] : state.entries.filter { !known.contains($0.id) }
      state.isLoaded = true
      state.refusal = nil
      state.entries = request.from == nil ? sent + entries : state.entries + entries
      state.next = next
    } else {
      guard request.filter == state.filter(at: clock) else { return [] }
      state.found = request.from == nil ? entries : state.found + entries
      state.foundNext = next
    }
    return [.changed]
  }

  /// A new search replaces the previous one, and quick keys are debounced into one search.
  private static func filter(_ state: inout State, _ action: Action, at clock: WallClock) -> [Outcome] {
    switch action {
    case .filterRequested:
      return reduce(&state, .opened, at: clock)
        + [.ask(Prompt("Filter: \(HistoryQuery.hint)", .historyFilter, text: state.query ?? ""))]
    case .queryTyped(let text, let pause) where !text.trimmed.isEmpty:
      state.query = text
      state.pause = pause
      return [.pause(pause)]
    case .queryRested(let pause):
      guard pause == state.pause, let filter = state.filter(at: clock) else { return [] }
      return [.load(HistoryRequest(filter))]
    default:
      if case .queryTyped(_, let pause) = action { state.pause = pause }
      state.query = nil
      state.found = []
      return [.changed]
    }
  }

  private static func keep(_ state: inout State, _ action: Action) -> [Outcome] {
    guard case .retentionTyped(let text) = action else {
      let text = RetentionText.text(of: state.retention ?? .standard)
      let prompt = Prompt("Keep the history for: 90d 10000 500MB, empty keeps all", .retention, text: text)
      return [.ask(prompt)]
    }
    guard let retention = RetentionText.retention(text) else { return [] }
    state.retention = retention
    let kept =
      retention == HistoryRetention()
      ? "The whole history is kept" : "The history keeps \(RetentionText.text(of: retention))"
    return [.retentionChanged, .prune(retention), .said(.information, kept)]
  }
}
