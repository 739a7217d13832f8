extension AppState {
  /// The page lives as long as its box is open.
  mutating func apply(_ action: ConflictFeature.Action) -> [Effect] {
    guard case .conflict(let shown)? = overlay else { return [] }
    var page: ConflictPage? = shown
    let given = ConflictFeature.Surroundings(size: size, version: sessions[shown.key]?.onDisk?.number)
    let outcomes = ConflictFeature.reduce(&page, action, in: given)
    overlay = page.map(Overlay.conflict)
    return outcomes.flatMap { carryOut($0) }
  }

  private mutating func carryOut(_ outcome: ConflictFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): say(kind, text)
    case .decided(let key, let choice, let savesAfter):
      apply(.files(.conflictDecided(key, choice, savesAfter: savesAfter)))
    case .showAgain(let key, let savesAfter): file(.conflictRequested(savesAfter: savesAfter), of: key)
    }
  }
}
