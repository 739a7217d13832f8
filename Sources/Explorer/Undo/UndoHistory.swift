import Workspaces

/// What `u` takes back and `^Y` does again, across edits and file operations, newest last.
public struct UndoHistory: Equatable, Sendable {
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
  public mutating func record(_ step: Step, group: Int? = nil) {
    undone = []
    let last = self.group
    self.group = group
    if group != nil, group == last, case .edit(let key, let before, _) = done.last, case .edit(key, _, let after) = step
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

  /// The step to take back, which from now on can be done again.
  public mutating func undo() -> Step? {
    group = nil
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  public mutating func redo() -> Step? {
    group = nil
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}
