/// The steps that can be undone and redone. Its owner decides what a step is, and carries it out.
package struct UndoStack<Step: Sendable>: Sendable {
  /// The steps to undo, newest last.
  package var done: [Step] = []
  /// The steps to redo, newest last.
  package var undone: [Step] = []
  /// The group of the newest step; `nil` if the next step does not join it.
  private var group: Int?
  /// Older steps are dropped.
  package static var limit: Int { 1_000 }

  package init() {}

  /// Records a step. It replaces the steps to redo.
  /// - Parameters:
  ///   - group: a step of the same group as the newest one may join it.
  ///   - join: the newest step joined with this one; `nil` if they stay two steps.
  package mutating func record(_ step: Step, group: Int? = nil, join: (Step) -> Step? = { _ in nil }) {
    undone = []
    if group != nil, group == self.group, let joined = done.last.flatMap(join) {
      done[done.count - 1] = joined
    } else {
      done.append(step)
      if done.count > Self.limit { done.removeFirst() }
    }
    self.group = group
  }

  /// Ends the group of the newest step.
  package mutating func seal() { group = nil }

  /// Returns the step to undo; `nil` if there is none.
  @discardableResult
  package mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    seal()
    return step
  }

  /// Returns the step to redo; `nil` if there is none.
  @discardableResult
  package mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return step
  }

  /// Adapts all steps to a change made elsewhere; drops those that become `nil`.
  package mutating func adapt(_ change: (Step) -> Step?) {
    done = done.compactMap(change)
    undone = undone.compactMap(change)
  }
}

extension UndoStack: Equatable where Step: Equatable {}
extension UndoStack: Hashable where Step: Hashable {}
