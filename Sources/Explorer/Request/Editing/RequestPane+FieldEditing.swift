import Terminal
import Workspaces

/// The single-line field of a request being edited.
enum EditTarget: Hashable, Sendable {
  case url
  case cell(row: Int, column: Int)
  /// A line of the auth or options tab, by its identifier.
  case field(String)
}

/// A single-line field being edited in place. Each key updates the draft, and the text is kept however editing ends;
/// undo reverts it.
struct FieldEdit: Equatable, Sendable {
  let target: EditTarget
  var field: TextField
  let original: RequestDefinition
  /// Edits of the same group form one undo step.
  let group: Int
  /// True if the row was added for this edit: Enter in its last cell then adds another row.
  var isNewRow = false
  /// The copy of an inherited row that was added for this edit. It is removed again unless its text changes.
  var copied: TableRow?
  var completion: Completion?
  /// True if a secret is shown while it is typed, after ^V.
  var isRevealed = false
  /// `nil` for editing without modes.
  var vim: VimSession?
  /// The text of a URL before the edit. A whole URL typed behind it replaces it.
  var former: String?
}

extension FieldEdit {
  private static let starts = ["http://", "https://", "ws://", "wss://", "curl "]

  /// Undo in the text brings the former one back. A URL is the value of a parameter behind `=`.
  fileprivate mutating func replaceFormer() {
    guard let former, !former.isEmpty, former.last != "=", field.text.hasPrefix(former) else { return }
    let typed = String(field.text.dropFirst(former.count))
    guard Self.starts.contains(where: typed.hasPrefix) else { return }
    self.former = nil
    _ = field.handle(.control("u"))
    field.paste(typed)
  }
}

/// A multi-line text being edited.
struct TextEdit: Equatable, Sendable {
  let slot: TextSlot
  let group: Int
  /// The serial number of the update of the draft that is due; `nil` while the draft holds the text.
  var delayed: Int?
  var completion: Completion?
  /// `nil` for editing without modes.
  var vim: VimSession?
}

extension RequestPane {
  /// Starts editing a single-line field in place.
  mutating func beginEditing(
    _ target: EditTarget, group: Int? = nil, isNewRow: Bool = false, copied: TableRow? = nil
  ) {
    if refusesEdit() { return }
    var target = target
    if case .cell(let row, let column) = target, case .table(let kind) = session.content {
      let rows = session.draft.rows(of: kind)
      // The name of a path parameter is edited in the URL.
      if rows.indices.contains(row), rows[row].isFixed(column) { target = .cell(row: row, column: column + 1) }
    }
    guard let text = session.draft.text(at: target, in: session.editor.tab) else { return }
    if text.contains(where: \.isNewline), target != .url {
      session.editor.handedOut = target
      return handOut(text, suffix: ".txt", purpose: .value(session.key))
    }
    var field = TextField(text)
    if case .field(let id) = target, let kept = keptTexts.take(.option(session.key, id)) { field.bringBack(kept) }
    var edit = FieldEdit(
      target: target, field: field, original: session.draft, group: group ?? context.nextSerial(), isNewRow: isNewRow,
      copied: copied)
    if target == .url { edit.former = text }
    if editsLikeVim, text.utf8.count <= VimSession.largest { edit.vim = VimSession(field) }
    if target == .url, text.isEmpty, case .scratch = session.key, let kept = keptTexts.take(.smartLine) {
      return bringBackURL(kept)
    }
    session.editor.isOnURL = target == .url
    if case .cell(let row, let column) = target {
      session.editor.cursor.row = row
      session.editor.column = column
    }
    session.editor.editing = .field(edit)
  }

  /// Starts a request without a file with the text typed into the previous one.
  private mutating func bringBackURL(_ text: String) {
    var edit = FieldEdit(target: .url, field: TextField(""), original: session.draft, group: context.nextSerial())
    edit.field.bringBack(text)
    session.editor.isOnURL = true
    write(edit)
  }

  /// Handles a key in the edited field; false if the field ignores it.
  mutating func press(_ key: Key, in edit: FieldEdit) -> Bool {
    var edit = edit
    if edit.vim?.isInserting != false, pressCompletion(key, &edit) { return true }
    if edit.vim != nil, pressVim(key, edit) { return true }
    switch key {
    case .control("v") where session.isEditingSecret:
      edit.isRevealed.toggle()
      session.editor.editing = .field(edit)
    case .enter: enterField(edit)
    case .tab where session.isPath(edit):
      context.run(.files(.completePath(edit.field.text, from: session.collection)))
    case .tab: moveField(edit, by: 1)
    case .backTab: moveField(edit, by: -1)
    case .escape: keepField(edit)
    case .up where edit.target == .url: break
    case .up, .down:
      keepField(edit)
      moveCursor(key == .up ? .up : .down)
    default:
      let before = edit.field.text
      guard edit.field.handle(key) else { return false }
      if edit.field.text == before {
        edit.completion = nil
        session.editor.editing = .field(edit)
        if key.stepsThroughText { stepBeyondText(key) }
      } else {
        write(edit)
      }
    }
    return true
  }

  /// A character typed on a line that is a text: edits the line from its end.
  mutating func type(_ key: Key) {
    enterRequest()
    pressed(key)
  }

  /// Writes the field into the draft, so that typed text is never only on the screen.
  mutating func write(_ field: FieldEdit) {
    var field = field
    field.replaceFormer()
    let tab = session.editor.tab
    edit(joining: field.group) { draft in
      draft.set(field.field.text, at: field.target, in: tab, from: field.original)
    }
    if let first = RequestTab.tabs(of: session.draft).first, !RequestTab.tabs(of: session.draft).contains(tab) {
      session.editor.tab = first
    }
    field.completion = completion(for: field)
    session.editor.editing = .field(field)
  }

  /// Enter: moves from the name to the value, then to the name of the next row, which is added if missing. On an empty
  /// new row, and on an inherited one that was not changed, it ends editing.
  private mutating func enterField(_ field: FieldEdit) {
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content else {
      if let problem = problem(in: field) { return context.say(problem, .warning) }
      keepField(field)
      return field.target == .url ? context.perform(.scratch(.urlEntered)) : editNextField(after: field)
    }
    if isBlankRow(field) || isUnchangedCopy(field) { return keepField(field) }
    if column < kind.lastColumn { return moveField(field, by: 1) }
    keepField(field)
    let next = row + 1
    guard !field.isNewRow, session.draft.rows(of: kind).indices.contains(next) else {
      return addRow()
    }
    beginEditing(.cell(row: next, column: 0))
  }

  /// Moves from one authentication field to the next empty one, such as from the user to the password.
  private mutating func editNextField(after field: FieldEdit) {
    guard case .field(let id) = field.target, session.editor.tab == .auth,
      let index = session.fieldLines.firstIndex(where: { $0.id == id }),
      session.fieldLines.indices.contains(index + 1)
    else { return }
    let next = session.fieldLines[index + 1]
    guard next.isEditable, next.value.isEmpty else { return }
    session.editor.cursor.row = index + 1
    beginEditing(.field(next.id))
  }

  /// Ends editing and keeps the text. The cursor leaves a URL, because letters typed on its line would edit it again.
  mutating func keepField(_ field: FieldEdit) {
    let isDone = field.target == .url && !field.field.isEmpty
    session.editor.editing = nil
    if isDone { session.editor.isOnURL = false }
    stepParams(after: field)
    if let problem = problem(in: field), case .field(let id) = field.target {
      keptTexts.keep(field.field.text, of: .option(session.key, id))
      context.say("\(problem): nothing was changed", .warning)
    }
    return removeUnusedRow(field)
  }

  /// The reason the text is not a valid option value; `nil` if it is.
  private func problem(in field: FieldEdit) -> String? {
    guard case .field(let id) = field.target, [.options, .trust].contains(session.editor.tab)
    else { return nil }
    return RequestDefinition.problem(ofOption: id, field.field.text)
  }

  /// Tab and ⇧Tab: moves to the next or previous cell of the row, or ends editing.
  private mutating func moveField(_ field: FieldEdit, by step: Int) {
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content,
      kind.columns.indices.contains(column + step)
    else { return keepField(field) }
    session.editor.editing = nil
    stepParams(after: field)
    let rows = session.draft.rows(of: kind)
    // Backwards skips a cell that cannot be edited; forwards continues after it.
    let isOver = step < 0 && column > 1 && rows.indices.contains(row) && rows[row].isFixed(column + step)
    let next = isOver ? column + 2 * step : column + step
    beginEditing(.cell(row: row, column: next), group: field.group, isNewRow: field.isNewRow, copied: field.copied)
  }

  /// Inserts a completed path, unless the user has typed on. If the path was complete, moves like any other Tab.
  mutating func completePath(_ completion: CompletedPath) {
    guard case .field(var edit)? = session.editor.editing, edit.field.text == completion.typed else { return }
    guard completion.text != completion.typed || completion.names.count > 1 else { return moveField(edit, by: 1) }
    edit.field.replaceAll(with: completion.text)
    write(edit)
    if let words = completion.words { context.say(words) }
  }

  /// Updates the rows from the URL after a parameter was edited: `a&b` in a value becomes two parameters.
  private mutating func stepParams(after field: FieldEdit) {
    guard session.editor.tab == .params, case .cell(_, let column) = field.target, column < 2
    else { return }
    edit(joining: field.group) { $0.stepQuery() }
  }

  private func isBlankRow(_ field: FieldEdit) -> Bool {
    guard case .cell(let row, _) = field.target, case .table(let kind) = session.content else {
      return false
    }
    let rows = session.draft.rows(of: kind)
    return rows.indices.contains(row) && rows[row].isBlank(in: kind)
  }

  private func isUnchangedCopy(_ field: FieldEdit) -> Bool {
    guard let copied = field.copied, case .cell(let row, _) = field.target, case .table(let kind) = session.content
    else { return false }
    let rows = session.draft.rows(of: kind)
    return rows.indices.contains(row) && rows[row] == copied
  }

  /// Removes a row without name and value, and an unchanged copy of an inherited row.
  private mutating func removeUnusedRow(_ field: FieldEdit) {
    guard isBlankRow(field) || isUnchangedCopy(field), case .cell(let row, _) = field.target,
      case .table(let kind) = session.content
    else { return }
    let last = max(0, session.draft.rows(of: kind).count - 2)
    edit(joining: field.group) { draft in
      draft.changeRows(of: kind) { rows in
        if rows.indices.contains(row) { rows.remove(at: row) }
      }
    }
    let lines = session.lines(of: kind)
    let inherited = field.copied.flatMap { copied in lines.inherited.firstIndex { $0.name == copied[0] } }
    session.editor.cursor.row = inherited.map { lines.rows.count + $0 } ?? min(session.editor.cursor.row, last)
  }

  /// Pastes text into the field; several header lines become rows.
  mutating func paste(_ text: String, in edit: FieldEdit) {
    var edit = edit
    if session.editor.tab == .headers, case .cell(let row, 0) = edit.target, let rows = HeaderLines.rows(in: text),
      rows.count > 1 || edit.field.isEmpty
    {
      let isBlank = edit.isNewRow && isBlankRow(edit)
      session.editor.editing = nil
      return insertHeaders(rows, replacingRow: isBlank ? row : nil, group: edit.group)
    }
    let line = session.editor.tab == .headers ? HeaderLines.folded(text) : nil
    let pasted = PastedLine(text: text)
    if let refusal = pasted.refusal(instead: "\(key: "editExternally") opens it in $EDITOR") {
      return context.say(refusal, .warning)
    }
    edit.field.paste(line ?? text)
    write(edit)
    if let remark = pasted.remark { context.say(remark) }
  }
}

extension RequestDefinition {
  /// The text of a single-line field.
  func text(at target: EditTarget, in tab: RequestTab) -> String? {
    switch target {
    case .url: return address
    case .cell(let row, let column):
      guard case .table(let kind) = tab.content(of: self) else { return nil }
      let rows = rows(of: kind)
      return rows.indices.contains(row) ? rows[row][column] : nil
    case .field(let id):
      if tab == .auth { return authentication[id] }
      if tab == .proxy { return proxyLines.first { $0.id == id }?.value }
      return OptionLine.named(id)?.text(self)
    }
  }

  /// Sets the text of a field. `original` is the request before editing began.
  mutating func set(_ text: String, at target: EditTarget, in tab: RequestTab, from original: RequestDefinition) {
    switch target {
    case .url: setTypedAddress(text, from: original)
    case .cell(let row, let column):
      guard case .table(let kind) = tab.content(of: self) else { return }
      changeRows(of: kind) { rows in
        if rows.indices.contains(row) { rows[row][column] = text }
      }
    case .field(let id):
      if tab == .proxy { return setProxy(id, text) }
      guard tab == .auth else { return setOption(id, text) }
      let wasThere = original.authentication.fields.contains { $0.name == id }
      if text.isEmpty, !wasThere {
        authentication.fields.removeAll { $0.name == id }
      } else {
        authentication[id] = text
      }
    }
  }
}
