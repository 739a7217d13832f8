import Documents
import Terminal

extension ResponseTurn {
  mutating func click(_ mouse: Mouse, in rect: Rect) -> [Outcome] {
    let inner = rect.inset()
    switch mouse.kind {
    case .wheelUp, .wheelDown: return wheelInResponse(mouse.kind == .wheelUp ? -3 : 3)
    case .press
    where mouse.button == .left && !pane.hidesTabs && ResponseView.parts(of: inner).tabs.contains(mouse.point):
      let bar = ResponseView.tabs(of: pane, testCount: given.testCount)
      let column = mouse.point.x - inner.minX - 1
      let hit = bar.tab(at: column, width: inner.width - 1, chosen: pane.tab)
      return hit.map { apply(.tabChosen($0)) } ?? []
    case .press: return pressInResponse(mouse, inner)
    case .drag: return dragInResponse(mouse, inner)
    case .release: return []
    }
  }

  private mutating func wheelInResponse(_ rows: Int) -> [Outcome] {
    if var reading = pane.reading {
      reading.document.move(&reading.view, .scroll(rows))
      reading.follows = false
      pane.reading = reading
      return []
    }
    // A page that fits has nothing to scroll.
    guard FailurePage(pane, given: given) == nil else { return [] }
    let motion: Motion = rows < 0 ? .up : .down
    return (0..<3).flatMap { _ in moveInGrid(motion) ?? moveInList(motion) }
  }

  private mutating func pressInResponse(_ mouse: Mouse, _ inner: Rect) -> [Outcome] {
    if let effects = clickChoice(mouse) { return effects }
    let row = mouse.point.y - ResponseView.parts(of: inner).content.minY
    guard row >= 0 else { return [] }
    if let look = pane.look, look.isGrid {
      return press(mouse, on: look, ResponseView.parts(of: inner).content)
    }
    if let reading = pane.reading { return press(mouse, on: reading, row: row, inner) }
    if let effects = clickMessage(mouse) { return effects }
    let tab = pane.tab
    var place = pane.lists[tab] ?? .init()
    place.cursor = place.offset + row
    pane.lists[tab] = place
    return mouse.clicks >= 2 ? enterList() : []
  }

  /// A click in the gutter folds; a double click folds a container and opens the menu of any other value.
  private mutating func press(
    _ mouse: Mouse, on reading: ResponsePane.Reading, row: Int, _ inner: Rect
  ) -> [Outcome] {
    var reading = reading
    let lines = reading.document.lines(in: reading.view)
    guard lines.indices.contains(row) else { return [] }
    reading.document.move(&reading.view, .line(lines[row].number))
    reading.anchor = nil
    let isGutter = mouse.point.x - inner.minX < ResponseView.gutterWidth(of: reading, in: inner.width)
    let folds = mouse.button == .left && lines[row].foldState != .none && (mouse.clicks >= 2 || isGutter)
    if folds { reading.document.fold(&reading.view, .toggle) }
    pane.reading = reading
    return mouse.clicks >= 2 && !folds ? showValueMenu() : []
  }

  private mutating func press(_ mouse: Mouse, on look: Look, _ content: Rect) -> [Outcome] {
    switch look {
    case .table(let table): return click(mouse, in: table, content)
    case .comparison(var comparison):
      let line = mouse.point.y - content.y - 1
      guard line >= 0 else { return [] }
      comparison.cursor = comparison.offset + line
      let effects = replace(comparison)
      return mouse.clicks >= 2 ? effects + (enterGrid() ?? []) : effects
    case .picture, .filter, .document: return []
    }
  }

  /// Selects lines from the start of the drag.
  private mutating func dragInResponse(_ mouse: Mouse, _ inner: Rect) -> [Outcome] {
    let row = mouse.point.y - ResponseView.parts(of: inner).content.minY
    guard var reading = pane.reading, given.isFocused, row >= 0 else { return [] }
    let lines = reading.document.lines(in: reading.view)
    guard lines.indices.contains(row), lines[row].number != reading.view.cursorLine || reading.anchor != nil else {
      return []
    }
    if reading.anchor == nil { reading.anchor = reading.view.cursorLine }
    reading.document.move(&reading.view, .line(lines[row].number))
    pane.reading = reading
    return []
  }
}
