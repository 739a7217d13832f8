import Terminal

extension AppState {
  /// A click focuses, chooses, presses; the wheel scrolls what is under it; a drag on the divider moves it.
  mutating func click(_ mouse: Mouse) -> [Effect] {
    if overlay != nil { return applyToOverlay(mouse) }
    let layout = layout
    if mouse.kind == .press, layout.bottom.contains(mouse.point) { return pressFooter(at: mouse.point) }
    if mouse.kind == .press, layout.top.contains(mouse.point) { return pressTopLine(at: mouse.point) }
    if mouse.kind == .press, let summary = layout.summary, summary.rect.contains(mouse.point) {
      return setFocus(summary.pane)
    }
    if mouse.kind == .drag { return dragDivider(to: mouse.point, in: layout) ?? passToPane(mouse, layout) }
    return passToPane(mouse, layout)
  }

  private mutating func passToPane(_ mouse: Mouse, _ layout: Layout) -> [Effect] {
    guard let (pane, rect) = layout.panes.pane(at: mouse.point) else { return [] }
    var effects: [Effect] = []
    if mouse.kind == .press { effects += setFocus(pane) }
    switch pane {
    case .tree: effects += clickTree(mouse, in: rect)
    case .request: effects += clickRequest(mouse, in: rect)
    case .response: effects += clickResponse(mouse, in: rect)
    }
    return effects
  }

  /// `nil` where the drag did not begin at the line between request and response.
  private mutating func dragDivider(to point: Point, in layout: Layout) -> [Effect]? {
    guard let request = layout.panes[.request], let response = layout.panes[.response] else { return nil }
    if layout.arrangement == .stacked, abs(point.y - response.minY) <= 1, request.minX <= point.x {
      let total = max(1, request.height + response.height)
      layoutChoice.requestShare = min(85, max(15, (point.y - request.minY) * 100 / total))
      return []
    }
    if layout.arrangement == .columns, abs(point.x - response.minX) <= 1 {
      let total = max(1, request.width + response.width)
      layoutChoice.requestShare = min(85, max(15, (point.x - request.minX) * 100 / total))
      return []
    }
    return nil
  }

  private mutating func pressFooter(at point: Point) -> [Effect] {
    guard let hit = Footer(state: self).items.first(where: { $0.columns.contains(point.x) }) else { return [] }
    return perform(hit.command)
  }

  private mutating func pressTopLine(at point: Point) -> [Effect] {
    TopLine(state: self).environmentColumns.contains(point.x) ? perform(.chooseEnvironment) : []
  }
}
