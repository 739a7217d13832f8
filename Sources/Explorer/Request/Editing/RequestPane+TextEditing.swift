import Basics
import Terminal
import Workspaces

extension RequestPane {
  /// Starts editing a multi-line text.
  mutating func beginText(_ slot: TextSlot) {
    if refusesEdit() { return }
    guard let text = session.draft.text(in: slot) else { return }
    var edit = TextEdit(slot: slot, group: context.nextSerial())
    session.editor.isOnURL = false
    if slot == .query || slot == .graphVariables { session.editor.graphSlot = slot }
    if case .script(let script) = slot { session.editor.script = script }
    session.editor.editing = .text(edit)
    // The text on the screen may be that of an earlier body.
    session.editor.texts[slot]?.adopt(text)
    if let caret = session.editor.texts[slot]?.area.caret { session.editor.texts[slot]?.area.moveCaret(to: caret) }
    if editsLikeVim, let pane = session.editor.texts[slot], pane.bytes <= VimSession.largest {
      edit.vim = VimSession(pane.area)
      session.editor.editing = .text(edit)
    }
  }

  /// Handles a key in the edited text; false if the text ignores it.
  mutating func press(_ key: Key, in edit: TextEdit) -> Bool {
    if edit.vim?.isInserting != false, pressCompletion(key, edit) { return true }
    if edit.vim != nil { return pressVim(key, edit) }
    if key == .escape {
      leaveEditing()
      return true
    }
    // Compared for these keys only: a copy of the lines makes the next change copy them all.
    let before = key.stepsThroughText && edit.delayed == nil ? session.editor.texts[edit.slot]?.area.lines : nil
    guard session.editor.texts[edit.slot]?.area.handle(key) == true else { return false }
    if let before, before == session.editor.texts[edit.slot]?.area.lines {
      stepBeyondText(key)
      return true
    }
    if key.changesText {
      typed(edit)
      return true
    }
    var edit = edit
    edit.completion = nil
    session.editor.editing = .text(edit)
    return true
  }

  /// A paste of any length is one change and updates the draft immediately.
  mutating func paste(_ text: String, in edit: TextEdit) {
    session.editor.texts[edit.slot]?.area.paste(text)
    var edit = edit
    edit.completion = nil
    session.editor.editing = .text(edit)
    takeOver(edit)
  }

  /// A small text updates the draft on each key. A larger one does so after the delay of its size, however long the
  /// typing goes on.
  mutating func typed(_ edit: TextEdit) {
    guard let pane = session.editor.texts[edit.slot] else { return }
    var edit = edit
    edit.completion = completion(in: pane, edit.slot)
    guard let delay = pane.delay else {
      session.editor.editing = .text(edit)
      return takeOver(edit)
    }
    let isWaiting = edit.delayed != nil
    if !isWaiting { edit.delayed = context.nextSerial() }
    session.editor.editing = .text(edit)
    guard !isWaiting, let serial = edit.delayed else { return }
    context.run(.after(delay, .request(.delayPassed(serial), of: session.key)))
  }

  mutating func delayPassed(_ serial: Int) {
    guard case .text(let edit)? = session.editor.editing, edit.delayed == serial else { return }
    takeOver(edit)
  }

  /// Copies the text into the draft; all changes from one editing session form one undo step.
  private mutating func takeOver(_ edit: TextEdit) {
    let text = session.editor.texts[edit.slot]?.commit()
    if case .text(var now) = session.editor.editing {
      now.delayed = nil
      session.editor.editing = .text(now)
    }
    guard let text else { return }
    return self.edit(joining: edit.group) { $0.setText(text, in: edit.slot) }
  }

  /// Commits the edited text. A field is left as if by Enter; a text stays in editing mode.
  mutating func endEditing() {
    switch session.editor.editing {
    case .field(let field): keepField(field)
    case .text(let edit): takeOver(edit)
    case nil: break
    }
  }

  /// Commits the edited text and leaves editing mode.
  mutating func leaveEditing() {
    endEditing()
    session.editor.editing = nil
  }

  /// Undoes or redoes an edit of the request by the key of the text, which has no step left of its own. Steps of files
  /// and of other requests need the command, because the user looks at this text.
  mutating func stepBeyondText(_ key: Key) {
    let (undoes, steps) = (key == .control("z"), context.app.undo.steps)
    guard case .edit(session.key, _, _)? = undoes ? steps.done.last : steps.undone.last else {
      return
    }
    context.perform(.undo(undoes ? .undoRequested : .redoRequested))
  }

  /// Takes a draft from a step of undo. Editing continues with the text that the draft now has.
  mutating func restore(_ draft: RequestDefinition) {
    let edited = session.editor.editing
    setDraft(draft)
    guard let edited else { return }
    session.editor.editing = nil
    switch edited {
    case .field(let edit): beginEditing(edit.target)
    case .text(let edit): beginText(edit.slot)
    }
  }

  /// Handles a key while text is edited.
  mutating func pressed(_ key: Key) {
    let isHandled =
      switch session.editor.editing {
      case .field(let edit): press(key, in: edit)
      case .text(let edit): press(key, in: edit)
      case nil: false
      }
    if !isHandled { runCommand(for: key) }
  }

  /// Runs the command of a key that the edited text does not handle.
  private mutating func runCommand(for key: Key) {
    let app = app
    guard let command = app.commands.commandWhileEditing(for: key, in: app.context) else { return }
    context.perform(.command(command))
  }

  mutating func pasted(_ text: String) {
    let isEditable = session.refusalToEdit(isSendable: context.app.sends(session.draft)) == nil
    switch session.editor.editing {
    case .field(let edit): return paste(text, in: edit)
    case .text(let edit): return paste(text, in: edit)
    case nil where session.editor.isOnURL && isEditable && text.isAddress: return pasteAddress(text.trimmed)
    case nil:
      guard isEditable, session.editor.tab == .headers, !session.editor.isOnURL,
        let rows = HeaderLines.rows(in: text)
      else { return context.say(AppState.pasteRefusal(of: text)) }
      return insertHeaders(rows, replacingRow: nil, group: context.nextSerial())
    }
  }

  /// A URL pasted on the URL line replaces the old one; undo restores it.
  private mutating func pasteAddress(_ text: String) {
    beginEditing(.url)
    guard case .field(var edit)? = session.editor.editing else { return }
    edit.field.selectAll()
    paste(text, in: edit)
  }

  private func completion(in pane: TextPane, _ slot: TextSlot) -> Completion? {
    let line = pane.area.lines[pane.area.caret.line]
    guard line.utf8.count < 32 << 10 else { return nil }
    let names = completion(ofNameIn: line, at: pane.area.caret.offset)
    if let names { return names }
    switch slot {
    case .query: return completion(ofQuery: pane)
    case .message: return completion(ofMessage: pane)
    case .script: return Completion.ofScript(line, at: pane.area.caret.offset, table: session.variables)
    case .body, .graphVariables, .docs: return nil
    }
  }
}

extension String {
  /// True if the text is one word that starts like a URL: with a scheme or a variable.
  fileprivate var isAddress: Bool {
    let word = trimmed
    return word.contains("://") && !word.contains(where: \.isWhitespace) || word.hasPrefix("{{") && word.contains("}}/")
  }
}

extension Key {
  /// True for the keys of undo and redo in a text.
  var stepsThroughText: Bool { self == .control("z") || self == .control("y") }

  /// True if a text area may change its text on this key.
  fileprivate var changesText: Bool {
    switch code {
    case .left, .right, .home, .end, .pageUp, .pageDown: false
    case .up, .down: modifiers.contains(.alt)
    case .character("a") where modifiers.contains(.control): false
    case .character("b") where modifiers.contains(.alt), .character("f") where modifiers.contains(.alt): false
    default: true
    }
  }
}

/// Editing with vim keys.
extension RequestPane {
  /// Handles a key in a text; false for commands of the program.
  mutating func pressVim(_ key: Key, _ old: TextEdit) -> Bool {
    guard var area = session.editor.texts[old.slot]?.area, var vim = old.vim else { return false }
    let lines = area.lines
    let outcome = vim.press(key, in: &area)
    var edit = old
    edit.vim = vim
    edit.completion = nil
    session.editor.texts[old.slot]?.area = area
    session.editor.editing = .text(edit)
    if area.lines != lines { typed(edit) }
    switch outcome {
    case .used: break
    case .ignored: return false
    case .leave: leaveEditing()
    case .save: runCommand(for: .control("s"))
    case .saveAndLeave:
      leaveEditing()
      runCommand(for: .control("s"))
    }
    return true
  }

  /// Handles a key in a field; false for the keys of every field: Enter, Tab, Esc in normal mode, up and down.
  mutating func pressVim(_ key: Key, _ old: FieldEdit) -> Bool {
    guard var vim = old.vim, vim.isAmidCommand || !Self.isOfFields(key) else { return false }
    var edit = old
    let outcome = vim.press(key, in: &edit.field)
    edit.vim = vim
    let isChanged = edit.field.text != old.field.text
    if isChanged { write(edit) } else { session.editor.editing = .field(edit) }
    switch outcome {
    case .used: break
    case .ignored: runCommand(for: key)
    case .leave: keepField(edit)
    case .save: runCommand(for: .control("s"))
    case .saveAndLeave:
      keepField(edit)
      runCommand(for: .control("s"))
    }
    return true
  }

  private static func isOfFields(_ key: Key) -> Bool {
    [.enter, .tab, .backTab, .up, .down].contains(key)
  }
}

extension RequestPane {
  /// `^E`: opens the field under the cursor in `$VISUAL` or `$EDITOR`.
  mutating func editExternally() {
    if refusesEdit() { return }
    leaveEditing()
    if !session.editor.isOnURL, case .text(let slot) = session.content, let text = session.draft.text(in: slot) {
      let suffix = session.draft.language(of: slot).suffix
      let purpose: EditPurpose =
        switch slot {
        case .docs: .docs(session.key)
        case .script(let script): .script(session.key, script)
        default: .body(session.key)
        }
      return handOut(text, suffix: suffix, purpose: purpose)
    }
    guard let target = targetUnderCursor, let text = session.draft.text(at: target, in: session.editor.tab) else {
      return context.say("There is no text under the cursor")
    }
    session.editor.handedOut = target
    handOut(text, suffix: ".txt", purpose: .value(session.key))
  }

  mutating func handOut(_ text: String, suffix: String, purpose: EditPurpose) {
    context.run(.system(.edit(text, suffix: suffix, purpose: purpose)))
  }

  private var targetUnderCursor: EditTarget? {
    if session.editor.isOnURL { return .url }
    switch session.content {
    case .table(let kind):
      let (row, column) = (session.editor.cursor.row, session.editor.column)
      let rows = session.draft.rows(of: kind)
      guard rows.indices.contains(row) else { return nil }
      return .cell(row: row, column: rows[row].isFixed(column) ? column + 1 : column)
    case .fields: return session.fieldLine.flatMap { $0.isEditable ? .field($0.id) : nil }
    case .text, .nothing: return nil
    }
  }

  /// Takes the edited text; a trailing line break added by the editor is dropped.
  mutating func takeBack(_ text: String, _ purpose: EditPurpose) {
    switch purpose {
    case .body:
      let isCall = session.draft.kind == .grpc
      let slot: TextSlot =
        isCall
        ? .message(session.shownMessage) : session.draft.body.kind == .graphql ? session.editor.graphSlot : .body
      return replaceText(text, in: slot)
    case .docs: return replaceText(text, in: .docs)
    case .script(_, let script): return replaceText(text, in: .script(script))
    case .value:
      guard let target = session.editor.handedOut else { return }
      let tab = session.editor.tab
      let former = session.draft.text(at: target, in: tab) ?? ""
      var text = text.withoutAddedLineEnd(former)
      if target == .url { text = text.split(whereSeparator: \.isNewline).joined() }
      return edit { draft in
        draft.set(text, at: target, in: tab, from: draft)
        // As after typing, the rows are updated from the URL.
        if tab == .params, target != .url { draft.stepQuery() }
      }
    }
  }

  private mutating func replaceText(_ text: String, in slot: TextSlot) {
    guard let former = session.draft.text(in: slot) else { return }
    edit { $0.setText(text.withoutAddedLineEnd(former), in: slot) }
  }
}

extension String {
  fileprivate func withoutAddedLineEnd(_ former: String) -> String {
    guard hasSuffix("\n"), !former.hasSuffix("\n") else { return self }
    return String(dropLast())
  }
}
