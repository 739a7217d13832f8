import Workspaces

/// What has to be remembered while the tree comes in parts.
struct TreeGrowth: Equatable, Sendable {
  /// Whether collections are opened as they come: where nothing is known of what was open in the last run.
  var opensCollections: Bool
  /// The row under the cursor after the last part, so that a cursor that was moved since stays where it is.
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

  /// Where there is nothing to open, what one came for is typed or pasted at once.
  private mutating func beginEmpty() -> [Effect] {
    let isEmpty = workspace.collections.isEmpty && workspace.notices.isEmpty
    return isEmpty && current == nil && overlay == nil ? beginScratch() : []
  }

  /// A part of the tree: what is in it can be opened, whatever is still being listed.
  mutating func treeGrew(_ part: WorkspaceTree) -> [Effect] {
    // One that was on its way when the whole arrived.
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
    // The first row, as where all comes at once, and not the history that stood alone.
    if isFirst, isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    var effects: [Effect] = []
    if isFirst, let collection = currentCollection { effects.append(.environment(.load(collection: collection))) }
    if isUntouched { effects += openRemembered() }
    growth.selected = tree.selected?.id
    self.growth = growth
    return effects
  }

  /// The tree is there for the first time: open its collections, and what was open in the last run.
  mutating func treeArrived() -> [Effect] {
    let isUntouched = tree.selected?.id == .historyRoot && !tree.expanded.contains(TreeRow.historyPath)
    if tree.expanded.isEmpty { tree.expanded = Set(workspace.collections.map(\.path)) }
    rebuildTree()
    // The history stood alone, and the cursor on it.
    if isUntouched, tree.filter == nil, let first = tree.rows.first { tree.select(first.id) }
    var effects: [Effect] = []
    if let collection = currentCollection { effects.append(.environment(.load(collection: collection))) }
    return effects + openRemembered()
  }

  /// The request that was open in the last run, as soon as it is listed and unless another is open or on its way.
  private mutating func openRemembered() -> [Effect] {
    guard let path = remembered.request, current == nil, opening == nil, let node = workspace.request(at: path) else {
      return []
    }
    showInTree(.request(path))
    openedQuietly = .file(path)
    return open(node)
  }
}
