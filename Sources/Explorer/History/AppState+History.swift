import Terminal
import Workspaces

extension AppState {
  /// `H`: opens the history's branch and goes there.
  mutating func goToHistory() -> [Effect] {
    let effects = setFocus(.tree)
    tree.expanded.insert(TreeRow.historyPath)
    tree.filter = nil
    rebuildTree()
    tree.select(.historyRoot)
    history.isAwaited = true
    stepIntoHistory()
    revealTreeCursor()
    return effects + (history.isLoaded ? [] : [.files(.loadHistory(HistoryRequest()))])
  }

  /// Who goes to the history means its newest entry, also where that comes a moment later.
  private mutating func stepIntoHistory() {
    guard history.isAwaited, !history.shown.isEmpty else { return }
    history.isAwaited = false
    guard tree.selected?.id == .historyRoot else { return }
    tree.move(by: 1)
    revealTreeCursor()
  }

  /// Entries as they were asked for; what was asked for before the filter changed is thrown away.
  mutating func historyLoaded(
    _ entries: [HistorySummary], next: HistoryPage.Cursor?, for request: HistoryRequest
  ) -> [Effect] {
    if request.filter == nil {
      // What was sent while they were read need not be among them.
      let known = Set(entries.map(\.id))
      let sent = history.isLoaded ? [] : history.entries.filter { !known.contains($0.id) }
      history.isLoaded = true
      history.entries = request.from == nil ? sent + entries : history.entries + entries
      history.next = next
    } else {
      guard request.filter == historyFilter else { return [] }
      history.found = request.from == nil ? entries : history.found + entries
      history.foundNext = next
    }
    rebuildTree()
    stepIntoHistory()
    return []
  }

  /// One more exchange: added to what is listed, without reading the others again.
  mutating func recorded(_ summary: HistorySummary) -> [Effect] {
    guard !history.entries.contains(where: { $0.id == summary.id }) else { return [] }
    history.entries.insert(summary, at: 0)
    rebuildTree()
    stepIntoHistory()
    return historyFilter.map { [.files(.loadHistory(HistoryRequest($0)))] } ?? []
  }

  var historyFilter: HistoryFilter? {
    history.query.map { HistoryQuery.filter($0, now: now, secondsFromGMT: secondsFromGMT) }
  }

  /// The next older entries, of all or of what the filter finds.
  mutating func loadOlder() -> [Effect] {
    let cursor = history.query == nil ? history.next : history.foundNext
    guard let cursor else { return [] }
    return [.files(.loadHistory(HistoryRequest(historyFilter, from: cursor)))]
  }

  mutating func askForHistoryFilter() -> [Effect] {
    let effects = goToHistory()
    return effects + apply(.overlay(.show(.prompt(.historyFilter(history.query ?? "")))))
  }

  /// While one types: a search ends the one before it, and keys that come together make one.
  mutating func historyQueryTyped(_ text: String) -> [Effect] {
    history.query = text.trimmed.isEmpty ? nil : text
    let serial = nextSerial()
    historySerial = serial
    if history.query == nil {
      history.found = []
      rebuildTree()
      return []
    }
    return [.after(.milliseconds(20), .files(.historyQueryRested(serial)))]
  }

  func historyQueryRested(_ serial: Int) -> [Effect] {
    guard serial == historySerial, let filter = historyFilter else { return [] }
    return [.files(.loadHistory(HistoryRequest(filter)))]
  }

  mutating func endHistoryFilter() -> [Effect] {
    history.query = nil
    history.found = []
    rebuildTree()
    return []
  }

  /// Whether the cursor is among the exchanges.
  var isInHistory: Bool {
    switch tree.selected?.id {
    case .historyRoot, .exchange, .historyMore: true
    default: false
    }
  }

  mutating func askForRetention() -> [Effect] {
    let text = RetentionText.text(of: history.retention ?? .standard)
    return apply(
      .overlay(.show(.prompt(Prompt("Keep the history for: 90d 10000 500MB, empty keeps all", .retention, text: text))))
    )
  }

  mutating func retentionAnswered(_ text: String) -> [Effect] {
    guard let retention = RetentionText.retention(text) else { return [] }
    history.retention = retention
    let effects: [Effect] = [.system(.remember(preferences)), .files(.prune(retention))]
    let kept =
      retention == HistoryRetention()
      ? "All of the history is kept" : "The history keeps \(RetentionText.text(of: retention))"
    return effects + say(.information, kept)
  }
}
