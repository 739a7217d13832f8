import Basics
import Terminal
import Workspaces

/// The positions of everything in the request pane, for drawing and for hit testing.
struct RequestLayout: Equatable {
  let method: Rect
  /// The line that names the folder or collection, in place of the URL line; empty for a request.
  let head: Rect
  /// The text of the URL, and the field around it.
  let url: Rect
  let urlField: Rect
  /// Empty if the pane is too narrow.
  let send: Rect
  /// Includes a row for the underline of the selected tab if there is room.
  let tabs: Rect
  /// The row of body kinds, of a call's messages, or of scripts; empty on other tabs.
  let kinds: Rect
  /// The column titles of a table; empty without room for them.
  let heading: Rect
  let content: Rect
  let otherText: (slot: TextSlot, rect: Rect)?
  /// The files uploaded with a GraphQL body: beside the line between its texts, else below; empty without files.
  let uploads: Rect
  /// The line between the two texts of a GraphQL body.
  let divider: Rect

  private static let buttonWidth = 10
  static let variablesTitle = "Variables (JSON)"

  /// The label of the button, with the key if there is room for it.
  static func sendLabel(_ key: String) -> String { label("Send", key) }

  /// The label of the button during a send.
  static func cancelLabel(_ key: String, _ word: String = "cancel") -> String {
    label(word.prefix(1).uppercased() + word.dropFirst(), key.lowercased())
  }

  private static func label(_ word: String, _ key: String) -> String {
    let words = "\(word) \(key)".trimmed
    let label = TextWidth.of(words) <= buttonWidth ? words : word
    let blank = buttonWidth - TextWidth.of(label)
    return String(repeating: " ", count: blank / 2) + label + String(repeating: " ", count: blank - blank / 2)
  }

  /// The number of window rows from which on the parts are spaced and tables have a heading.
  private static let airyRows = 30

  /// - Parameters: - rect: the pane including its border. - window: the size of the window: a pane that grows with the
  ///   focus keeps the positions of its parts.
  init(session: RequestSession, in rect: Rect, of window: Size) {
    let inner = rect.inset()
    let margin = inner.width >= 30 ? 1 : 0
    var rest = Rect(x: inner.x + margin, y: inner.y, width: inner.width - 2 * margin, height: inner.height)
    // With few lines, only the part under the cursor is shown.
    let isTight = inner.height < 3 && !session.editor.isOnURL
    let line: Rect
    (line, rest) = rest.splitTop(isTight && inner.height < 2 ? 0 : 1)
    let isShared = session.draft.kind.isShared
    head = isShared ? line : line.splitLeft(0).0
    let urlLine = isShared ? line.splitLeft(0).0 : line
    let isWide = urlLine.width >= 30
    let methodWidth = min(TextWidth.of(session.draft.shownMethod), max(3, urlLine.width / 4)) + (isWide ? 4 : 2)
    let (method, afterMethod) = urlLine.splitLeft(methodWidth)
    self.method = method
    let hasSend = urlLine.width >= 44
    let (beside, send) = afterMethod.splitRight(hasSend ? Self.buttonWidth : 0)
    self.send = send
    urlField = beside.splitLeft(1).1.splitRight(hasSend ? 1 : 0).0
    url = isWide ? urlField.splitLeft(1).1.splitRight(1).0 : urlField
    let isAiry = inner.height >= 9 && window.rows >= Self.airyRows
    (_, rest) = rest.splitTop(isAiry ? 1 : 0)
    (tabs, rest) = rest.splitTop(isTight ? 0 : inner.height >= 6 ? 2 : 1)
    (kinds, rest) = rest.splitTop(
      ([.body, .scripts].contains(session.editor.tab) || session.isInCallMessages) && rest.height >= 2 ? 1 : 0)
    var hasHeading = false
    if isAiry, case .table(let kind) = session.content { hasHeading = !session.lines(of: kind).all.isEmpty }
    (heading, rest) = rest.splitTop(hasHeading ? 1 : 0)
    guard case .text(let slot) = session.content, slot == .query || slot == .graphVariables else {
      uploads = rest.splitTop(0).0
      content = rest
      otherText = nil
      divider = Rect(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let hasUploads = session.draft.graphQL.files.contains(where: \.isEnabled)
    // Without room for both texts, the one with the cursor is shown.
    guard rest.height >= 6 else {
      (content, uploads) = rest.splitBottom(hasUploads && rest.height >= 3 ? 1 : 0)
      otherText = nil
      divider = Rect(x: 0, y: 0, width: 0, height: 0)
      return
    }
    let (query, below) = rest.splitTop(rest.height * 2 / 3)
    let (line2, variables) = below.splitTop(1)
    (divider, uploads) = line2.splitLeft(hasUploads ? min(line2.width, Self.variablesTitle.count + 2) : line2.width)
    content = slot == .query ? query : variables
    otherText = slot == .query ? (.graphVariables, variables) : (.query, query)
  }

  static func == (left: RequestLayout, right: RequestLayout) -> Bool {
    left.method == right.method && left.url == right.url && left.content == right.content && left.tabs == right.tabs
  }
}

extension RequestSession {
  func isScrollbarDrag(_ mouse: Mouse, in rect: Rect, of window: Size) -> Bool {
    let list = RequestLayout(session: self, in: rect, of: window).content
    return editor.cursor.isScrollbarDrag(mouse, count: rowCount, on: list, in: rect)
  }
}

extension RequestPane {
  /// A click focuses a field, tab or check box; a double click edits; the wheel scrolls; a drag selects text.
  mutating func click(_ mouse: Mouse, in rect: Rect) {
    guard session.fault == nil else { return }
    let layout = RequestLayout(session: session, in: rect, of: context.app.size)
    switch mouse.kind {
    case _ where session.isScrollbarDrag(mouse, in: rect, of: context.app.size):
      return scrollList(mouse, layout, in: rect)
    case .wheelUp, .wheelDown:
      guard case .text(let slot) = session.content else { return scrollList(mouse, layout, in: rect) }
      let rows = mouse.kind == .wheelUp ? -3 : 3
      if session.editor.editing == nil { return session.editor.texts[slot]?.scrollReading(by: rows) ?? () }
      session.editor.texts[slot]?.scroll(by: rows)
    case .press where mouse.button == .right: return point(at: mouse.point, layout)
    case .press: return pressRequest(mouse, layout)
    case .drag: return dragInRequest(mouse, layout)
    case .release: return
    }
  }

  private mutating func scrollList(_ mouse: Mouse, _ layout: RequestLayout, in rect: Rect) {
    guard session.editor.editing == nil else { return }
    let count = session.rowCount
    _ = session.editor.cursor.click(mouse, count: count, on: layout.content, in: rect)
  }

  private mutating func press<Tab>(
    _ bar: TabBar<Tab>, _ chosen: Tab, at point: Point, in rect: Rect, choose: (inout Self, Tab) -> Void
  ) {
    if let hit = bar.tab(at: point.x - rect.x, width: rect.width, chosen: chosen) { choose(&self, hit) }
  }

  private mutating func pressRequest(_ mouse: Mouse, _ layout: RequestLayout) {
    let point = mouse.point
    if layout.send.contains(point) { return context.perform(.command(CommandTable.send)) }
    if layout.method.contains(point) {
      leaveEditing()
      return showMethods()
    }
    if layout.url.contains(point) { return clickURL(mouse, layout.url) }
    if layout.tabs.contains(point) {
      return press(RequestTab.bar(of: session), session.editor.tab, at: point, in: layout.tabs) { $0.choose($1) }
    }
    if layout.kinds.contains(point), session.isInCallMessages {
      let chosen = CallMessage.place(session.shownMessage)
      return press(CallMessage.bar(of: session.draft), chosen, at: point, in: layout.kinds) { $0.choose($1) }
    }
    if layout.kinds.contains(point), session.isInScripts {
      return press(session.draft.scriptBar, session.shownScript, at: point, in: layout.kinds) { $0.choose($1) }
    }
    if layout.kinds.contains(point) {
      let body = session.draft.body
      return press(BodyKind.bar(of: body), body.kind, at: point, in: layout.kinds) { $0.choose($1) }
    }
    if let (slot, rect) = layout.otherText, rect.contains(point) { return clickText(slot, mouse, rect) }
    guard layout.content.contains(point) else { return }
    switch session.content {
    case .table(let kind): return clickTable(kind, mouse, layout.content)
    case .fields: return clickFields(mouse, layout.content)
    case .text(let slot): return clickText(slot, mouse, layout.content)
    case .nothing:
      guard mouse.clicks >= 2 else { return choose(RequestTab.body) }
      leaveEditing()
      showBodyKinds()
    }
  }

  /// Moves the cursor to the pointer without acting on it.
  private mutating func point(at point: Point, _ layout: RequestLayout) {
    leaveEditing()
    if layout.url.contains(point) { session.editor.isOnURL = true }
    guard layout.content.contains(point) else { return }
    let row = session.editor.cursor.offset + point.y - layout.content.y
    var column: Int?
    if case .table(let kind) = session.content {
      column = TableView.columns(kind, session, in: layout.content, unicode: context.app.capabilities.unicode)
        .moved(down: point.y - layout.content.y).cells.firstIndex { $0.contains(point) }
    }
    session.editor.isOnURL = false
    guard row < session.rowCount else { return }
    session.editor.cursor.row = row
    if let column { session.editor.column = column }
  }

  private mutating func clickURL(_ mouse: Mouse, _ rect: Rect) {
    if case .field(var field)? = session.editor.editing, field.target == .url {
      field.field.click(column: mouse.point.x - rect.x, width: rect.width, clicks: mouse.clicks)
      session.editor.editing = .field(field)
      return
    }
    leaveEditing()
    session.editor.isOnURL = true
    if mouse.clicks >= 2 { beginEditing(.url) }
  }

  private mutating func clickTable(_ kind: TableKind, _ mouse: Mouse, _ rect: Rect) {
    let offset = mouse.point.y - rect.y
    let row = session.editor.cursor.offset + offset
    let columns = TableView.columns(kind, session, in: rect, unicode: context.app.capabilities.unicode).moved(
      down: offset)
    let column = columns.cells.firstIndex { $0.contains(mouse.point) }
    if case .field(var field)? = session.editor.editing, case .cell(row, let edited) = field.target,
      columns.cells.indices.contains(edited),
      case let place = columns.place(ofField: field.field.text, in: edited), place.contains(mouse.point)
    {
      field.field.click(column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks)
      session.editor.editing = .field(field)
      return
    }
    leaveEditing()
    let line = session.lines(of: kind)[row]
    switch line {
    case .own, .inherited: break
    case .add:
      session.editor.cursor.row = row
      return addRow()
    case .fact, nil:
      if mouse.clicks >= 2 { addRow() }
      return
    }
    session.editor.isOnURL = false
    session.editor.cursor.row = row
    if let column { session.editor.column = column }
    if columns.check.contains(mouse.point) {
      if mouse.clicks == 1 { toggle() }
    } else if mouse.clicks >= 2, column != nil {
      enterRequest()
    }
  }

  private mutating func clickFields(_ mouse: Mouse, _ rect: Rect) {
    let row = session.editor.cursor.offset + mouse.point.y - rect.y
    let lines = session.fieldLines
    leaveEditing()
    guard lines.indices.contains(row) else { return }
    session.editor.isOnURL = false
    session.editor.cursor.row = row
    let isPressed = !lines[row].isEditable && mouse.point.x >= rect.x + FieldsView.labelWidth(lines, in: rect)
    if mouse.clicks >= 2 || isPressed { enterRequest() }
  }

  private mutating func clickText(_ slot: TextSlot, _ mouse: Mouse, _ rect: Rect) {
    guard let pane = session.editor.texts[slot] else { return }
    var isEdited = false
    if case .text(let edit)? = session.editor.editing { isEdited = edit.slot == slot }
    if !isEdited {
      leaveEditing()
      beginText(slot)
    }
    let text = pane.area.textRect(in: rect, showsLineNumbers: slot != .docs)
    let place = Point(x: mouse.point.x - text.x, y: mouse.point.y - text.y)
    // Before editing began, the text was rendered on different rows.
    let read = pane.isRendered ? pane.shownRows.dropFirst(max(0, place.y)).first ?? pane.shownRows.last : nil
    if let read { return session.editor.texts[slot]?.area.moveCaret(to: read.position(at: place.x)) ?? () }
    let isSelecting = mouse.kind == .drag || mouse.modifiers.contains(.shift)
    session.editor.texts[slot]?.area.click(at: place, clicks: mouse.clicks, selecting: isSelecting)
  }

  private mutating func dragInRequest(_ mouse: Mouse, _ layout: RequestLayout) {
    switch session.editor.editing {
    case .text(let edit):
      guard case .text(edit.slot) = session.content else { return }
      var drag = mouse
      drag.clicks = 1
      return clickText(edit.slot, drag, layout.content)
    case .field(var field) where field.target == .url:
      field.field.click(column: mouse.point.x - layout.url.x, width: layout.url.width, selecting: true)
      session.editor.editing = .field(field)
      return
    case .field, nil: return
    }
  }
}
