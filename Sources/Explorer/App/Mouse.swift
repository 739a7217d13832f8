import Terminal

extension AppState {
  /// Handles a mouse event: a click focuses, selects or presses; the wheel scrolls the pane under the pointer; a drag
  /// moves a divider.
  mutating func click(_ mouse: Mouse) -> [Effect] {
    if let effects = clickBesideSchema(mouse) { return effects }
    if overlay != nil, !isInSchemaBeside { return applyToOverlay(mouse) }
    let layout = layout
    let isLeftPress = mouse.kind == .press && mouse.button == .left
    if isLeftPress, layout.bottom.contains(mouse.point) { return pressFooter(at: mouse.point) }
    // The top line opens its own menus, so a right click there acts like a left click.
    if mouse.kind == .press, layout.top.contains(mouse.point) { return pressTopLine(at: mouse.point) }
    if let row = startRow(at: mouse) { return apply(.clicked(row: row), to: \.switching) }
    if let page { return mouse.button == .right ? openMenu(at: mouse, in: page) : click(mouse, in: page) }
    if mouse.button == .right { return mouse.kind == .press ? openMenu(at: mouse, layout) : [] }
    if let rect = layout.panes[.tree], tree.isScrollbarDrag(mouse, in: rect) {
      return apply(.clicked(mouse, in: rect), to: \.tree)
    }
    if let rect = layout.panes[.request], session?.isScrollbarDrag(mouse, in: rect, of: size) == true {
      return request(.clicked(mouse, in: rect))
    }
    if mouse.kind == .press { layoutChoice.dragged = layout.divider(at: mouse.point) }
    if let divider = layoutChoice.dragged { return handle(mouse, on: divider, in: layout) }
    return passToPane(mouse, layout)
  }

  private mutating func passToPane(_ mouse: Mouse, _ layout: Layout) -> [Effect] {
    // Its left border belongs to the pane beside it.
    if let sendPreview = layout.sendPreview?.splitLeft(1).1, sendPreview.contains(mouse.point) {
      return apply(.clicked(mouse), to: \.sendPreview)
    }
    guard let (pane, rect) = layout.panes.pane(at: mouse.point) else { return [] }
    var effects: [Effect] = []
    if mouse.kind == .press { effects += setFocus(pane) }
    switch pane {
    case .tree: effects += apply(.clicked(mouse, in: rect), to: \.tree)
    case .request: effects += request(.clicked(mouse, in: rect))
    case .response: effects += respond(.clicked(mouse, in: rect))
    }
    return effects
  }

  /// Moves a divider, and remembers its position when the drag ends. A double click on the tree's border fits the tree
  /// to its names.
  private mutating func handle(_ mouse: Mouse, on divider: Layout.Divider, in layout: Layout) -> [Effect] {
    switch mouse.kind {
    case .drag: return drag(divider, to: mouse.point, in: layout)
    case .release:
      layoutChoice.dragged = nil
      return rearrange { _ in }
    case .press:
      if divider == .tree, mouse.clicks == 2 { layoutChoice.treeWidth = nil }
      return passToPane(mouse, layout)
    case .wheelUp, .wheelDown: return passToPane(mouse, layout)
    }
  }

  /// Handles a right click: opens the menu for the item under the pointer, as `.` does for the item under the cursor.
  private mutating func openMenu(at mouse: Mouse, _ layout: Layout) -> [Effect] {
    guard let (pane, _) = layout.panes.pane(at: mouse.point) else { return [] }
    let effects = setFocus(pane) + passToPane(mouse, layout)
    guard overlay == nil, let menu = commands.command(for: MenuCommands.key, in: context) else { return effects }
    return effects + perform(menu)
  }

  /// Handles a right click on a row of a page.
  private mutating func openMenu(at mouse: Mouse, in page: Page) -> [Effect] {
    guard mouse.kind == .press, page.feature.panes(in: self).rows.contains(mouse.point),
      let menu = commands.command(for: MenuCommands.key, in: context)
    else { return [] }
    // A second click does not count as a double click, because the menu opened between the two.
    var single = mouse
    single.clicks = 1
    return click(single, in: page) + perform(menu)
  }

  /// Fast drags report only a few positions, so the divider jumps to the pointer.
  private mutating func drag(_ divider: Layout.Divider, to point: Point, in layout: Layout) -> [Effect] {
    if divider == .tree {
      layoutChoice.treeWidth = point.x
      return []
    }
    guard divider == .request, let request = layout.panes[.request], let response = layout.panes[.response] else {
      return []
    }
    let isStacked = layout.arrangement == .stacked
    let total = isStacked ? request.height + response.height - 1 : request.width + response.width - 1
    let share = isStacked ? point.y - request.minY + 1 : point.x - request.minX
    // Rounded up because the layout rounds down: the divider ends up under the pointer.
    layoutChoice.requestShare = min(85, max(15, (share * 100 + total - 1) / max(1, total)))
    return []
  }

  private mutating func pressFooter(at point: Point) -> [Effect] {
    guard let hit = Footer(state: self).items.first(where: { $0.columns.contains(point.x) }) else { return [] }
    switch hit.meaning {
    case .command(let command): return perform(command)
    case .key(let key): return key.map { applyToOverlay($0) } ?? []
    }
  }

  private mutating func pressTopLine(at point: Point) -> [Effect] {
    let line = TopLine(state: self)
    if let pane = line.pane(at: point.x) { return setFocus(pane) }
    return line.environmentColumns.contains(point.x) ? apply(.chooseRequested, to: \.environment) : []
  }
}

extension Layout {
  /// A draggable line between panes.
  enum Divider: Hashable, Sendable {
    case tree, request
    case page(PagePanes.Divider)
  }

  /// The divider at a point; `nil` if it cannot be moved.
  func divider(at point: Point) -> Divider? {
    guard let tree = panes[.tree], let request = panes[.request], let response = panes[.response] else { return nil }
    if point.x == tree.maxX - 1, tree.contains(point) { return .tree }
    if sendPreview != nil { return nil }
    switch arrangement {
    case .stacked: return point.y == response.minY && request.minX < point.x ? .request : nil
    case .columns:
      let isBetween = point.x == response.minX && (response.contains(point) || schema?.contains(point) == true)
      return isBetween ? .request : nil
    case .halves, .single: return nil
    }
  }
}
