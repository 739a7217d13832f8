import Terminal

/// Commands that undo and redo changes.
enum UndoCommands {
  /// The steps, and whether text is being edited, which is a step not recorded yet.
  struct Situation {
    var steps: UndoFeature.State
    var isTyping: Bool
  }

  typealias Record = CommandRecord<Situation, UndoFeature.Action>

  static let all: [Record] = [undo, redo]

  private static let undo = Record(
    "undo", "Undo", [.character("u")], section: .editing, rank: 130, footer: .word("undo"),
    refusal: { $0.steps.done.isEmpty && !$0.isTyping ? "Nothing to undo" : nil }, handler: { _ in [.undoRequested] })

  private static let redo = Record(
    "redo", "Redo", [.control("y")], section: .editing, rank: 140,
    refusal: { $0.steps.undone.isEmpty && !$0.isTyping ? "Nothing to redo" : nil }, handler: { _ in [.redoRequested] })
}
