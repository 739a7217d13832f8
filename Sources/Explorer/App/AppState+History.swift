extension AppState {
  mutating func apply(_ action: HistoryFeature.Action) -> [Effect] {
    HistoryFeature.reduce(&history, action, at: clock).flatMap { carryOut($0) }
  }

  private mutating func carryOut(_ outcome: HistoryFeature.Outcome) -> [Effect] {
    switch outcome {
    case .load(let request): [.files(.loadHistory(request))]
    case .prune(let retention): [.files(.prune(retention))]
    case .pause(let number): [.after(.milliseconds(20), .history(.queryRested(pause: number)))]
    case .opened: show(Page.history) + apply(HistoryPageFeature.Action.shown)
    case .changed:
      apply(TreeFeature.Action.historyChanged)
        + (page == .history ? apply(HistoryPageFeature.Action.listed) : [])
    case .ask(let prompt): apply(.overlay(.show(.prompt(prompt))))
    case .retentionChanged: [.system(.remember(preferences))]
    case .said(let kind, let text): say(kind, text)
    }
  }
}
