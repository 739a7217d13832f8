import Workspaces

/// The state of a tree that loads in parts.
struct TreeGrowth: Equatable, Sendable {
  /// Whether new collections are expanded: if the last run left no expanded folders.
  var opensCollections: Bool
  /// The selected row after the last part, to tell whether the user has moved the cursor since.
  var selected: TreeRow.ID?
}

extension AppState {
  mutating func treeLoaded(_ tree: WorkspaceTree) -> [Effect] {
    let isFirst = workspace.collections.isEmpty
    let wasGrowing = growth != nil
    isListed = true
    if wasGrowing {
      let effects = grow(to: tree)
      growth = nil
      return effects + tellNotices()
    }
    workspace = tree
    if isFirst { return treeArrived() + tellNotices() + beginEmpty() }
    rebuildTree()
    return []
  }

  /// If there is nothing to open, starts a scratch request to type or paste into.
  mutating func beginEmpty() -> [Effect] {
    let isEmpty = workspace.collections.isEmpty && workspace.notices.isEmpty
    return isEmpty && current == nil && overlay == nil ? beginScratch() + [.system(.readStartPage)] : []
  }

  /// Shows a part of the tree: its requests can be opened while the rest is still loading.
  mutating func treeGrew(_ part: WorkspaceTree) -> [Effect] {
    // A late part may arrive after the complete tree.
    isListed ? [] : grow(to: part)
  }

  private mutating func grow(to part: WorkspaceTree) -> [Effect] {
    let known = Set(workspace.collections.map(\.path))
    let isFirst = growth == nil
    var growth = growth ?? TreeGrowth(opensCollections: tree.expanded.isEmpty, selected: tree.selected?.id)
    let isUntouched = tree.selected?.id == growth.selected
    workspace = part
    if growth.opensCollections {
      tree.expanded.formUnion(part.collections.lazy.map(\.path).filter { !known.contains($0) })
    }
    rebuildTree()
    // Select the first row, as when everything loads at once, not the history that was alone before.
    if isFirst, isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    var effects: [Effect] = []
    if isFirst { effects += loadEnvironments() }
    if isUntouched { effects += openRemembered() }
    growth.selected = tree.selected?.id
    self.growth = growth
    return effects
  }

  /// Handles the first arrival of the tree: expands its collections and reopens the last request.
  mutating func treeArrived() -> [Effect] {
    let isUntouched = tree.selected?.id == .historyRoot && !tree.expanded.contains(TreeRow.historyPath)
    if tree.expanded.isEmpty { tree.expanded = Set(workspace.collections.map(\.path)) }
    rebuildTree()
    // So far, the history was alone and selected.
    if isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    return loadEnvironments() + openRemembered()
  }

  /// Opens the request of the last run once it is listed, unless another is open or opening.
  private mutating func openRemembered() -> [Effect] {
    guard let path = remembered.request, current == nil || session?.isBlankScratch == true, opening == nil,
      let node = workspace.request(at: path)
    else { return [] }
    showInTree(.request(path))
    openedQuietly = .file(path)
    return open(node)
  }
}
