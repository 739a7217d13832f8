import Terminal

/// What takes changes back and does them again.
enum UndoCommands {
  static let all: [Command] = [undo, redo]

  private static let undo = Command(
    "undo", "Undo", [.character("u")], section: .editing, rank: 130, footer: .word("undo"),
    refusal: { $0.undo.done.isEmpty && !$0.isEditingText ? "Nothing to undo" : nil },
    handler: { $0.undoRequested() })

  private static let redo = Command(
    "redo", "Redo", [.control("y")], section: .editing, rank: 140,
    refusal: { $0.undo.undone.isEmpty && !$0.isEditingText ? "Nothing to redo" : nil },
    handler: { $0.redoRequested() })
}
