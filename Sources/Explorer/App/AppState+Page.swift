import Terminal

/// The pages over the whole window: what the keys and the mouse mean there.
extension AppState {
  /// Shows a page; what is being typed below it is kept.
  mutating func show(_ page: Page) -> [Effect] {
    let kept = leaveEditing()
    self.page = page
    return kept
  }

  mutating func move(_ motion: Motion, in page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.moved(motion))
    case .history: apply(HistoryPageFeature.Action.moved(motion))
    }
  }

  mutating func enter(in page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.entered)
    case .history: apply(HistoryPageFeature.Action.entered)
    }
  }

  mutating func leave(_ page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.left)
    case .history: apply(HistoryPageFeature.Action.left)
    }
  }

  /// Where the rows of a page stand.
  func rows(of page: Page) -> Rect {
    switch page {
    case .run: RunLayout(size).rows
    case .history: HistoryPageLayout(size).rows
    }
  }

  mutating func click(_ mouse: Mouse, in page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.clicked(mouse))
    case .history: apply(HistoryPageFeature.Action.clicked(mouse))
    }
  }
}
