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
    case .trust(let change): return trust(change, isStep: false, thenSend: nil)
    case .files(let token): return [.files(.change(.undo(token)))]
    case .reopened(let key, let name, let letter):
      if let path = key.path, SettingsFile.kind(at: path) != nil, workspace.lists(path) {
        return openSettings(of: path.folderPath)
          + say(.information, "\(name) is open again: \(letter) once more changes it")
      }
      guard let path = key.path, let node = workspace.request(at: path) else {
        apply(UndoFeature.Action.forgotten(key))
        return say(.information, "\(name) is gone, and its undo steps with it")
      }
      return open(node) + say(.information, "\(name) is open again: \(letter) once more changes it")
    }
  }
}
