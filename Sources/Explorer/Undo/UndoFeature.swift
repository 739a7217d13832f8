import Sessions
import Workspaces

/// Undo and redo across edits and changes of files.
///
/// It changes no request and no file: it delegates that through an `Outcome`.
package enum UndoFeature {
  enum Action: Equatable, Sendable {
    case undoRequested
    case redoRequested
    /// Records a step. Consecutive edits of the same group form one step.
    case recorded(State.Step, group: Int? = nil)
    /// A request's file has moved, or a request has been saved to its first file.
    case moved(RequestKey, to: RequestKey)
    /// The base of a request has changed: rebases its steps.
    case rebased(RequestKey, from: RequestDefinition, onto: RequestDefinition)
    /// A change of files could not be undone or redone.
    case refused(FileUndo, String)
    /// The request of these steps cannot be opened any more.
    case forgotten(RequestKey)
  }

  enum Outcome: Equatable {
    case said(Message.Kind, String)
    /// Restores a definition from before or after a step, and shows the request.
    case restored(RequestKey, RequestDefinition)
    /// Opens the closed request of a step first, so that the user sees the effect of pressing the key again.
    case reopened(RequestKey, name: String, key: String)
    case files(FileUndo)
    case trust(TrustChange)
  }

  /// - Parameter isOpen: whether a request is open.
  static func reduce(_ state: inout State, _ action: Action, isOpen: (RequestKey) -> Bool) -> [Outcome] {
    switch action {
    case .undoRequested:
      switch state.undo() {
      case nil: return [.said(.information, "Nothing to undo")]
      case .files(let token)?: return [.files(token)]
      case .trust(let change)?: return [.trust(change.inverse)]
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
      case .trust(let change)?: return [.trust(change)]
      case .edit(let key, _, let after)?:
        guard isOpen(key) else {
          state.restoreRedone()
          return [.reopened(key, name: after.name, key: "\(key: "redo")")]
        }
        return [.restored(key, after), .said(.information, "Done again: an edit of \(after.name)")]
      }
    case .recorded(let step, let group): state.record(step, group: group)
    case .moved(let key, let place): state.move(key, to: place)
    case .rebased(let key, let base, let other): state.rebase(key, from: base, onto: other)
    case .refused(let step, let why):
      let next = state.refuse(step) ? "The same key tries again" : "Skipped from now on: \(step.label)"
      return [.said(.error, "Not undone: \(why). \(next)")]
    case .forgotten(let key): state.forget(key)
    }
    return []
  }
}
