import Workspaces

extension AppState {
  mutating func duplicateFile() -> [Effect] {
    changeFile { _, path, _ in [.files(.change(.duplicate(path: path)))] }
  }

  mutating func renameFile() -> [Effect] {
    changeFile { state, path, row in state.apply(.overlay(.show(.prompt(.rename(path: path, name: row.name))))) }
  }

  mutating func moveFile() -> [Effect] {
    changeFile { state, path, _ in
      state.apply(.overlay(.show(.picker(.folders(in: state.workspace, moving: path)))))
    }
  }

  mutating func reorderFile(by step: Int) -> [Effect] {
    changeFile { _, path, _ in [.files(.change(.reorder(path: path, by: step)))] }
  }

  /// Sorts the folder under the cursor, or the one that the request under the cursor is in.
  mutating func sortFolder() -> [Effect] {
    folderOfCursor.map { [.files(.change(.sort(folder: $0)))] } ?? say(.information, "Choose a folder first")
  }

  mutating func deleteFile() -> [Effect] {
    if case .scratch(let number)? = tree.selected?.id { return apply(ScratchFeature.Action.deletionRequested(number)) }
    return deleteSavedFile()
  }

  private mutating func deleteSavedFile() -> [Effect] {
    changeFile { state, path, row in
      guard case .folder = row.id else { return [.files(.change(.delete(path: path)))] }
      let question = Question.confirm(
        "Delete", "Delete the folder \(row.name) and everything in it? (\(key: "undo") brings it back)",
        yes: .files(.perform(.delete(path: path))))
      return state.apply(.overlay(.show(.question(question))))
    }
  }

  /// Changes the selected file or folder of the tree.
  private mutating func changeFile(_ change: (inout AppState, String, TreeRow) -> [Effect]) -> [Effect] {
    guard let row = tree.selected, let path = row.filePath else {
      return say(.information, "Choose a request or a folder first")
    }
    return change(&self, path, row)
  }

  /// - Parameter name: stands there selected, so that typing replaces it.
  mutating func askForNewCollection(proposing name: String = "") -> [Effect] {
    var prompt = Prompt.newCollection
    if !name.isEmpty { prompt.field.bringBack(name) }
    return ask(prompt)
  }

  /// Without a folder for the request, asks for a collection first.
  mutating func askForNewRequest() -> [Effect] {
    ask(folderOfCursor.map { .newRequest(folder: $0) } ?? .newCollection)
  }

  mutating func askForNewFolder() -> [Effect] {
    ask(folderOfCursor.map { .newFolder(parent: $0) } ?? .newCollection)
  }

  private mutating func ask(_ prompt: Prompt) -> [Effect] { apply(.overlay(.show(.prompt(prompt)))) }

  /// The folder for new items: that of the selected row.
  var folderOfCursor: String? {
    switch tree.selected?.id {
    case .folder(let path), .collection(let path): path
    case .request(let path): path.lastIndex(of: "/").map { String(path[..<$0]) }
    default: currentCollection
    }
  }
}
