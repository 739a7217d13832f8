/// Records changes for undo and redo; typing a word is one change.
struct EditHistory: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Joins the previous change if it continues where that one ended.
    case typing, erasing
    case single
  }

  struct Change: Hashable, Sendable {
    var kind: Kind
    var start: TextPosition
    var removed: String
    var inserted: String
    /// Caret and anchor before the change.
    var caret: TextPosition
    var anchor: TextPosition?
    var caretAfter: TextPosition

    var endOfRemoved: TextPosition { start.advanced(over: removed) }
    var endOfInserted: TextPosition { start.advanced(over: inserted) }
  }

  private static let limit = 1_000

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []
  /// Whether the next change starts a new undo step, because the caret has moved.
  private var isSealed = true

  mutating func seal() { isSealed = true }

  mutating func record(_ change: Change) {
    undone = []
    defer { isSealed = change.kind == .single }
    guard !isSealed, let last = done.last, last.kind == change.kind, let joined = join(last, change) else {
      done.append(change)
      if done.count > EditHistory.limit { done.removeFirst() }
      return
    }
    done[done.count - 1] = joined
  }

  mutating func undo() -> Change? {
    guard let change = done.popLast() else { return nil }
    undone.append(change)
    isSealed = true
    return change
  }

  mutating func redo() -> Change? {
    guard let change = undone.popLast() else { return nil }
    done.append(change)
    isSealed = true
    return change
  }

  private func join(_ last: Change, _ next: Change) -> Change? {
    var joined = last
    joined.caretAfter = next.caretAfter
    switch next.kind {
    case .single: return nil
    case .typing:
      // A blank after a word ends the undo step; the next word begins a new one.
      let startsWord = last.inserted.last?.isWhitespace == true && next.inserted.first?.isWhitespace == false
      guard next.removed.isEmpty, last.endOfInserted == next.start, !startsWord else { return nil }
      joined.inserted += next.inserted
    case .erasing:
      if next.endOfRemoved == last.start {
        joined.start = next.start
        joined.removed = next.removed + last.removed
      } else if next.start == last.start {
        joined.removed += next.removed
      } else {
        return nil
      }
    }
    return joined
  }
}
