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
  /// Older steps are forgotten.
  public static let limit = 500

  public init() {}

  public mutating func record(_ step: Step) {
    done.append(step)
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
    undone = []
  }

  /// The step to take back, which from now on can be done again.
  public mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return step
  }

  public mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }
}
