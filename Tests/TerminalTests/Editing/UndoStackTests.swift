import Terminal
import Testing

@Suite("Steps to undo and redo")
struct UndoStackTests {
  private func stack(_ steps: String...) -> UndoStack<String> {
    var stack = UndoStack<String>()
    for step in steps { stack.record(step) }
    return stack
  }

  @Test("Steps are undone from the newest on, and redone in the opposite order")
  func order() {
    var stack = stack("a", "b")
    #expect(stack.undo() == "b" && stack.undo() == "a" && stack.undo() == nil)
    #expect(stack.redo() == "a" && stack.redo() == "b" && stack.redo() == nil)
    #expect(stack.done == ["a", "b"])
  }

  @Test("After a new step, an undone one cannot be redone")
  func replaced() {
    var stack = stack("a", "b")
    stack.undo()
    stack.record("c")
    #expect(stack.redo() == nil && stack.done == ["a", "c"])
  }

  @Test("A step joins the newest one of its group")
  func joined() {
    var stack = stack("a")
    for letter in ["b", "c"] { stack.record(letter, group: 1) { $0 + letter } }
    #expect(stack.done == ["a", "bc"])
    stack.record("d", group: 2) { $0 + "d" }
    #expect(stack.done == ["a", "bc", "d"])
    stack.record("e", group: 2) { _ in nil }
    #expect(stack.done == ["a", "bc", "d", "e"])
  }

  @Test("Steps without a group never join")
  func single() {
    var stack = stack("a")
    stack.record("b") { $0 + "b" }
    #expect(stack.done == ["a", "b"])
  }

  @Test("Undo and a seal end the group", arguments: [true, false])
  func sealed(byUndo: Bool) {
    var stack = stack("a", "b")
    stack.record("c", group: 1)
    if byUndo {
      stack.record("d", group: 1) { _ in nil }
      stack.undo()
    } else {
      stack.seal()
    }
    stack.record("e", group: 1) { $0 + "e" }
    #expect(stack.done == ["a", "b", "c", "e"])
  }

  @Test("The oldest steps are dropped beyond the limit")
  func limit() {
    var stack = UndoStack<Int>()
    for step in 0...UndoStack<Int>.limit { stack.record(step) }
    #expect(stack.done.count == UndoStack<Int>.limit && stack.done.first == 1)
  }

  @Test("Steps in both directions are adapted to a changed state, or dropped")
  func adapted() {
    var stack = stack("a", "b", "c", "d")
    stack.undo()
    stack.undo()
    stack.adapt { $0 == "a" || $0 == "c" ? nil : $0 + "!" }
    #expect(stack.done == ["b!"] && stack.undone == ["d!"])
  }
}
