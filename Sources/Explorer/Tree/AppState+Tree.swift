import Terminal
import Workspaces

extension AppState {
  /// Derives the tree's rows from the workspace and the history; called whenever one of them changed.
  mutating func rebuildTree() {
    let branch = TreeRow.HistoryBranch(entries: history.shown, hasMore: history.hasMore)
    tree.rebuild(workspace: workspace, history: branch)
    revealTreeCursor()
  }

  mutating func revealTreeCursor() {
    if let rect = layout.panes[.tree] { tree.reveal(height: rect.height - 2) }
  }

  mutating func apply(_ action: TreeAction) -> [Effect] {
    switch action {
    case .filterChanged(let filter):
      tree.filter = filter
      rebuildTree()
      return []
    case .select(let id):
      tree.select(id)
      revealTreeCursor()
      return []
    case .activate(let id):
      tree.select(id)
      revealTreeCursor()
      return activateTreeRow()
    case .historyOpened: return openHistory()
    case .historyChanged:
      rebuildTree()
      return []
    case .historyEntered:
      guard tree.selected?.id == .historyRoot else { return [] }
      tree.move(by: 1)
      revealTreeCursor()
      return []
    }
  }

  private mutating func openHistory() -> [Effect] {
    let effects = setFocus(.tree)
    tree.expanded.insert(TreeRow.historyPath)
    tree.filter = nil
    rebuildTree()
    tree.select(.historyRoot)
    revealTreeCursor()
    return effects
  }

  /// Whether the cursor is among the exchanges.
  private var isInHistory: Bool {
    switch tree.selected?.id {
    case .historyRoot, .exchange, .historyMore: true
    default: false
    }
  }

  mutating func moveInTree(_ motion: Motion) -> [Effect] {
    let page = max(1, (layout.panes[.tree]?.height ?? 3) - 3)
    switch motion {
    case .up: tree.move(by: -1)
    case .down: tree.move(by: 1)
    case .pageUp: tree.move(by: -page)
    case .pageDown: tree.move(by: page)
    case .top: tree.move(by: -tree.rows.count)
    case .bottom: tree.moveToEnd()
    case .left: return closeOrGoToParent()
    case .right: return openBranch()
    }
    return []
  }

  /// `/`: among the exchanges their filter, elsewhere the tree's own.
  mutating func searchInTree() -> [Effect] {
    if isInHistory { return apply(.history(.filterRequested)) }
    return apply(.overlay(.show(.prompt(.treeFilter(tree.filter ?? "")))))
  }

  mutating func leaveTree() -> [Effect] {
    if isSending { return cancelRunning() }
    if tree.filter != nil { return apply(TreeAction.filterChanged(nil)) }
    if history.query != nil { return apply(.history(.filterEnded)) }
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = nil }
    return []
  }

  /// Enter: a branch opens or closes, a leaf is shown at the right.
  mutating func activateTreeRow() -> [Effect] {
    guard let row = tree.selected else { return [] }
    switch row.content {
    case .collection(_, let isOpen), .folder(_, let isOpen), .historyRoot(_, let isOpen):
      return setOpen(!isOpen, row)
    case .request(let node): return open(node)
    case .exchange(let entry): return open(entry)
    case .historyMore: return apply(.history(.olderRequested))
    case .notice(let notice): return say(.warning, "\(notice)")
    }
  }

  private mutating func openBranch() -> [Effect] {
    guard let row = tree.selected else { return [] }
    switch row.content {
    case .collection(_, let isOpen), .folder(_, let isOpen), .historyRoot(_, let isOpen):
      if !isOpen { return setOpen(true, row) }
      tree.move(by: 1)
      return []
    case .request(let node): return open(node)
    case .exchange(let entry): return open(entry)
    case .historyMore: return apply(.history(.olderRequested))
    case .notice(let notice): return say(.warning, "\(notice)")
    }
  }

  private mutating func closeOrGoToParent() -> [Effect] {
    guard let row = tree.selected else { return [] }
    switch row.content {
    case .collection(_, true), .folder(_, true), .historyRoot(_, true): return setOpen(false, row)
    default:
      if let parent = tree.rows[..<tree.cursor].last(where: { $0.depth < row.depth }) { tree.select(parent.id) }
      return []
    }
  }

  private mutating func setOpen(_ isOpen: Bool, _ row: TreeRow) -> [Effect] {
    guard tree.filter == nil, let path = row.branchPath else { return [] }
    if isOpen { tree.expanded.insert(path) } else { tree.expanded.remove(path) }
    rebuildTree()
    return path == TreeRow.historyPath ? apply(.history(.branchToggled)) : []
  }

  mutating func clickTree(_ mouse: Mouse, in rect: Rect) -> [Effect] {
    let inner = rect.inset()
    switch mouse.kind {
    case .wheelUp: tree.scroll(by: -3, height: inner.height)
    case .wheelDown: tree.scroll(by: 3, height: inner.height)
    case .press:
      guard inner.contains(mouse.point) else { return [] }
      let index = tree.offset + mouse.point.y - inner.minY
      guard tree.rows.indices.contains(index) else { return [] }
      let id = tree.rows[index].id
      let isBranch = tree.rows[index].branchPath != nil
      tree.select(id)
      return mouse.clicks >= 2 || isBranch || tree.rows[index].depth > 0 ? activateTreeRow() : []
    case .release, .drag: break
    }
    return []
  }
}

extension TreeRow {
  /// Under which path a branch is remembered as open; `nil` for leaves.
  var branchPath: String? {
    switch id {
    case .collection(let path), .folder(let path): path
    case .historyRoot: TreeRow.historyPath
    case .request, .exchange, .historyMore, .notice: nil
    }
  }
}
