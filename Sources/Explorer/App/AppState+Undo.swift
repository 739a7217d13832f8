import Workspaces

extension AppState {
  @discardableResult
  mutating func apply(_ action: UndoFeature.Action) -> [Effect] {
    let kept = action == .undoRequested ? leaveEditing() : []
    let outcomes = UndoFeature.reduce(&undo, action, isOpen: { [sessions] in sessions[$0] != nil })
    return kept + outcomes.flatMap { carryOut($0) }
  }

  private mutating func carryOut(_ outcome: UndoFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .restored(let key, let definition): return request(.restored(definition), of: key) + show(key)
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
