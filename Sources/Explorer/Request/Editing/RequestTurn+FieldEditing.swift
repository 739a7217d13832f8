import Terminal
import Workspaces

extension RequestTurn {
  /// Starts editing a single-line field in place.
  mutating func beginEditing(_ target: EditTarget, group: Int? = nil, isNewRow: Bool = false) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    var target = target
    if case .cell(let row, let column) = target, case .table(let kind) = session.content {
      let rows = session.draft.rows(of: kind)
      // The name of a path parameter is edited in the URL.
      if rows.indices.contains(row), rows[row].isFixed(column) { target = .cell(row: row, column: column + 1) }
    }
    guard let text = session.draft.text(at: target, in: session.editor.tab) else { return [] }
    if text.contains(where: \.isNewline), target != .url {
      withEditor { $0.handedOut = target }
      return handOut(text, suffix: ".txt", purpose: .value(session.key))
    }
    var field = TextField(text)
    if case .field(let id) = target, let kept = state.keptTexts.take(.option(session.key, id)) { field.bringBack(kept) }
    var edit = FieldEdit(
      target: target, field: field, original: session.draft, group: group ?? nextSerial(), isNewRow: isNewRow)
    if given.editsLikeVim, text.utf8.count <= VimSession.largest { edit.vim = VimSession(field) }
    let begun = edit
    if target == .url, text.isEmpty, case .scratch = session.key, let kept = state.keptTexts.take(.smartLine) {
      return bringBackURL(kept)
    }
    withEditor { editor in
      editor.isOnURL = target == .url
      if case .cell(let row, let column) = target {
        editor.cursor.row = row
        editor.column = column
      }
      editor.editing = .field(begun)
    }
    return []
  }

  /// Begins a request without a file with what was typed into the last one.
  private mutating func bringBackURL(_ text: String) -> [Outcome] {
    var edit = FieldEdit(target: .url, field: TextField(""), original: session.draft, group: nextSerial())
    edit.field.bringBack(text)
    withEditor { $0.isOnURL = true }
    return write(edit)
  }

  /// Handles a key in the edited field; `nil` if the field ignores it.
  mutating func press(_ key: Key, in edit: FieldEdit) -> [Outcome]? {
    var edit = edit
    if edit.vim?.isInserting != false, let effects = pressCompletion(key, &edit) { return effects }
    if edit.vim != nil, let outcomes = pressVim(key, edit) { return outcomes }
    switch key {
    case .enter: return enterField(edit)
    case .tab: return moveField(edit, by: 1)
    case .backTab: return moveField(edit, by: -1)
    case .escape: return keepField(edit)
    case .up, .down:
      guard edit.target != .url || key == .down else { return [] }
      return keepField(edit) + moveCursor(key == .up ? .up : .down)
    default:
      let before = edit.field.text
      guard edit.field.handle(key) else { return nil }
      if edit.field.text != before { return write(edit) }
      edit.completion = nil
      withEditor { $0.editing = .field(edit) }
      return []
    }
  }

  /// Writes the field into the draft, so that typed text is never only on the screen.
  mutating func write(_ field: FieldEdit) -> [Outcome] {
    var field = field
    let tab = session.editor.tab
    let effects = edit(joining: field.group) { draft in
      draft.set(field.field.text, at: field.target, in: tab, from: field.original)
    }
    if let first = RequestTab.tabs(of: session.draft).first, !RequestTab.tabs(of: session.draft).contains(tab) {
      withEditor { $0.tab = first }
    }
    field.completion = completion(for: field)
    withEditor { $0.editing = .field(field) }
    return effects
  }

  /// Enter: from the name to the value, from there to the name of the next row, which is added if missing. On an empty
  /// new row it ends editing.
  private mutating func enterField(_ field: FieldEdit) -> [Outcome] {
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content else {
      if let problem = problem(in: field) { return say(.warning, problem) }
      return keepField(field) + (field.target == .url ? [.urlEntered] : editNextField(after: field))
    }
    if isBlankRow(field) { return keepField(field) }
    if column < kind.lastColumn { return moveField(field, by: 1) }
    let effects = keepField(field)
    let next = row + 1
    guard !field.isNewRow, session.draft.rows(of: kind).indices.contains(next) else {
      return effects + addRow()
    }
    return effects + beginEditing(.cell(row: next, column: 0))
  }

  /// From one field of a login to the next that is empty, as from the user to the password.
  private mutating func editNextField(after field: FieldEdit) -> [Outcome] {
    guard case .field(let id) = field.target, session.editor.tab == .auth,
      let index = session.fieldLines.firstIndex(where: { $0.id == id }),
      session.fieldLines.indices.contains(index + 1)
    else { return [] }
    let next = session.fieldLines[index + 1]
    guard next.isEditable, next.value.isEmpty else { return [] }
    withEditor { $0.cursor.row = index + 1 }
    return beginEditing(.field(next.id))
  }

  /// Ends editing and keeps the text.
  mutating func keepField(_ field: FieldEdit) -> [Outcome] {
    withEditor { $0.editing = nil }
    var effects = stepParams(after: field)
    if let problem = problem(in: field), case .field(let id) = field.target {
      state.keptTexts.keep(field.field.text, of: .option(session.key, id))
      effects += say(.warning, "\(problem): nothing was changed")
    }
    return effects + removeBlankRow(field)
  }

  /// Why the text is not a valid option value; `nil` if it is.
  private func problem(in field: FieldEdit) -> String? {
    guard case .field(let id) = field.target, [.options, .trust].contains(session.editor.tab)
    else { return nil }
    return RequestDefinition.problem(ofOption: id, field.field.text)
  }

  /// Tab and ⇧Tab: moves to the next or previous cell of the row, or ends editing.
  private mutating func moveField(_ field: FieldEdit, by step: Int) -> [Outcome] {
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content,
      kind.columns.indices.contains(column + step)
    else { return keepField(field) }
    withEditor { $0.editing = nil }
    let effects = stepParams(after: field)
    let rows = session.draft.rows(of: kind)
    // Backwards over a cell that is not edited; forwards, editing goes on after it.
    let isOver = step < 0 && column > 1 && rows.indices.contains(row) && rows[row].isFixed(column + step)
    let next = isOver ? column + 2 * step : column + step
    return effects + beginEditing(.cell(row: row, column: next), group: field.group, isNewRow: field.isNewRow)
  }

  /// After a parameter was edited, its rows follow the URL: `a&b` in a value becomes two parameters.
  private mutating func stepParams(after field: FieldEdit) -> [Outcome] {
    guard session.editor.tab == .params, case .cell(_, let column) = field.target, column < 2
    else { return [] }
    let count = session.draft.params.count
    let effects = edit(joining: field.group) { $0.stepQuery() }
    guard session.draft.params.count > count else { return effects }
    return effects + say(.information, "& starts another parameter: write %26 for one in a value")
  }

  private func isBlankRow(_ field: FieldEdit) -> Bool {
    guard case .cell(let row, _) = field.target, case .table(let kind) = session.content else {
      return false
    }
    let rows = session.draft.rows(of: kind)
    return rows.indices.contains(row) && rows[row].isBlank(in: kind)
  }

  /// Removes a row without name and value.
  private mutating func removeBlankRow(_ field: FieldEdit) -> [Outcome] {
    guard isBlankRow(field), case .cell(let row, _) = field.target, case .table(let kind) = session.content
    else { return [] }
    let last = max(0, session.draft.rows(of: kind).count - 2)
    let effects = edit(joining: field.group) { draft in
      draft.changeRows(of: kind) { rows in
        if rows.indices.contains(row) { rows.remove(at: row) }
      }
    }
    withEditor { $0.cursor.row = min($0.cursor.row, last) }
    return effects
  }

  /// Pastes text into the field; several header lines become rows.
  mutating func paste(_ text: String, in edit: FieldEdit) -> [Outcome] {
    var edit = edit
    if session.editor.tab == .headers, case .cell(let row, 0) = edit.target, let rows = HeaderLines.rows(in: text),
      rows.count > 1 || edit.field.isEmpty
    {
      let isBlank = edit.isNewRow && isBlankRow(edit)
      withEditor { $0.editing = nil }
      return insertHeaders(rows, replacingRow: isBlank ? row : nil, group: edit.group)
    }
    let line = session.editor.tab == .headers ? HeaderLines.folded(text) : nil
    let pasted = PastedLine(text: text)
    if let refusal = pasted.refusal(instead: "\(key: "editExternally") opens it in $EDITOR") {
      return say(.warning, refusal)
    }
    edit.field.paste(line ?? text)
    return write(edit) + (pasted.remark.map { say(.information, $0) } ?? [])
  }
}
