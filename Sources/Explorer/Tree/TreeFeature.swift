import Terminal
import Workspaces

/// The left pane: collections with their folders and requests, and below them the history.
///
/// It opens no request and changes no file: it delegates that through an `Outcome`.
package enum TreeFeature {
  /// What it needs to know about the rest of the program.
  struct Surroundings {
    var workspace: WorkspaceTree
    var history: TreeRow.HistoryBranch
    /// Requests without a file.
    var scratches: [Int] = []
    /// Height of the pane including its border; `nil` if it is hidden.
    var height: Int?
  }

  static func reduce(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    switch action {
    case .filterChanged(let filter):
      state.filter = filter
      rebuild(&state, in: surroundings)
    case .select(let id):
      state.select(id)
      reveal(&state, in: surroundings)
    case .activate(let id):
      state.select(id)
      reveal(&state, in: surroundings)
      return activate(&state, in: surroundings)
    case .historyChanged, .workspaceChanged: rebuild(&state, in: surroundings)
    case .shown(let id):
      state.reveal(id, in: surroundings.workspace)
      rebuild(&state, in: surroundings)
      state.select(id)
      reveal(&state, in: surroundings)
    case .marked(let marks): state.marks = marks
    case .revealed: reveal(&state, in: surroundings)
    case .moved(let motion): return move(motion, &state, in: surroundings)
    case .entered: return activate(&state, in: surroundings)
    case .searchRequested:
      // In the history, search means its filter, elsewhere the filter of the tree.
      return [state.isInHistory ? .historyFilterRequested : .ask(.treeFilter(state.filter ?? ""))]
    case .clicked(let mouse, let rect): return click(mouse, &state, at: rect, in: surroundings)
    case .fileRequested(let request): return [.fileRequested(request)]
    case .sendRequested: return state.selected.map { [.send($0)] } ?? []
    case .explanationRequested:
      guard case .request(let node)? = state.selected?.content else { return [] }
      return [.explain(node)]
    case .copyRequested: return state.selected.map { [.copyAsCurl($0)] } ?? []
    }
    return []
  }

  /// Derives the rows from the workspace and the history.
  private static func rebuild(_ state: inout State, in surroundings: Surroundings) {
    state.rebuild(workspace: surroundings.workspace, history: surroundings.history, scratches: surroundings.scratches)
    reveal(&state, in: surroundings)
  }

  /// Fits the rows that are seen to the height of the pane.
  static func reveal(_ state: inout State, in surroundings: Surroundings) {
    if let height = surroundings.height { state.reveal(height: height - 2) }
  }

  private static func move(_ motion: Motion, _ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    let page = max(1, (surroundings.height ?? 3) - 3)
    switch motion {
    case .up: state.move(by: -1)
    case .down: state.move(by: 1)
    case .pageUp: state.move(by: -page)
    case .pageDown: state.move(by: page)
    case .top: state.move(by: -state.rows.count)
    case .bottom: state.moveToEnd()
    case .left: return closeOrGoToParent(&state, in: surroundings)
    case .right: return openBranch(&state, in: surroundings)
    }
    return []
  }

  /// Enter: opens or closes a branch, or shows a leaf on the right.
  private static func activate(_ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    guard let row = state.selected else { return [] }
    if let isOpen = row.isOpen { return setOpen(!isOpen, row, &state, in: surroundings) }
    return show(row)
  }

  private static func openBranch(_ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    guard let row = state.selected else { return [] }
    guard let isOpen = row.isOpen else { return show(row) }
    if !isOpen { return setOpen(true, row, &state, in: surroundings) }
    state.move(by: 1)
    return []
  }

  private static func show(_ leaf: TreeRow) -> [Outcome] {
    switch leaf.content {
    case .collection, .folder, .historyRoot: []
    case .request(let node): [.open(node)]
    case .exchange(let entry): [.openExchange(entry)]
    case .scratch(let number): [.openScratch(number)]
    case .historyMore: [.olderRequested]
    case .notice(let notice): [.said(.warning, "\(notice)")]
    }
  }

  private static func closeOrGoToParent(_ state: inout State, in surroundings: Surroundings) -> [Outcome] {
    guard let row = state.selected else { return [] }
    if row.isOpen == true { return setOpen(false, row, &state, in: surroundings) }
    if let parent = state.rows[..<state.cursor].last(where: { $0.depth < row.depth }) { state.select(parent.id) }
    return []
  }

  private static func setOpen(
    _ isOpen: Bool, _ row: TreeRow, _ state: inout State, in surroundings: Surroundings
  ) -> [Outcome] {
    guard state.filter == nil, let path = row.branchPath else { return [] }
    if isOpen { state.expanded.insert(path) } else { state.expanded.remove(path) }
    rebuild(&state, in: surroundings)
    return path == TreeRow.historyPath ? [.historyToggled] : []
  }

  private static func click(
    _ mouse: Mouse, _ state: inout State, at rect: Rect, in surroundings: Surroundings
  ) -> [Outcome] {
    let inner = rect.inset()
    switch mouse.kind {
    case .wheelUp: state.scroll(by: -3, height: inner.height)
    case .wheelDown: state.scroll(by: 3, height: inner.height)
    case .press:
      guard inner.contains(mouse.point) else { return [] }
      let index = state.offset + mouse.point.y - inner.minY
      guard state.rows.indices.contains(index) else { return [] }
      let row = state.rows[index]
      state.select(row.id)
      if mouse.button == .right { return [] }
      let isActivated = mouse.clicks >= 2 || row.branchPath != nil || row.depth > 0
      return isActivated ? activate(&state, in: surroundings) : []
    case .release, .drag: break
    }
    return []
  }
}

extension TreeFeature.State {
  /// Whether the cursor is in the history.
  fileprivate var isInHistory: Bool {
    switch selected?.id {
    case .historyRoot, .exchange, .historyMore: true
    default: false
    }
  }
}

extension TreeRow {
  /// Whether a branch is open; `nil` for leaves.
  var isOpen: Bool? {
    switch content {
    case .collection(_, let isOpen), .folder(_, let isOpen), .historyRoot(_, let isOpen): isOpen
    case .request, .scratch, .exchange, .historyMore, .notice: nil
    }
  }
}

extension TreeRow {
  /// The path under which an open branch is remembered; `nil` for leaves.
  var branchPath: String? {
    switch id {
    case .collection(let path), .folder(let path): path
    case .historyRoot: TreeRow.historyPath
    case .request, .scratch, .exchange, .historyMore, .notice: nil
    }
  }
}
