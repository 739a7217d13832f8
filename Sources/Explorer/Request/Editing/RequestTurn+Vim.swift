import Terminal

/// Editing with the keys of vim.
extension RequestTurn {
  /// Handles a key of a text; `nil` for one that is a command of the program.
  mutating func pressVim(_ key: Key, _ old: TextEdit) -> [Outcome]? {
    guard var area = session.editor.texts[old.slot]?.area, var vim = old.vim else { return nil }
    let lines = area.lines
    let outcome = vim.press(key, in: &area)
    var edit = old
    edit.vim = vim
    edit.completion = nil
    let (pane, changed) = (area, edit)
    withEditor { editor in
      editor.texts[old.slot]?.area = pane
      editor.editing = .text(changed)
    }
    let effects = area.lines == lines ? [] : typed(edit)
    switch outcome {
    case .used: return effects
    case .ignored: return nil
    case .leave: return effects + leaveEditing()
    case .save: return effects + [.ignored(.control("s"))]
    case .saveAndLeave: return effects + leaveEditing() + [.ignored(.control("s"))]
    }
  }

  /// Handles a key of a field; `nil` for one that every field has: Enter, Tab, Esc in normal mode, up and down.
  mutating func pressVim(_ key: Key, _ old: FieldEdit) -> [Outcome]? {
    guard var vim = old.vim, vim.isAmidCommand || !Self.isOfFields(key) else { return nil }
    var edit = old
    let outcome = vim.press(key, in: &edit.field)
    edit.vim = vim
    let isChanged = edit.field.text != old.field.text
    if !isChanged {
      let kept = edit
      withEditor { $0.editing = .field(kept) }
    }
    let effects = isChanged ? write(edit) : []
    switch outcome {
    case .used: return effects
    case .ignored: return effects + [.ignored(key)]
    case .leave: return effects + keepField(edit)
    case .save: return effects + [.ignored(.control("s"))]
    case .saveAndLeave: return effects + keepField(edit) + [.ignored(.control("s"))]
    }
  }

  private static func isOfFields(_ key: Key) -> Bool {
    [.enter, .tab, .backTab, .up, .down].contains(key)
  }
}
