import Terminal
import Workspaces

extension RequestPane {
  /// Moves the cursor; while a text is edited, page keys scroll the text.
  mutating func move(_ motion: Motion) {
    if session.editor.editing != nil, motion == .pageUp { return pressed(.pageUp) }
    if session.editor.editing != nil, motion == .pageDown { return pressed(.pageDown) }
    leaveEditing()
    moveCursor(motion)
  }

  /// Up and down, pages, start and end; the URL line is above the first row.
  mutating func moveCursor(_ motion: Motion) {
    if session.isOnKinds { return moveOnKinds(motion) }
    if motion == .left { return moveSideways(by: -1) }
    if motion == .right { return moveSideways(by: 1) }
    if session.editor.isOnURL {
      if motion == .down || motion == .bottom { session.editor.isOnURL = false }
      return
    }
    if case .text = session.content { return moveInText(motion) }
    if motion == .up, session.editor.cursor.row == 0 {
      session.editor.leaveContent()
      return
    }
    let (count, height) = (session.rowCount, contentHeight)
    session.editor.cursor.move(motion, count: count, height: height)
  }

  /// On the row of body kinds, left and right choose the kind and stop at the first and the last one.
  private mutating func moveOnKinds(_ motion: Motion) {
    switch motion {
    case .left, .right:
      let kinds = BodyKind.offered(beside: session.draft.body)
      guard let index = kinds.firstIndex(of: session.draft.body.kind) else { return }
      let next = index + (motion == .right ? 1 : -1)
      guard kinds.indices.contains(next) else { return sayTab(beside: motion == .right ? 1 : -1) }
      choose(kinds[next])
      session.editor.isOnKinds = true
    case .up, .pageUp, .top: session.editor.isOnURL = true
    case .down, .pageDown, .bottom: session.editor.isOnKinds = false
    }
  }

  /// Moves through a text that is read: the caret where Enter edits, or the visible part of rendered notes. Up from the
  /// first line and down from the last one of a query leave the text.
  private mutating func moveInText(_ motion: Motion) {
    guard case .text(let slot) = session.content, let pane = session.editor.texts[slot] else {
      return
    }
    let (line, last) = pane.place(in: slot)
    if motion == .up, line == 0 {
      if slot == .graphVariables { session.editor.graphSlot = .query } else { session.editor.leaveContent() }
      return
    }
    if motion == .down, line == last, slot == .query {
      session.editor.graphSlot = .graphVariables
      return
    }
    let page = context.app.capabilities.isLinear ? LinearMode.page : max(1, pane.area.viewport.rows - 1)
    let next = motion.row(from: line, page: page, count: last + 1)
    if slot == .docs {
      session.editor.texts[slot]?.scroll(by: next - line)
    } else {
      session.editor.texts[slot]?.area.moveCaret(toLine: next)
    }
  }

  /// Left and right: between the cells of a table, elsewhere between tabs, but not out of a body, because above it they
  /// change its kind.
  private mutating func moveSideways(by step: Int) {
    if !session.editor.isOnURL, case .table(let kind) = session.content, !session.draft.rows(of: kind).isEmpty {
      let column = session.editor.column + step
      if kind.columns.indices.contains(column) {
        session.editor.column = column
        return
      }
    }
    if moveToMessage(by: step) || moveToScript(by: step) { return }
    if session.editor.tab == .body, !session.editor.isOnURL { return sayTab(beside: step) }
    let tabs = RequestTab.tabs(of: session.draft)
    guard let index = tabs.firstIndex(of: session.editor.tab), tabs.indices.contains(index + step) else { return }
    let isOnURL = session.editor.isOnURL
    choose(tabs[index + step])
    session.editor.isOnURL = isOnURL
  }

  /// Names the key of the tab beside the current one.
  private mutating func sayTab(beside step: Int) {
    let tabs = RequestTab.tabs(of: session.draft)
    guard let index = tabs.firstIndex(of: session.editor.tab), tabs.indices.contains(index + step) else { return }
    context.say("\(key: "tab\(index + step + 1)") chooses \(tabs[index + step].title(in: session.draft))")
  }

  /// Enter: edits the field under the cursor. On the row of body kinds, it edits the start of the body.
  mutating func enterRequest() {
    if session.editor.isOnURL { return beginEditing(.url) }
    session.editor.isOnKinds = false
    switch session.content {
    case .table:
      switch session.tableLine {
      case .own(let row): return beginEditing(.cell(row: row, column: session.editor.column))
      case .inherited(let row): return overrideInherited(row)
      case .add, .fact, nil: return addRow()
      }
    case .text(let slot): return beginText(slot)
    case .nothing:
      leaveEditing()
      showBodyKinds()
    case .fields: return enterField()
    }
  }

  private mutating func enterField() {
    guard let line = session.fieldLine else { return }
    switch line.kind {
    case .text: return beginEditing(.field(line.id))
    case .choice: return toggle()
    case .list where session.editor.tab == .cookies: context.perform(.cookies(.opened))
    case .list:
      leaveEditing()
      showSchemes()
    case .fact: return
    }
  }

  /// Esc: cancels a running send, else leaves the pane.
  mutating func escape() {
    session.isSending ? context.perform(.sending(.step(session.key, .cancelled))) : context.leave(to: .tree)
  }

  /// Space: switches a row on or off, or a choice to its next value.
  mutating func toggle() {
    guard !session.isAboveContent else { return }
    switch session.content {
    case .table(let kind): return toggleRow(kind)
    case .fields:
      guard let line = session.fieldLine else { return }
      guard case .choice(let all) = line.kind else { return line.isEditable ? () : enterRequest() }
      if refusesEdit() { return }
      let shown = line.value.isEmpty && !all.contains("") ? line.placeholder : line.value
      let next = all[((all.firstIndex(of: shown) ?? -1) + 1) % all.count]
      let tab = session.editor.tab
      return edit { $0.set(next, at: .field(line.id), in: tab, from: $0) }
    case .text(.message): return toggleMessage()
    case .text, .nothing: return
    }
  }

  /// The number of visible rows of the tab's content.
  private var contentHeight: Int {
    guard let rect = app.layout.panes[.request] else { return 1 }
    return max(1, RequestLayout(session: session, in: rect, of: context.app.size).content.height)
  }
}

extension RequestEditor {
  /// Moves the cursor up from the first row of the tab: to the kinds of a body, else to the URL line.
  fileprivate mutating func leaveContent() {
    if tab == .body { isOnKinds = true } else { isOnURL = true }
  }
}

extension RequestSession {
  /// Adjusts cursor, scrolling and texts to the current content and the frame of the pane.
  /// - Parameter readsLines: whether text that is not edited scrolls by lines instead of pages.
  mutating func settle(in rect: Rect, of window: Size, readsLines: Bool = false) {
    if draft.kind.isShared { editor.isOnURL = false }
    let layout = RequestLayout(session: self, in: rect, of: window)
    switch content {
    case .table(let kind):
      let rows = draft.rows(of: kind)
      editor.column = min(editor.column, kind.columns.count - 1)
      // The hint below the last row stays visible while there is room.
      editor.cursor.settle(count: lines(of: kind).count, height: layout.content.height)
      if case .field(let field) = editor.editing, case .cell(let row, _) = field.target, !rows.indices.contains(row) {
        editor.editing = nil
      }
    case .fields: editor.cursor.settle(count: fieldLines.count, height: layout.content.height)
    case .nothing: break
    case .text(let slot):
      settle(slot, in: layout.content, readsLines)
      if let (other, rect) = layout.otherText { settle(other, in: rect, readsLines) }
    }
  }

  private mutating func settle(_ slot: TextSlot, in rect: Rect, _ readsLines: Bool) {
    guard let text = draft.text(in: slot) else { return }
    var isEdited = false
    if case .text(let edit) = editor.editing, edit.slot == slot { isEdited = true }
    if editor.texts[slot] == nil { editor.texts[slot] = TextPane(text, viewport: Size(columns: 80, rows: 24)) }
    if !isEdited { editor.texts[slot]?.adopt(text) }
    let room = editor.texts[slot]?.area.textRect(in: rect, showsLineNumbers: slot != .docs) ?? rect
    let viewport = Size(columns: max(1, room.width), rows: readsLines && !isEdited ? 1 : max(1, room.height))
    if editor.texts[slot]?.area.viewport != viewport { editor.texts[slot]?.area.viewport = viewport }
    if slot == .docs { editor.texts[slot]?.read(!isEdited) }
    let isLarge = editor.texts[slot]?.isLarge ?? false
    guard !isEdited || !isLarge else { return }
    editor.texts[slot]?.check(as: draft.language(of: slot))
    editor.texts[slot]?.judge(slot, of: draft, by: schema.reference)
    if case .message = slot { editor.texts[slot]?.judge(messageOf: draft.method, by: types.reference) }
  }
}
