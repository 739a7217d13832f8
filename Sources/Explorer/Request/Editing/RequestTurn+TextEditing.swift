import Basics
import Terminal
import Workspaces

extension RequestTurn {
  /// Starts editing a multi-line text.
  mutating func beginText(_ slot: TextSlot) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    guard session.draft.text(in: slot) != nil else { return [] }
    var edit = TextEdit(slot: slot, group: nextSerial())
    withEditor { editor in
      editor.isOnURL = false
      if slot == .query || slot == .graphVariables { editor.graphSlot = slot }
      editor.editing = .text(edit)
      if let caret = editor.texts[slot]?.area.caret { editor.texts[slot]?.area.moveCaret(to: caret) }
    }
    if given.editsLikeVim, let pane = session.editor.texts[slot], pane.bytes <= VimSession.largest {
      edit.vim = VimSession(pane.area)
      let modal = edit
      withEditor { $0.editing = .text(modal) }
    }
    return []
  }

  /// Handles a key in the edited text; `nil` if the text ignores it.
  mutating func press(_ key: Key, in edit: TextEdit) -> [Outcome]? {
    if edit.vim?.isInserting != false, let effects = pressCompletion(key, edit) { return effects }
    if edit.vim != nil { return pressVim(key, edit) }
    if key == .escape { return leaveEditing() }
    var isHandled = false
    withEditor { isHandled = $0.texts[edit.slot]?.area.handle(key) ?? false }
    guard isHandled else { return nil }
    if key.changesText { return typed(edit) }
    var edit = edit
    edit.completion = nil
    withEditor { $0.editing = .text(edit) }
    return []
  }

  /// A paste of any length is one change and updates the draft immediately.
  mutating func paste(_ text: String, in edit: TextEdit) -> [Outcome] {
    withEditor { $0.texts[edit.slot]?.area.paste(text) }
    var edit = edit
    edit.completion = nil
    withEditor { $0.editing = .text(edit) }
    return takeOver(edit)
  }

  /// After a change: a small text updates the draft on each key, a large one in pauses and after a number of keys.
  mutating func typed(_ edit: TextEdit) -> [Outcome] {
    guard let pane = session.editor.texts[edit.slot] else { return [] }
    var edit = edit
    edit.pending += 1
    edit.completion = completion(in: pane, edit.slot)
    if !pane.isLarge || edit.pending >= Self.keysBetweenTakingOver {
      withEditor { $0.editing = .text(edit) }
      return takeOver(edit)
    }
    edit.pause = nextSerial()
    let changed = edit
    withEditor { $0.editing = .text(changed) }
    return [.pause(changed.pause)]
  }

  private static let keysBetweenTakingOver = 40

  mutating func typingPaused(_ serial: Int) -> [Outcome] {
    guard case .text(let edit)? = session.editor.editing, edit.pause == serial else { return [] }
    return takeOver(edit)
  }

  /// Copies the text into the draft; all changes from one editing session form one undo step.
  private mutating func takeOver(_ edit: TextEdit) -> [Outcome] {
    var text: String?
    withEditor { editor in
      text = editor.texts[edit.slot]?.commit()
      if case .text(var now) = editor.editing {
        now.pending = 0
        editor.editing = .text(now)
      }
    }
    guard let text else { return [] }
    return self.edit(joining: edit.group) { $0.setText(text, in: edit.slot) }
  }

  /// Commits the edited text. A field is left as if by Enter; a text stays in editing mode.
  mutating func endEditing() -> [Outcome] {
    switch session.editor.editing {
    case .field(let field): keepField(field)
    case .text(let edit): takeOver(edit)
    case nil: []
    }
  }

  /// Commits the edited text and leaves editing mode.
  mutating func leaveEditing() -> [Outcome] {
    let effects = endEditing()
    withEditor { $0.editing = nil }
    return effects
  }

  /// Handles a key while text is edited.
  mutating func pressed(_ key: Key) -> [Outcome] {
    switch session.editor.editing {
    case .field(let edit): press(key, in: edit) ?? [.ignored(key)]
    case .text(let edit): press(key, in: edit) ?? [.ignored(key)]
    case nil: [.ignored(key)]
    }
  }

  mutating func pasted(_ text: String) -> [Outcome] {
    let isEditable = session.refusalToEdit(isSendable: given.isSendable) == nil
    switch session.editor.editing {
    case .field(let edit): return paste(text, in: edit)
    case .text(let edit): return paste(text, in: edit)
    case nil where session.editor.isOnURL && isEditable && text.isAddress: return pasteAddress(text.trimmed)
    case nil:
      guard isEditable, session.editor.tab == .headers, !session.editor.isOnURL,
        let rows = HeaderLines.rows(in: text)
      else { return [.pasteRefused(text)] }
      return insertHeaders(rows, replacingRow: nil, group: nextSerial())
    }
  }

  /// A URL pasted on the URL line replaces the old one; undo restores it.
  private mutating func pasteAddress(_ text: String) -> [Outcome] {
    let effects = beginEditing(.url)
    guard case .field(var edit)? = session.editor.editing else { return effects }
    edit.field.selectAll()
    return effects + paste(text, in: edit)
  }

  private func completion(in pane: TextPane, _ slot: TextSlot) -> Completion? {
    let line = pane.area.lines[pane.area.caret.line]
    guard line.utf8.count < 32 << 10 else { return nil }
    let names = completion(ofNameIn: line, at: pane.area.caret.offset)
    if let names { return names }
    switch slot {
    case .query: return completion(ofQuery: pane)
    case .message: return completion(ofMessage: pane)
    case .body, .graphVariables, .docs: return nil
    }
  }
}

extension String {
  /// Whether the text is one word that starts like a URL: with a scheme or a variable.
  fileprivate var isAddress: Bool {
    let word = trimmed
    return word.contains("://") && !word.contains(where: \.isWhitespace) || word.hasPrefix("{{") && word.contains("}}/")
  }
}

extension Key {
  /// Whether a text area may change its text on this key.
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
