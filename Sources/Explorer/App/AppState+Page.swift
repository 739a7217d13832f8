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
    case .cookies: apply(CookiesFeature.Action.moved(motion))
    }
  }

  mutating func enter(in page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.entered)
    case .history: apply(HistoryPageFeature.Action.entered)
    case .cookies: apply(CookiesFeature.Action.entered)
    }
  }

  mutating func leave(_ page: Page) -> [Effect] {
    switch page {
    case .run: apply(RunFeature.Action.left)
    case .history: apply(HistoryPageFeature.Action.left)
    case .cookies: apply(CookiesFeature.Action.left)
    }
  }

  /// Where the rows of a page stand.
  func rows(of page: Page) -> Rect {
    switch page {
    case .run: RunLayout(size, layoutChoice.run).rows
    case .history: HistoryPageLayout(size, historyChoice).rows
    case .cookies: CookiesLayout(size).rows
    }
  }

  /// The panes of a page whose lines can be moved.
  private func panes(of page: Page) -> PagePanes? {
    switch page {
    case .run: RunLayout(size, layoutChoice.run).panes
    case .history:
      HistoryPageLayout(size, historyChoice, requestLines: historyPage.preview?.requestLines).panes
    case .cookies: nil
    }
  }

  /// Moves a line of the page with a key.
  mutating func moveLine(of page: Page, by step: Int) -> [Effect] {
    guard let panes = panes(of: page) else { return [] }
    return rearrange { $0.layoutChoice[page] = panes.moving(by: step, in: $0.layoutChoice[page]) }
  }

  /// A drag of a line between the panes of a page, remembered when it ends; `nil` where there is none.
  private mutating func drag(_ mouse: Mouse, in page: Page) -> [Effect]? {
    guard let panes = panes(of: page) else { return nil }
    if mouse.kind == .press { draggedLine = mouse.button == .left ? panes.divider(at: mouse.point) : nil }
    guard let line = draggedLine else { return nil }
    switch mouse.kind {
    case .drag: layoutChoice[page] = panes.moving(line, to: mouse.point, in: layoutChoice[page])
    case .release:
      draggedLine = nil
      return rearrange { _ in }
    case .press, .wheelUp, .wheelDown: break
    }
    return []
  }

  mutating func click(_ mouse: Mouse, in page: Page) -> [Effect] {
    if let effects = drag(mouse, in: page) { return effects }
    return switch page {
    case .run: apply(RunFeature.Action.clicked(mouse))
    case .history: apply(HistoryPageFeature.Action.clicked(mouse))
    case .cookies: apply(CookiesFeature.Action.clicked(mouse))
    }
  }
}

extension LayoutChoice {
  subscript(page: Page) -> PageChoice {
    get {
      switch page {
      case .run: run
      case .history: history
      case .cookies: PageChoice()
      }
    }
    set {
      switch page {
      case .run: run = newValue
      case .history: history = newValue
      case .cookies: break
      }
    }
  }
}
