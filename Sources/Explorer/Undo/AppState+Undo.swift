import Workspaces

extension AppState {
  /// Takes a new draft of a request over, recording how it was; the only way that a definition changes.
  /// Edits of one group are one step of undo.
  mutating func edit(
    _ key: RequestKey, joining group: Int? = nil, _ change: (inout RequestDefinition) -> Void
  ) -> [Effect] {
    guard let session = sessions[key], session.fault == nil else { return [] }
    var draft = session.draft
    change(&draft)
    guard draft != session.draft else { return [] }
    undo.record(.edit(key, before: session.draft, after: draft), group: group)
    return setDraft(draft, of: key)
  }

  /// The same for the open request.
  mutating func edit(_ change: (inout RequestDefinition) -> Void) -> [Effect] {
    current.map { edit($0, change) } ?? []
  }

  private mutating func setDraft(_ draft: RequestDefinition, of key: RequestKey) -> [Effect] {
    let isVariablesChange = sessions[key]?.draft.variables != draft.variables
    sessions[key]?.draft = draft
    let isDraft = sessions[key]?.isDraft ?? false
    return [.files(.journal(key, isDraft ? draft : nil))] + (isVariablesChange ? refreshVariables(of: key) : [])
  }

  mutating func undoRequested() -> [Effect] {
    let kept = leaveEditing()
    guard let step = undo.undo() else { return kept + say(.information, "Nothing to undo") }
    switch step {
    case .edit(let key, let before, _):
      guard sessions[key] != nil else {
        undo.restoreUndone()
        return kept + reopen(key, before.name, "u")
      }
      return kept + setDraft(before, of: key) + show(key)
        + say(.information, "Undone: an edit of \(before.name)")
    case .files(let token): return kept + [.files(.change(.undo(token)))]
    }
  }

  mutating func redoRequested() -> [Effect] {
    guard let step = undo.redo() else { return say(.information, "Nothing to redo") }
    switch step {
    case .edit(let key, _, let after):
      guard sessions[key] != nil else {
        undo.restoreRedone()
        return reopen(key, after.name, "^Y")
      }
      return setDraft(after, of: key) + show(key) + say(.information, "Done again: an edit of \(after.name)")
    case .files(let token): return [.files(.change(.undo(token)))]
    }
  }

  /// The step belongs to a request that was closed: it is opened first, so that one sees what is undone.
  private mutating func reopen(_ key: RequestKey, _ name: String, _ letter: String) -> [Effect] {
    guard let path = key.path, let node = workspace.request(at: path) else {
      undo.forget(key)
      return say(.information, "\(name) is gone, and so are the steps of its edits")
    }
    return open(node) + say(.information, "\(name) is open again: \(letter) once more changes it")
  }
}
