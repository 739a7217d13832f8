import Workspaces

/// The exchanges of the past: which are listed, what they are filtered by, how long they are kept.
///
/// It knows nothing of the tree that lists them: what others have to do goes out as an `Outcome`.
public enum HistoryFeature {
  public enum Action: Equatable, Sendable {
    /// The user goes to the history.
    case opened
    /// The branch of the history was opened or closed.
    case branchToggled
    case loaded([HistorySummary], next: HistoryPage.Cursor? = nil, for: HistoryRequest = HistoryRequest())
    /// One more exchange: added to what is listed, without reading the others again.
    case recorded(HistorySummary)
    /// A request lies in another place now, and its exchanges with it.
    case renamed(HistoryRename)
    case olderRequested
    case filterRequested
    case queryTyped(String, pause: Int)
    /// Nothing was typed for a moment.
    case queryRested(pause: Int)
    case filterEnded
    case retentionRequested
    case retentionTyped(String)
  }

  /// What it asks of the world and of those around it.
  enum Outcome: Equatable {
    case load(HistoryRequest)
    case prune(HistoryRetention)
    /// `queryRested` with that number, once nothing was typed for a moment.
    case pause(Int)
    /// The user goes to the history: its branch opens, and the cursor stands on it.
    case opened
    /// Entries came or went.
    case changed
    /// The entry that was waited for is there.
    case entered
    case ask(Prompt)
    case retentionChanged
    case said(Message.Kind, String)
  }

  static func reduce(_ state: inout State, _ action: Action, at clock: WallClock) -> [Outcome] {
    switch action {
    case .opened:
      state.isAwaited = true
      return [.opened] + step(&state) + loadOnce(state)
    case .branchToggled: return loadOnce(state)
    case .loaded(let entries, let next, let request): return load(&state, entries, next: next, for: request, at: clock)
    case .recorded(let summary):
      guard !state.entries.contains(where: { $0.id == summary.id }) else { return [] }
      state.entries.insert(summary, at: 0)
      let again = state.filter(at: clock).map { Outcome.load(HistoryRequest($0)) }
      return [.changed] + step(&state) + [again].compactMap(\.self)
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

  /// Who goes to the history means its newest entry, also where that comes a moment later.
  private static func step(_ state: inout State) -> [Outcome] {
    guard state.isAwaited, !state.shown.isEmpty else { return [] }
    state.isAwaited = false
    return [.entered]
  }

  /// Entries as they were asked for; what was asked for before the filter changed is thrown away.
  private static func load(
    _ state: inout State, _ entries: [HistorySummary], next: HistoryPage.Cursor?, for request: HistoryRequest,
    at clock: WallClock
  ) -> [Outcome] {
    if request.filter == nil {
      // What was sent while they were read need not be among them.
      let known = Set(entries.map(\.id))
      let sent = state.isLoaded ? [] : state.entries.filter { !known.contains($0.id) }
      state.isLoaded = true
      state.entries = request.from == nil ? sent + entries : state.entries + entries
      state.next = next
    } else {
      guard request.filter == state.filter(at: clock) else { return [] }
      state.found = request.from == nil ? entries : state.found + entries
      state.foundNext = next
    }
    return [.changed] + step(&state)
  }

  /// A search ends the one before it, and keys that come together make one.
  private static func filter(_ state: inout State, _ action: Action, at clock: WallClock) -> [Outcome] {
    switch action {
    case .filterRequested:
      return reduce(&state, .opened, at: clock)
        + [.ask(Prompt(HistoryQuery.hint, .historyFilter, text: state.query ?? ""))]
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
      ? "All of the history is kept" : "The history keeps \(RetentionText.text(of: retention))"
    return [.retentionChanged, .prune(retention), .said(.information, kept)]
  }
}
