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
    if mouse.kind == .press { isDraggingDivider = layout.isOnDivider(mouse.point) }
    if mouse.kind == .drag, isDraggingDivider { return dragDivider(to: mouse.point, in: layout) }
    return passToPane(mouse, layout)
  }

  private mutating func passToPane(_ mouse: Mouse, _ layout: Layout) -> [Effect] {
    guard let (pane, rect) = layout.panes.pane(at: mouse.point) else { return [] }
    var effects: [Effect] = []
    if mouse.kind == .press { effects += setFocus(pane) }
    switch pane {
    case .tree: effects += apply(TreeFeature.Action.clicked(mouse, in: rect))
    case .request: effects += clickRequest(mouse, in: rect)
    case .response: effects += respond(.clicked(mouse, in: rect))
    }
    return effects
  }

  /// A quick hand is reported at a few places only, so the line goes wherever the mouse is.
  private mutating func dragDivider(to point: Point, in layout: Layout) -> [Effect] {
    guard let request = layout.panes[.request], let response = layout.panes[.response] else { return [] }
    let isStacked = layout.arrangement == .stacked
    let total = isStacked ? request.height + response.height : request.width + response.width
    let share = isStacked ? point.y - request.minY : point.x - request.minX
    // Rounded up, because the layout rounds down: the line is then where the mouse is.
    layoutChoice.requestShare = min(85, max(15, (share * 100 + total - 1) / max(1, total)))
    return []
  }

  private mutating func pressFooter(at point: Point) -> [Effect] {
    guard let hit = Footer(state: self).items.first(where: { $0.columns.contains(point.x) }) else { return [] }
    return perform(hit.command)
  }

  private mutating func pressTopLine(at point: Point) -> [Effect] {
    let line = TopLine(state: self)
    if let pane = line.pane(at: point.x) { return setFocus(pane) }
    return line.environmentColumns.contains(point.x) ? apply(EnvironmentFeature.Action.chooseRequested) : []
  }
}

extension Layout {
  /// Whether a point is on the line between request and response, or next to it.
  func isOnDivider(_ point: Point) -> Bool {
    guard let request = panes[.request], let response = panes[.response] else { return false }
    switch arrangement {
    case .stacked: return (response.minY - 1...response.minY).contains(point.y) && request.minX <= point.x
    case .columns: return (response.minX - 1...response.minX).contains(point.x)
    case .halves, .single: return false
    }
  }
}
