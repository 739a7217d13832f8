import Workspaces

extension UndoFeature {
  /// What `u` takes back and `^Y` does again, across edits and file operations, newest last.
  public struct State: Equatable, Sendable {
    public enum Step: Equatable, Sendable {
      /// An edit of a request: the definition before and after.
      case edit(RequestKey, before: RequestDefinition, after: RequestDefinition)
      /// A change of files, and the token that takes it back.
      case files(FileUndo)
    }

    public private(set) var done: [Step] = []
    public private(set) var undone: [Step] = []
    /// The group of the last step that was recorded.
    private var group: Int?
    /// Older steps are forgotten.
    public static let limit = 500

    public init() {}

    /// Edits recorded one after the other with the same group are one step.
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

    /// A request's file lies in another place: its steps go with it.
    mutating func move(_ key: RequestKey, to place: RequestKey) {
      changeSteps(of: key) { .edit(place, before: $0, after: $1) }
    }

    /// A request began with `base` and now begins with `other`: its steps are seen from there, so that taking one back
    /// brings nothing back that others have changed meanwhile.
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

    /// Forgets a step that cannot be done any more.
    mutating func drop(_ files: FileUndo) {
      done.removeAll { $0 == .files(files) }
      undone.removeAll { $0 == .files(files) }
    }

    /// Forgets the edits of a request that is not there any more.
    mutating func forget(_ request: RequestKey) {
      func isOther(_ step: Step) -> Bool {
        if case .edit(request, _, _) = step { false } else { true }
      }
      done = done.filter(isOther)
      undone = undone.filter(isOther)
    }

    /// Puts the step that was just taken back where it came from.
    mutating func restoreUndone() {
      if let step = undone.popLast() { done.append(step) }
    }

    mutating func restoreRedone() {
      if let step = done.popLast() { undone.append(step) }
    }

    /// The step to take back, which from now on can be done again.
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
