import Terminal

/// Commands for the row under the cursor: in tables of the request and, where they also apply, in the tree.
enum RowCommands {
  static let all: [Command] = [addRow, toggle, duplicate, delete, moveUp, moveDown, switchKind]

  private static let addRow = Command(
    "addRow", "Add a row", [.character("a")], in: [.url, .rows], section: .editing, rank: 40,
    footer: .word("add", lead: (20, [.rows])) { state in
      guard state.context == .url else { return true }
      if case .table? = state.session?.content { return state.session?.isReadOnly == false }
      return false
    },
    handler: { $0.inRequest { $0.addRow() } })

  private static let toggle = Command(
    "toggle", "Switch on or off", [.character(" ")], in: [.rows, .fields], section: .editing, rank: 50,
    footer: .word("on/off", lead: (30, [.rows])) { $0.context != .fields || $0.session?.editor.tab == .options },
    handler: { $0.inRequest { $0.toggle() } })

  private static let duplicate = Command(
    "duplicate", "Duplicate", [.character("d")], in: [.tree, .rows], section: .editing, rank: 60,
    footer: .word("duplicate"), refusal: { $0.treeSituation.refusalWithoutFile },
    handler: { $0.focus == .tree ? $0.inTree { $0.duplicateFile() } : $0.inRequest { $0.duplicateRow() } })

  private static let delete = Command(
    "delete", "Delete", [.delete], in: [.tree, .rows], section: .editing, rank: 90,
    footer: .word("delete", lead: (40, [.rows])), refusal: { $0.treeSituation.refusalToDelete },
    handler: { $0.focus == .tree ? $0.inTree { $0.deleteFile() } : $0.inRequest { $0.deleteRow() } })

  private static let moveUp = Command(
    "moveUp", "Move up", [.character("K")], in: [.tree, .rows], section: .editing, rank: 100,
    refusal: { $0.treeSituation.refusalWithoutFile },
    handler: { $0.focus == .tree ? $0.inTree { $0.reorderFile(by: -1) } : $0.inRequest { $0.moveRow(by: -1) } })

  private static let moveDown = Command(
    "moveDown", "Move down", [.character("J")], in: [.tree, .rows], section: .editing, rank: 110,
    refusal: { $0.treeSituation.refusalWithoutFile },
    handler: { $0.focus == .tree ? $0.inTree { $0.reorderFile(by: 1) } : $0.inRequest { $0.moveRow(by: 1) } })

  private static let switchKind = Command(
    "switchKind", "Make a part of a multipart body a file, or text", [.character("F")], in: [.rows],
    section: .editing, rank: 120, handler: { $0.inRequest { $0.switchKind() } })
}
