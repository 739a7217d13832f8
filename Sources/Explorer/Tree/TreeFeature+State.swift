package import Workspaces

extension TreeFeature {
  /// The left pane: the expanded folders, the cursor and the resulting rows.
  package struct State: Equatable, Sendable {
    /// Paths of expanded folders and collections; `TreeRow.historyPath` for the history.
    package var expanded: Set<String> = []
    /// The text of the `/` filter; `nil` without a filter.
    package var filter: String?
    /// What differs from the last commit.
    package internal(set) var marks = GitMarks()
    /// The rows as displayed; derived by `rebuild`.
    package private(set) var rows: [TreeRow] = []
    /// Index of the row under the cursor; within `rows` unless there are none.
    package private(set) var cursor = 0
    /// The first visible row.
    package private(set) var offset = 0

    package init() {}

    package var selected: TreeRow? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// Derives the rows again; the cursor stays on its row, or near its old position if the row is gone.
    mutating func rebuild(workspace: WorkspaceTree, history: TreeRow.HistoryBranch, scratches: [Int]) {
      let old = selected?.id
      rows = TreeRow.rows(of: workspace, expanded: expanded, history: history, scratches: scratches, filter: filter)
      if let old, let index = rows.firstIndex(where: { $0.id == old }) { cursor = index }
      cursor = min(max(0, cursor), max(0, rows.count - 1))
    }

    mutating func select(_ id: TreeRow.ID) {
      if let index = rows.firstIndex(where: { $0.id == id }) { cursor = index }
    }

    mutating func move(by step: Int) {
      cursor = min(max(0, cursor + step), max(0, rows.count - 1))
    }

    mutating func moveToEnd() { cursor = max(0, rows.count - 1) }

    /// Scrolls the cursor into view.
    mutating func reveal(height: Int) {
      guard height > 0 else { return }
      if cursor < offset { offset = cursor }
      if cursor >= offset + height { offset = cursor - height + 1 }
      offset = min(max(0, offset), max(0, rows.count - height))
    }

    /// Scrolls the window, as the wheel does; the cursor moves only to stay visible.
    mutating func scroll(by rows: Int, height: Int) {
      offset = min(max(0, offset + rows), max(0, self.rows.count - height))
      cursor = min(max(cursor, offset), max(offset, offset + height - 1))
    }

    /// Opens the branches above a row.
    mutating func reveal(_ id: TreeRow.ID, in workspace: WorkspaceTree) {
      let path: String
      switch id {
      case .request(let file), .folder(let file), .collection(let file): path = file
      case .historyRoot, .exchange, .historyMore:
        expanded.insert(TreeRow.historyPath)
        return
      case .notice, .scratch: return
      }
      for collection in workspace.collections where path.hasPrefix(collection.path + "/") {
        expanded.insert(collection.path)
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
          folder = String(folder[..<slash])
          guard folder.count > collection.path.count else { break }
          expanded.insert(folder)
        }
      }
    }
  }
}
