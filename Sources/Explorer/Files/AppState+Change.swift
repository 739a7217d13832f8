import Workspaces

extension AppState {
  /// What the tree's keys change about files: asks for a name or a consent where one is needed.
  mutating func performOnFiles(_ command: Command) -> [Effect] {
    if [.newCollection, .newRequest, .newFolder].contains(command) { return askForNew(command) }
    guard let row = tree.selected, let path = row.filePath else {
      return say(.information, "Choose a request or a folder first")
    }
    switch command {
    case .duplicate: return [.files(.change(.duplicate(path: path)))]
    case .rename: return apply(.overlay(.show(.prompt(.rename(path: path, name: row.name)))))
    case .move: return apply(.overlay(.show(.picker(.folders(in: workspace, moving: path)))))
    case .moveUp: return [.files(.change(.reorder(path: path, by: -1)))]
    case .moveDown: return [.files(.change(.reorder(path: path, by: 1)))]
    case .delete:
      if case .folder = row.id {
        let question = Question.confirm(
          "Delete the folder \(row.name) and everything in it? (u brings it back)",
          yes: .files(.perform(.delete(path: path))))
        return apply(.overlay(.show(.question(question))))
      }
      return [.files(.change(.delete(path: path)))]
    default: return []
    }
  }

  private mutating func askForNew(_ command: Command) -> [Effect] {
    guard command != .newCollection, let folder = folderOfCursor else {
      return apply(.overlay(.show(.prompt(.newCollection))))
    }
    let prompt: Prompt = command == .newFolder ? .newFolder(parent: folder) : .newRequest(folder: folder)
    return apply(.overlay(.show(.prompt(prompt))))
  }

  /// The folder that something new goes to: that of the row under the cursor.
  var folderOfCursor: String? {
    switch tree.selected?.id {
    case .folder(let path), .collection(let path): path
    case .request(let path): path.lastIndex(of: "/").map { String(path[..<$0]) }
    default: currentCollection
    }
  }
}

extension TreeRow {
  /// The file or folder behind a row that can be renamed, moved and deleted.
  var filePath: String? {
    switch id {
    case .folder(let path), .request(let path): path
    case .collection, .historyRoot, .exchange, .historyMore, .notice: nil
    }
  }

  var name: String {
    switch content {
    case .collection(let name, _), .folder(let name, _): name
    case .request(let node): node.name
    case .historyRoot, .historyMore: "History"
    case .exchange(let entry): entry.url
    case .notice(let notice): notice.path
    }
  }
}
