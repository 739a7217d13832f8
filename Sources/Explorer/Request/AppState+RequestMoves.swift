import Terminal
import Workspaces

extension AppState {
  /// Up and down, pages, start and end; the URL line is above the first row.
  mutating func moveInRequest(_ motion: Motion) -> [Effect] {
    guard let session else { return [] }
    if motion == .left { return moveSideways(by: -1) }
    if motion == .right { return moveSideways(by: 1) }
    if session.editor.isOnURL {
      if motion == .down || motion == .bottom { withEditor { $0.isOnURL = false } }
      return []
    }
    if case .text = session.content { return scrollText(motion) }
    let page = max(1, contentHeight - 1)
    if motion == .up, session.editor.cursor.row == 0 {
      withEditor { $0.isOnURL = true }
      return []
    }
    withEditor { editor in
      switch motion {
      case .up: editor.cursor.row -= 1
      case .down: editor.cursor.row += 1
      case .pageUp: editor.cursor.row -= page
      case .pageDown: editor.cursor.row += page
      case .top: editor.cursor.row = 0
      default: editor.cursor.row = .max / 2
      }
    }
    return []
  }

  private mutating func scrollText(_ motion: Motion) -> [Effect] {
    guard let session, case .text(let slot) = session.content, let pane = session.editor.texts[slot] else {
      return []
    }
    if motion == .up, pane.top == 0 {
      withEditor { editor in
        if slot == .graphVariables { editor.graphSlot = .query } else { editor.isOnURL = true }
      }
      return []
    }
    let isAtEnd = pane.top + pane.area.viewport.rows >= pane.rowCount
    if motion == .down, isAtEnd, slot == .query {
      withEditor { $0.graphSlot = .graphVariables }
      return []
    }
    let page = max(1, pane.area.viewport.rows - 1)
    let rows =
      switch motion {
      case .up: -1
      case .down: 1
      case .pageUp: -page
      case .pageDown: page
      case .top: -pane.rowCount
      default: pane.rowCount
      }
    withEditor { $0.texts[slot]?.scroll(by: rows) }
    return []
  }

  /// Left and right: between the cells of a table, elsewhere between tabs.
  mutating func moveSideways(by step: Int) -> [Effect] {
    guard let session else { return [] }
    if !session.editor.isOnURL, case .table(let kind) = session.content, !session.draft.rows(of: kind).isEmpty {
      let column = session.editor.column + step
      if kind.columns.indices.contains(column) {
        withEditor { $0.column = column }
        return []
      }
    }
    let tabs = RequestTab.allCases
    guard let index = tabs.firstIndex(of: session.editor.tab), tabs.indices.contains(index + step) else { return [] }
    let isOnURL = session.editor.isOnURL
    let effects = choose(tabs[index + step])
    withEditor { $0.isOnURL = isOnURL }
    return effects
  }

  /// Enter: edits the field under the cursor.
  mutating func enterRequest() -> [Effect] {
    guard let session else { return [] }
    if session.editor.isOnURL { return beginEditing(.url) }
    switch session.content {
    case .table:
      switch session.tableLine {
      case .own(let row): return beginEditing(.cell(row: row, column: session.editor.column))
      case .inherited(let row): return overrideInherited(row)
      case .add, .fact, nil: return addRow()
      }
    case .text(let slot): return beginText(slot)
    case .nothing: return inRequest { $0.showBodyKinds() }
    case .fields: return enterField()
    }
  }

  private mutating func enterField() -> [Effect] {
    guard let line = fieldLine else { return [] }
    switch line.kind {
    case .text: return beginEditing(.field(line.id))
    case .choice: return toggle()
    case .list: return inRequest { $0.showSchemes() }
    case .fact: return []
    }
  }

  /// The line under the cursor in the auth or options tab.
  var fieldLine: FieldLine? {
    guard let session, case .fields = session.content else { return nil }
    let lines = session.fieldLines
    let row = session.editor.cursor.row
    return lines.indices.contains(row) ? lines[row] : nil
  }

  /// Esc: cancels a running send, else moves the focus outwards step by step.
  mutating func leaveRequest() -> [Effect] {
    if isSending { return send(.cancelled) }
    if let session, !session.editor.isOnURL {
      withEditor { $0.isOnURL = true }
      return []
    }
    if layoutChoice.zoomed != nil {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(.tree)
  }

  /// Space: switches a row on or off, or a choice to its next value.
  mutating func toggle() -> [Effect] {
    guard let session, !session.editor.isOnURL else { return [] }
    switch session.content {
    case .table(let kind): return toggleRow(kind)
    case .fields:
      guard let line = fieldLine else { return [] }
      guard case .choice(let all) = line.kind else { return line.isEditable ? [] : enterRequest() }
      if let refused = refuseEdit() { return refused }
      let shown = line.value.isEmpty && !all.contains("") ? line.placeholder : line.value
      let next = all[((all.firstIndex(of: shown) ?? -1) + 1) % all.count]
      let tab = session.editor.tab
      return edit { $0.set(next, at: .field(line.id), in: tab, from: $0) }
    case .text, .nothing: return []
    }
  }

  /// The number of visible rows of the tab's content.
  var contentHeight: Int {
    guard let session, let rect = layout.panes[.request] else { return 1 }
    return max(1, RequestLayout(session: session, in: rect).content.height)
  }
}
