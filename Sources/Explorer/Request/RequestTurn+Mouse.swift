import Terminal
import Workspaces

extension RequestTurn {
  /// A click focuses a field, tab or check box; a double click edits; the wheel scrolls; a drag selects text.
  mutating func click(_ mouse: Mouse, in rect: Rect) -> [Outcome] {
    guard session.fault == nil else { return [] }
    let layout = RequestLayout(session: session, in: rect, of: given.size)
    switch mouse.kind {
    case .wheelUp: return scrollRequest(by: -3)
    case .wheelDown: return scrollRequest(by: 3)
    case .press where mouse.button == .right: return point(at: mouse.point, layout)
    case .press: return pressRequest(mouse, layout)
    case .drag: return dragInRequest(mouse, layout)
    case .release: return []
    }
  }

  private mutating func scrollRequest(by rows: Int) -> [Outcome] {
    let session = self.session
    if case .text(let slot) = session.content {
      withEditor { $0.texts[slot]?.scroll(by: rows) }
    } else if session.editor.editing == nil {
      return (0..<abs(rows)).flatMap { _ in session.editor.isOnURL && rows < 0 ? [] : wheelStep(rows.signum()) }
    }
    return []
  }

  private mutating func wheelStep(_ step: Int) -> [Outcome] {
    guard !session.editor.isOnURL, session.editor.cursor.row + step >= 0 else { return [] }
    let count: Int =
      switch session.content {
      case .table(let kind): session.lines(of: kind).count
      default: session.fieldLines.count
      }
    guard session.editor.cursor.row + step < count else { return [] }
    withEditor { $0.cursor.row += step }
    return []
  }

  private mutating func pressRequest(_ mouse: Mouse, _ layout: RequestLayout) -> [Outcome] {
    let point = mouse.point
    if layout.send.contains(point) { return [.send] }
    if layout.method.contains(point) { return leaveEditing() + apply(.methodsRequested) }
    if layout.url.contains(point) { return clickURL(mouse, layout.url) }
    if layout.tabs.contains(point) {
      let bar = RequestTab.bar(of: session)
      let hit = bar.tab(at: point.x - layout.tabs.x, width: layout.tabs.width, chosen: session.editor.tab)
      return hit.map { choose($0) } ?? []
    }
    if layout.kinds.contains(point), session.isInCallMessages {
      let bar = CallMessage.bar(of: session.draft)
      let chosen = CallMessage.place(session.shownMessage)
      let hit = bar.tab(at: point.x - layout.kinds.x, width: layout.kinds.width, chosen: chosen)
      return hit.map { choose($0) } ?? []
    }
    if layout.kinds.contains(point) {
      let bar = BodyKind.bar(of: session.draft.body)
      let chosen = session.draft.body.kind
      let hit = bar.tab(at: point.x - layout.kinds.x, width: layout.kinds.width, chosen: chosen)
      return hit.map { choose($0) } ?? []
    }
    if let (slot, rect) = layout.otherText, rect.contains(point) { return clickText(slot, mouse, rect) }
    guard layout.content.contains(point) else { return [] }
    switch session.content {
    case .table(let kind): return clickTable(kind, mouse, layout.content)
    case .fields: return clickFields(mouse, layout.content)
    case .text(let slot): return clickText(slot, mouse, layout.content)
    case .nothing: return mouse.clicks >= 2 ? leaveEditing() + showBodyKinds() : choose(RequestTab.body)
    }
  }

  /// Puts the cursor on what is under the pointer, and does nothing with it.
  private mutating func point(at point: Point, _ layout: RequestLayout) -> [Outcome] {
    let kept = leaveEditing()
    if layout.url.contains(point) { withEditor { $0.isOnURL = true } }
    guard layout.content.contains(point) else { return kept }
    let row = session.editor.cursor.offset + point.y - layout.content.y
    let (count, column): (Int, Int?) =
      switch session.content {
      case .table(let kind):
        (
          session.lines(of: kind).count,
          TableView.columns(kind, session, in: layout.content, unicode: given.capabilities.unicode)
            .moved(down: point.y - layout.content.y).cells.firstIndex { $0.contains(point) }
        )
      case .fields: (session.fieldLines.count, nil)
      case .text, .nothing: (0, nil)
      }
    withEditor { editor in
      editor.isOnURL = false
      guard row < count else { return }
      editor.cursor.row = row
      if let column { editor.column = column }
    }
    return kept
  }

  private mutating func clickURL(_ mouse: Mouse, _ rect: Rect) -> [Outcome] {
    if case .field(var field)? = session.editor.editing, field.target == .url {
      field.field.click(column: mouse.point.x - rect.x, width: rect.width, clicks: mouse.clicks)
      withEditor { $0.editing = .field(field) }
      return []
    }
    let kept = leaveEditing()
    withEditor { $0.isOnURL = true }
    return mouse.clicks >= 2 ? kept + beginEditing(.url) : kept
  }

  private mutating func clickTable(_ kind: TableKind, _ mouse: Mouse, _ rect: Rect) -> [Outcome] {
    let offset = mouse.point.y - rect.y
    let row = session.editor.cursor.offset + offset
    let columns = TableView.columns(kind, session, in: rect, unicode: given.capabilities.unicode).moved(down: offset)
    let column = columns.cells.firstIndex { $0.contains(mouse.point) }
    if case .field(var field)? = session.editor.editing, case .cell(row, let edited) = field.target,
      columns.cells.indices.contains(edited),
      case let place = columns.place(ofField: field.field.text, in: edited), place.contains(mouse.point)
    {
      field.field.click(column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks)
      withEditor { $0.editing = .field(field) }
      return []
    }
    var effects = leaveEditing()
    let line = session.lines(of: kind)[row]
    switch line {
    case .own, .inherited: break
    case .add:
      withEditor { $0.cursor.row = row }
      return effects + addRow()
    case .fact, nil: return mouse.clicks >= 2 ? effects + addRow() : effects
    }
    withEditor { editor in
      editor.isOnURL = false
      editor.cursor.row = row
      if let column { editor.column = column }
    }
    if columns.check.contains(mouse.point) {
      if mouse.clicks == 1 { effects += toggle() }
    } else if mouse.clicks >= 2, column != nil {
      effects += enterRequest()
    }
    return effects
  }

  private mutating func clickFields(_ mouse: Mouse, _ rect: Rect) -> [Outcome] {
    let row = session.editor.cursor.offset + mouse.point.y - rect.y
    let lines = session.fieldLines
    let kept = leaveEditing()
    guard lines.indices.contains(row) else { return kept }
    withEditor { editor in
      editor.isOnURL = false
      editor.cursor.row = row
    }
    let isPressed = !lines[row].isEditable && mouse.point.x >= rect.x + FieldsView.labelWidth(lines, in: rect)
    return mouse.clicks >= 2 || isPressed ? kept + enterRequest() : kept
  }

  private mutating func clickText(_ slot: TextSlot, _ mouse: Mouse, _ rect: Rect) -> [Outcome] {
    guard let pane = session.editor.texts[slot] else { return [] }
    var effects: [Outcome] = []
    var isEdited = false
    if case .text(let edit)? = session.editor.editing { isEdited = edit.slot == slot }
    if !isEdited { effects = leaveEditing() + beginText(slot) }
    let text = pane.area.textRect(in: rect, showsLineNumbers: slot != .docs)
    let place = Point(x: mouse.point.x - text.x, y: mouse.point.y - text.y)
    // Before editing began, the text was rendered on different rows.
    let read = pane.isRendered ? pane.shownRows.dropFirst(max(0, place.y)).first ?? pane.shownRows.last : nil
    withEditor { editor in
      if let read { return editor.texts[slot]?.area.moveCaret(to: read.position(at: place.x)) ?? () }
      let isSelecting = mouse.kind == .drag || mouse.modifiers.contains(.shift)
      editor.texts[slot]?.area.click(at: place, clicks: mouse.clicks, selecting: isSelecting)
    }
    return effects
  }

  private mutating func dragInRequest(_ mouse: Mouse, _ layout: RequestLayout) -> [Outcome] {
    switch session.editor.editing {
    case .text(let edit):
      guard case .text(edit.slot) = session.content else { return [] }
      var drag = mouse
      drag.clicks = 1
      return clickText(edit.slot, drag, layout.content)
    case .field(var field) where field.target == .url:
      field.field.click(column: mouse.point.x - layout.url.x, width: layout.url.width, selecting: true)
      withEditor { $0.editing = .field(field) }
      return []
    case .field, nil: return []
    }
  }
}
