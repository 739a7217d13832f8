/// Undo and redo: each command that changes the text is one step.
struct VimHistory: Hashable, Sendable {
  struct Step: Hashable, Sendable {
    /// The first line that differs, and the lines there before and after.
    var top: Int
    var before: [[Character]]
    var after: [[Character]]
    /// Where the cursor was when the change began.
    var cursor: VimText.Place
  }

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []

  mutating func record(from old: [[Character]], to new: [[Character]], cursor: VimText.Place) {
    var top = 0
    while top < old.count, top < new.count, old[top] == new[top] { top += 1 }
    if top == old.count, top == new.count {
      // A change that changes nothing is a step, too.
      let line = min(cursor.line, new.count - 1)
      done.append(Step(top: line, before: [new[line]], after: [new[line]], cursor: cursor))
      undone = []
      return
    }
    // The lines from the cursor on belong to it, too: that is where undo returns.
    top = min(top, cursor.line + 1)
    var same = 0
    while same < old.count - top, same < new.count - top, old[old.count - 1 - same] == new[new.count - 1 - same] {
      same += 1
    }
    done.append(
      Step(
        top: top, before: Array(old[top..<old.count - same]), after: Array(new[top..<new.count - same]), cursor: cursor)
    )
    if done.count > 1_000 { done.removeFirst() }
    undone = []
  }

  mutating func undo(_ text: inout VimText) -> Bool {
    guard let step = done.popLast() else { return false }
    undone.append(step)
    Self.replace(step.after, step.before, of: step, &text)
    return true
  }

  mutating func redo(_ text: inout VimText) -> Bool {
    guard let step = undone.popLast() else { return false }
    done.append(step)
    Self.replace(step.before, step.after, of: step, &text)
    return true
  }

  private static func replace(_ old: [[Character]], _ new: [[Character]], of step: Step, _ text: inout VimText) {
    text.lines.replaceSubrange(step.top..<step.top + old.count, with: new)
    var line = step.top
    if step.cursor.line >= step.top - 1, step.cursor.line <= step.top + new.count { line = step.cursor.line }
    if step.cursor.line + 1 == line, line > 0 { line -= 1 }
    line = min(line, text.lastLine)
    let column = step.cursor.line == line ? step.cursor.column : text.firstNonBlank(of: line)
    text.cursor = VimText.Place(line: line, column: column)
  }
}
