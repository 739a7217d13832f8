import Workspaces

/// Undo and redo: the steps that were made, across edits and changes of files, and what taking one back leads to.
///
/// It changes no request and no file by itself: that goes out as an `Outcome`.
public enum UndoFeature {
  enum Action: Equatable, Sendable {
    case undoRequested
    case redoRequested
    /// A step was made. Edits of one group, recorded one after the other, are one step.
    case recorded(State.Step, group: Int? = nil)
    /// A request's file lies in another place, or a request without one has got one.
    case moved(RequestKey, to: RequestKey)
    /// What a request began with is another now: its steps are seen from there.
    case rebased(RequestKey, from: RequestDefinition, onto: RequestDefinition)
    /// A change of files cannot be taken back any more.
    case dropped(FileUndo)
    /// The request of these steps cannot be opened again.
    case forgotten(RequestKey)
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    /// The request is as it was before or after the step; it is shown.
    case restored(RequestKey, RequestDefinition)
    /// The request of the step was closed: it is opened first, so that one sees what is undone by pressing the key again.
    case reopened(RequestKey, name: String, key: String)
    case files(FileUndo)
  }

  /// - Parameter isOpen: whether a request is open.
  static func reduce(_ state: inout State, _ action: Action, isOpen: (RequestKey) -> Bool) -> [Outcome] {
    switch action {
    case .undoRequested:
      switch state.undo() {
      case nil: return [.said(.information, "Nothing to undo")]
      case .files(let token)?: return [.files(token)]
      case .edit(let key, let before, _)?:
        guard isOpen(key) else {
          state.restoreUndone()
          return [.reopened(key, name: before.name, key: "u")]
        }
        return [.restored(key, before), .said(.information, "Undone: an edit of \(before.name)")]
      }
    case .redoRequested:
      switch state.redo() {
      case nil: return [.said(.information, "Nothing to redo")]
      case .files(let token)?: return [.files(token)]
      case .edit(let key, _, let after)?:
        guard isOpen(key) else {
          state.restoreRedone()
          return [.reopened(key, name: after.name, key: "^Y")]
        }
        return [.restored(key, after), .said(.information, "Done again: an edit of \(after.name)")]
      }
    case .recorded(let step, let group): state.record(step, group: group)
    case .moved(let key, let place): state.move(key, to: place)
    case .rebased(let key, let base, let other): state.rebase(key, from: base, onto: other)
    case .dropped(let token): state.drop(token)
    case .forgotten(let key): state.forget(key)
    }
    return []
  }
}
