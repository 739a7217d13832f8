import Workspaces

extension AppState {
  /// Changes a draft and records the old one for undo; the only way to change a definition. Edits of the same group
  /// form one undo step.
  mutating func edit(
    _ key: RequestKey, joining group: Int? = nil, _ change: (inout RequestDefinition) -> Void
  ) -> [Effect] {
    guard let session = sessions[key], session.fault == nil else { return [] }
    var draft = session.draft
    change(&draft)
    guard draft != session.draft else { return [] }
    apply(UndoFeature.Action.recorded(.edit(key, before: session.draft, after: draft), group: group))
    return setDraft(draft, of: key)
  }

  /// Changes the draft of the open request.
  mutating func edit(_ change: (inout RequestDefinition) -> Void) -> [Effect] {
    current.map { edit($0, change) } ?? []
  }

  private mutating func setDraft(_ draft: RequestDefinition, of key: RequestKey) -> [Effect] {
    let isVariablesChange = sessions[key]?.draft.variables != draft.variables
    sessions[key]?.draft = draft
    let isDraft = sessions[key]?.isDraft ?? false
    let keeping = Effect.files(.journal(key, isDraft ? kept(draft, of: key) : nil))
    return [keeping] + (isVariablesChange ? refreshVariables(of: key) : [])
  }

  @discardableResult
  mutating func apply(_ action: UndoFeature.Action) -> [Effect] {
    let kept = action == .undoRequested ? leaveEditing() : []
    let outcomes = UndoFeature.reduce(&undo, action, isOpen: { [sessions] in sessions[$0] != nil })
    return kept + outcomes.flatMap { carryOut($0) }
  }

  private mutating func carryOut(_ outcome: UndoFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .restored(let key, let definition): return setDraft(definition, of: key) + show(key)
    case .files(let token): return [.files(.change(.undo(token)))]
    case .reopened(let key, let name, let letter):
      guard let path = key.path, let node = workspace.request(at: path) else {
        apply(UndoFeature.Action.forgotten(key))
        return say(.information, "\(name) is gone, and so are the steps of its edits")
      }
      return open(node) + say(.information, "\(name) is open again: \(letter) once more changes it")
    }
  }
}
