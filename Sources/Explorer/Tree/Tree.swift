package import Terminal
package import Workspaces

/// The left pane: collections with their folders and requests, and below them the history.
package struct Tree: Feature {
  /// Paths of expanded folders and collections; `TreeRow.historyPath` for the history.
  package var expanded: Set<String> = []
  /// The text of the `/` filter; `nil` without a filter.
  package private(set) var filter: String?
  /// The differences from the last commit.
  package private(set) var marks = GitMarks()
  package private(set) var rows: [TreeRow] = []
  /// Its row is within `rows` unless there are none.
  private(set) var cursor = ListCursor()

  package enum Action: Equatable, Sendable {
    case filterChanged(String?)
    case select(TreeRow.ID)
    /// Opens or closes a folder; opens a request or a history entry.
    case activate(TreeRow.ID)
    /// Entries were added to or removed from the history.
    case historyChanged
    /// The listed items changed.
    case workspaceChanged
    /// Opens the branches above a row and selects it.
    case shown(TreeRow.ID)
    /// Scrolls the cursor into view.
    case revealed
    /// The differences from the last commit.
    case marked(GitMarks)
    // From the user
    case moved(Motion)
    case entered
    case searchRequested
    case clicked(Mouse, in: Rect)
    case sendRequested
    /// Goes to a request and opens it.
    case jumped(to: String)
  }

  package enum Question: Hashable, Sendable {
    case filter
  }

  package var selected: TreeRow? { rows.indices.contains(cursor.row) ? rows[cursor.row] : nil }
}

extension Tree {
  mutating func apply(_ action: Action, in context: inout FeatureContext) {
    switch action {
    case .filterChanged(let filter):
      self.filter = filter
      rebuild(in: context)
    case .select(let id):
      select(id)
      reveal(in: context)
    case .activate(let id):
      select(id)
      reveal(in: context)
      activate(in: &context)
    case .historyChanged, .workspaceChanged: rebuild(in: context)
    case .shown(let id): show(id, in: context)
    case .marked(let marks): self.marks = marks
    case .revealed: reveal(in: context)
    case .moved(let motion): move(motion, in: &context)
    case .entered: activate(in: &context)
    case .searchRequested: search(in: &context)
    case .clicked(let mouse, let rect): click(mouse, at: rect, in: &context)
    case .sendRequested: send(in: &context)
    case .jumped(let id):
      if let number = id.rest(after: Picker.draftPrefix).flatMap(Int.init) {
        show(.scratch(number), in: context)
        return context.open(.scratch(number))
      }
      let path = id
      guard context.app.workspace.request(at: path) != nil || context.app.sessions[.file(path)] != nil else { return }
      show(.request(path), in: context)
      context.open(.file(path))
    }
  }

  private mutating func rebuild(in context: FeatureContext) {
    let (history, workspace) = (context.app.history, context.app.workspace)
    rebuild(
      workspace: workspace, history: TreeRow.HistoryBranch(entries: history.shown, hasMore: history.hasMore),
      scratches: context.app.scratches)
    reveal(in: context)
  }

  /// Fits the visible rows to the height of the pane.
  private mutating func reveal(in context: FeatureContext) {
    if let height = context.heightOfTree { cursor.settle(count: rows.count, height: height) }
  }

  /// Opens the branches above a row and selects it.
  private mutating func show(_ id: TreeRow.ID, in context: FeatureContext) {
    reveal(id, in: context.app.workspace)
    rebuild(in: context)
    select(id)
    reveal(in: context)
  }

  private mutating func move(_ motion: Motion, in context: inout FeatureContext) {
    switch motion {
    case .left: closeOrGoToParent(in: &context)
    case .right: openBranch(in: &context)
    default: cursor.move(motion, count: rows.count, height: context.heightOfTree ?? 1)
    }
  }

  /// Enter: opens or closes a branch, or shows a leaf on the right.
  private mutating func activate(in context: inout FeatureContext) {
    guard let row = selected else { return }
    if let isOpen = row.isOpen { setOpen(!isOpen, row, in: &context) } else { open(row, in: &context) }
  }

  private mutating func openBranch(in context: inout FeatureContext) {
    guard let row = selected else { return }
    guard let isOpen = row.isOpen else { return open(row, in: &context) }
    if isOpen { move(.down, in: &context) } else { setOpen(true, row, in: &context) }
  }

  private func open(_ leaf: TreeRow, in context: inout FeatureContext) {
    switch leaf.content {
    case .collection, .folder, .historyRoot: break
    case .request(let node): context.open(.file(node.path))
    case .exchange(let entry): context.open(entry)
    case .scratch(let number): context.open(.scratch(number))
    case .historyMore: context.perform(.history(.olderRequested))
    case .notice(let notice): context.say("\(notice)", .warning)
    }
  }

  private mutating func closeOrGoToParent(in context: inout FeatureContext) {
    guard let row = selected else { return }
    if row.isOpen == true { return setOpen(false, row, in: &context) }
    if let parent = rows[..<cursor.row].last(where: { $0.depth < row.depth }) { select(parent.id) }
  }

  private mutating func setOpen(_ isOpen: Bool, _ row: TreeRow, in context: inout FeatureContext) {
    guard filter == nil, let path = row.branchPath else { return }
    if isOpen { expanded.insert(path) } else { expanded.remove(path) }
    rebuild(in: context)
    if path == TreeRow.historyPath { context.perform(.history(.branchToggled)) }
  }

  /// In the history, search means its filter, elsewhere the filter of the tree.
  private func search(in context: inout FeatureContext) {
    switch selected?.id {
    case .historyRoot, .exchange, .historyMore: context.perform(.history(.filterRequested))
    default:
      context.ask(
        Prompt("Filter by name, URL, #tag", .tree(.filter), text: filter ?? "", verb: "filter", isLive: true))
    }
  }

  private func send(in context: inout FeatureContext) {
    switch selected?.content {
    case .request(let node): context.open(.file(node.path), to: .pressSend)
    case .exchange(let entry): context.open(entry, to: .send)
    case .scratch(let number):
      context.open(.scratch(number))
      context.perform(.command(CommandTable.send))
    default: break
    }
  }

  private mutating func click(_ mouse: Mouse, at rect: Rect, in context: inout FeatureContext) {
    let pressed = cursor.click(mouse, count: rows.count, on: rect.inset(), in: rect)
    guard let row = pressed.map({ rows[$0] }), mouse.button != .right else { return }
    // The first click of a double click has toggled the branch already.
    if mouse.clicks >= 2, let isOpen = row.isOpen {
      if !isOpen { setOpen(true, row, in: &context) }
      return
    }
    if mouse.clicks >= 2 || row.branchPath != nil || row.depth > 0 { activate(in: &context) }
  }

  /// True if a mouse event is a drag of the scrollbar.
  func isScrollbarDrag(_ mouse: Mouse, in rect: Rect) -> Bool {
    cursor.isScrollbarDrag(mouse, count: rows.count, on: rect.inset(), in: rect)
  }
}

extension FeatureContext {
  /// The number of rows in the tree's pane, which its names do not change; `nil` if it is hidden.
  fileprivate var heightOfTree: Int? { app.layout.panes[.tree].map { $0.height - 2 } }
}

/// The rows and the cursor.
extension Tree {
  /// Derives the rows again; the cursor stays on its row, or near its old position if the row is gone.
  mutating func rebuild(workspace: WorkspaceTree, history: TreeRow.HistoryBranch, scratches: [Int]) {
    let old = selected?.id
    rows = TreeRow.rows(of: workspace, expanded: expanded, history: history, scratches: scratches, filter: filter)
    if let old, let index = rows.firstIndex(where: { $0.id == old }) { cursor.row = index }
    cursor.row = min(cursor.row, max(0, rows.count - 1))
  }

  mutating func select(_ id: TreeRow.ID) {
    if let index = rows.firstIndex(where: { $0.id == id }) { cursor.row = index }
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

extension Tree.Action {
  static func filter(_ answer: Prompt.Answer) -> Self {
    switch answer {
    case .typed(let text): .filterChanged(text)
    case .accepted(let text): .filterChanged(text.isEmpty ? nil : text)
    case .abandoned: .filterChanged(nil)
    }
  }
}

extension AppState {
  /// Rebuilds the rows after the workspace changed.
  mutating func rebuildTree() { _ = apply(.workspaceChanged, to: \.tree) }

  /// Expands the branches above a row and selects it.
  mutating func showInTree(_ id: TreeRow.ID) { _ = apply(.shown(id), to: \.tree) }

  /// True if Esc in the tree would end a filter, of the tree or of the history.
  var endsFilter: Bool { !isSending && (tree.filter != nil || history.query != nil) }

  mutating func leaveTree() -> [Effect] {
    if isSending { return cancelSend() }
    if tree.filter != nil { return apply(.filterChanged(nil), to: \.tree) }
    if history.query != nil { return apply(.history(.filterEnded)) }
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = nil }
    return []
  }
}
