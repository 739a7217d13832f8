import Terminal

/// What is done with collections, folders and requests in the tree.
enum TreeCommands {
  static let all: [Command] = [newRequest, newCollection, newFolder, rename, move]

  /// Whatever acts on the row under the cursor, also where other features offer it.
  static let onRows: Set<Command> = Set(all + RowCommands.all + ComparisonCommands.all)

  /// For what acts on the row under the cursor, in the tree a file.
  static let refusalWithoutFile: @Sendable (AppState) -> String? = { state in
    state.focus == .tree && state.tree.selected?.filePath == nil ? "Choose a request or a folder first" : nil
  }

  private static let newRequest = Command(
    "newRequest", "New request", [.character("n")], in: [.tree], section: .editing, rank: 10,
    footer: .word("new", lead: (20, [.tree])), handler: { $0.inTree { $0.askForNewRequest() } })

  static let newCollection = Command(
    "newCollection", "New collection", in: [.tree], section: .editing, rank: 20,
    refusal: { state in
      state.workspace.collections.contains { $0.path == state.workspace.path }
        ? "This workspace is one collection: start apus in the folder above it for another" : nil
    },
    handler: { $0.inTree { $0.askForNewCollection() } })

  private static let newFolder = Command(
    "newFolder", "New folder", [.character("N")], in: [.tree], section: .editing, rank: 30,
    handler: { $0.inTree { $0.askForNewFolder() } })

  private static let rename = Command(
    "rename", "Rename", [.character("r")], in: [.tree], section: .editing, rank: 70, footer: .word("rename"),
    refusal: refusalWithoutFile, handler: { $0.inTree { $0.renameFile() } })

  private static let move = Command(
    "move", "Move to another folder", [.character("m")], in: [.tree], section: .editing, rank: 80,
    refusal: refusalWithoutFile, handler: { $0.inTree { $0.moveFile() } })
}
