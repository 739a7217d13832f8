import Terminal
import Workspaces

extension RequestTurn {
  /// Moves the cursor; while a text is edited, page keys scroll the text.
  mutating func move(_ motion: Motion) -> [Outcome] {
    if session.editor.editing != nil, motion == .pageUp { return pressed(.pageUp) }
    if session.editor.editing != nil, motion == .pageDown { return pressed(.pageDown) }
    return leaveEditing() + moveCursor(motion)
  }

  /// Up and down, pages, start and end; the URL line is above the first row.
  mutating func moveCursor(_ motion: Motion) -> [Outcome] {
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

  private mutating func scrollText(_ motion: Motion) -> [Outcome] {
    guard case .text(let slot) = session.content, let pane = session.editor.texts[slot] else {
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
    let page = given.capabilities.isLinear ? LinearMode.page : max(1, pane.area.viewport.rows - 1)
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
  private mutating func moveSideways(by step: Int) -> [Outcome] {
    if !session.editor.isOnURL, case .table(let kind) = session.content, !session.draft.rows(of: kind).isEmpty {
      let column = session.editor.column + step
      if kind.columns.indices.contains(column) {
        withEditor { $0.column = column }
        return []
      }
    }
    if let moved = moveToMessage(by: step) { return moved }
    let tabs = RequestTab.tabs(of: session.draft)
    guard let index = tabs.firstIndex(of: session.editor.tab), tabs.indices.contains(index + step) else { return [] }
    let isOnURL = session.editor.isOnURL
    let effects = choose(tabs[index + step])
    withEditor { $0.isOnURL = isOnURL }
    return effects
  }

  /// Enter: edits the field under the cursor.
  mutating func enterRequest() -> [Outcome] {
    if session.editor.isOnURL { return beginEditing(.url) }
    switch session.content {
    case .table:
      switch session.tableLine {
      case .own(let row): return beginEditing(.cell(row: row, column: session.editor.column))
      case .inherited(let row): return overrideInherited(row)
      case .add, .fact, nil: return addRow()
      }
    case .text(let slot): return beginText(slot)
    case .nothing: return leaveEditing() + showBodyKinds()
    case .fields: return enterField()
    }
  }

  private mutating func enterField() -> [Outcome] {
    guard let line = session.fieldLine else { return [] }
    switch line.kind {
    case .text: return beginEditing(.field(line.id))
    case .choice: return toggle()
    case .list where session.editor.tab == .cookies: return [.cookiesRequested]
    case .list: return leaveEditing() + showSchemes()
    case .fact: return []
    }
  }

  /// Esc: cancels a running send, else moves the cursor outwards.
  mutating func escape() -> [Outcome] {
    if given.isSending { return [.cancelSend] }
    guard !session.editor.isOnURL, !session.draft.kind.isShared else { return [.leave] }
    withEditor { $0.isOnURL = true }
    return []
  }

  /// Space: switches a row on or off, or a choice to its next value.
  mutating func toggle() -> [Outcome] {
    guard !session.editor.isOnURL else { return [] }
    switch session.content {
    case .table(let kind): return toggleRow(kind)
    case .fields:
      guard let line = session.fieldLine else { return [] }
      guard case .choice(let all) = line.kind else { return line.isEditable ? [] : enterRequest() }
      if let refused = refuseEdit() { return refused }
      let shown = line.value.isEmpty && !all.contains("") ? line.placeholder : line.value
      let next = all[((all.firstIndex(of: shown) ?? -1) + 1) % all.count]
      let tab = session.editor.tab
      return edit { $0.set(next, at: .field(line.id), in: tab, from: $0) }
    case .text(.message): return toggleMessage()
    case .text, .nothing: return []
    }
  }

  /// The number of visible rows of the tab's content.
  private var contentHeight: Int {
    guard let rect = given.rect else { return 1 }
    return max(1, RequestLayout(session: session, in: rect, of: given.size).content.height)
  }
}
