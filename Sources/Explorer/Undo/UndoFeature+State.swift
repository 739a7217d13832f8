package import Sessions
package import Workspaces

extension UndoFeature {
  /// The steps for `u` and `^Y`, across edits and file operations, newest last.
  package struct State: Equatable, Sendable {
    package enum Step: Equatable, Sendable {
      /// An edit of a request: the definition before and after.
      case edit(RequestKey, before: RequestDefinition, after: RequestDefinition)
      /// A change of files, with the token that undoes it.
      case files(FileUndo)
      /// Certificates that the user began to trust.
      case trust(TrustChange)
    }

    package private(set) var done: [Step] = []
    package private(set) var undone: [Step] = []
    /// The group of the last recorded step.
    private var group: Int?
    /// The step that was refused last.
    private var refused: FileUndo?
    /// Older steps are dropped.
    package static let limit = 500

    package init() {}

    /// Records a step; consecutive edits of the same group form one step.
    mutating func record(_ step: Step, group: Int? = nil) {
      undone = []
      let last = self.group
      self.group = group
      if group != nil, group == last, case .edit(let key, let before, _) = done.last,
        case .edit(key, _, let after) = step
      {
        done.removeLast()
        if before == after {
          self.group = nil
        } else {
          done.append(.edit(key, before: before, after: after))
        }
        return
      }
      done.append(step)
      if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    }

    /// The requests that have steps, open or not.
    var keys: Set<RequestKey> {
      Set((done + undone).compactMap { if case .edit(let key, _, _) = $0 { key } else { nil } })
    }

    /// Moves the steps of a request to its new key.
    mutating func move(_ key: RequestKey, to place: RequestKey) {
      changeSteps(of: key) { .edit(place, before: $0, after: $1) }
    }

    /// Rebases the steps of a request from `base` onto `other`, so that undoing one does not revert changes by others.
    mutating func rebase(_ key: RequestKey, from base: RequestDefinition, onto other: RequestDefinition) {
      guard base != other else { return }
      func moved(_ definition: RequestDefinition) -> RequestDefinition {
        DefinitionMerge(base: base, mine: definition, theirs: other).merged
      }
      changeSteps(of: key) { .edit(key, before: moved($0), after: moved($1)) }
    }

    private mutating func changeSteps(
      of key: RequestKey, _ change: (RequestDefinition, RequestDefinition) -> Step
    ) {
      func changed(_ step: Step) -> Step {
        if case .edit(key, let before, let after) = step { change(before, after) } else { step }
      }
      done = done.map(changed)
      undone = undone.map(changed)
    }

    /// Puts back a step that could not be undone or redone, to be tried again. The second time it is dropped, so that
    /// the steps before it can be reached.
    /// - Returns: whether it was put back.
    mutating func refuse(_ files: FileUndo) -> Bool {
      let wasUndo = undone.contains(.files(files))
      done.removeAll { $0 == .files(files) }
      undone.removeAll { $0 == .files(files) }
      let isKept = refused != files
      refused = isKept ? files : nil
      guard isKept else { return false }
      if wasUndo { done.append(.files(files)) } else { undone.append(.files(files)) }
      return true
    }

    /// Drops the edits of a request that no longer exists.
    mutating func forget(_ request: RequestKey) {
      func isOther(_ step: Step) -> Bool {
        if case .edit(request, _, _) = step { false } else { true }
      }
      done = done.filter(isOther)
      undone = undone.filter(isOther)
    }

    /// Reverts `undo()`.
    mutating func restoreUndone() {
      if let step = undone.popLast() { done.append(step) }
    }

    mutating func restoreRedone() {
      if let step = done.popLast() { undone.append(step) }
    }

    /// The step to undo, which becomes available for redo.
    mutating func undo() -> Step? {
      group = nil
      guard let step = done.popLast() else { return nil }
      undone.append(step)
      return step
    }

    mutating func redo() -> Step? {
      group = nil
      guard let step = undone.popLast() else { return nil }
      done.append(step)
      return step
    }
  }
}
