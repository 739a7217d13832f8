import Basics
import Terminal
import Workspaces

/// Draws the tree: one line a row, the method coloured, the cursor reversed, drafts and faults marked.
struct TreeView<Surface: Appearance> {
  let tree: TreeFeature.State
  let workspace: WorkspaceTree
  /// Whether the workspace's files were looked at, and whether more of them are still being listed.
  let isListed: Bool
  let isGrowing: Bool
  /// What the history is filtered by.
  let historyQuery: String?
  let isFocused: Bool
  let open: (String) -> TreeRow.OpenRequest?
  /// The same for a request without a file.
  let scratch: (Int) -> TreeRow.OpenRequest?
  let state: Surface

  func draw(in rect: Rect, into screen: inout Screen) {
    // Who looks for something has to know that this is not all.
    let name = isGrowing ? "Still listing" : "Collections"
    let title = tree.filter.map { "\(name): \($0)" } ?? name
    let inner = PaneFrame.draw(title, isFocused: isFocused, state, in: rect, into: &screen)
    if tree.rows.isEmpty, tree.filter != nil {
      return PaneFrame.hint(["Nothing matches.", "Esc ends the filter."], state, in: inner, into: &screen)
    }
    if isListed, workspace.collections.isEmpty, tree.filter == nil {
      let (_, below) = inner.splitTop(tree.rows.count)
      PaneFrame.hint(["No collection here yet.", "n makes the first one."], state, in: below, into: &screen)
    }
    for line in 0..<inner.height {
      let index = tree.offset + line
      guard tree.rows.indices.contains(index) else { break }
      let place = Rect(x: inner.x, y: inner.y + line, width: inner.width, height: 1)
      draw(tree.rows[index], in: place, into: &screen)
      if index == tree.cursor { PaneFrame.markCursor(place, isFocused: isFocused, &screen) }
    }
    PaneFrame.scrollbar(offset: tree.offset, total: tree.rows.count, in: rect, state, into: &screen)
  }

  private func draw(_ row: TreeRow, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    // Where there is little room it belongs to the names.
    let indent = row.depth * (rect.width < 24 ? 1 : 2)
    var pieces = [StyledText(String(repeating: " ", count: indent), theme[.text])]
    var mark: [StyledText] = []
    switch row.content {
    case .collection(let name, let isOpen):
      pieces += [arrow(isOpen), StyledText(name, theme[.text].adding(.bold))]
    case .folder(let name, let isOpen):
      pieces += [arrow(isOpen), StyledText(name, theme[.text])]
      if !isOpen, let path = row.branchPath, workspace.notices.contains(where: { $0.isIn(path) }) {
        mark = [StyledText(" !", theme[.error])]
      }
    case .historyRoot(_, let isOpen):
      pieces += [arrow(isOpen), StyledText("History", theme[.text].adding(.bold))]
      if let query = historyQuery { pieces.append(StyledText(": \(query)", theme[.accent])) }
    case .request(let node):
      let open = open(node.path)
      pieces += request(node, open)
      mark = open.flatMap { self.mark(of: $0) } ?? []
    case .scratch(let number):
      if let open = scratch(number) {
        pieces += request(open)
        mark = self.mark(of: open) ?? []
      }
    case .historyMore: pieces.append(StyledText("Enter lists older ones", theme[.dim]))
    case .notice(let notice):
      let name = notice.path.split(separator: "/").last.map(String.init) ?? notice.path
      pieces += [
        StyledText("  !!!   ", theme[.error]), StyledText("\(name)\(notice.place) \(notice.message)", theme[.warn]),
      ]
    case .exchange(let entry):
      let status = entry.status == 0 ? "ERR" : String(entry.status)
      pieces += [
        StyledText(status + " ", theme[.status(entry.status)]),
        StyledText(entry.method.shortMethod.padded(to: 6), theme[.method(entry.method)]),
        StyledText(entry.path, theme[.text]),
      ]
    }
    // A long name gives way to the mark: that something is unsaved must not be cut away.
    let name = pieces.truncated(to: rect.width - mark.columns)
    screen.write(name + mark, at: Point(x: rect.x, y: rect.y), clippedTo: rect)
  }

  private func request(_ node: RequestNode, _ open: TreeRow.OpenRequest?) -> [StyledText] {
    let theme = state.theme
    let mark = open?.isShown == true ? (state.capabilities.unicode ? "▸ " : "> ") : "  "
    var pieces = [StyledText(mark, theme[.accent])]
    if node.fault != nil {
      pieces += [StyledText("!!!   ", theme[.error]), StyledText(node.name, theme[.dim])]
    } else {
      if case .unsupported(let kind) = node.kind {
        // Listed and kept; the word stands where others have their method.
        return pieces + [StyledText(kind.shortKind.padded(to: 6), theme[.dim]), StyledText(node.name, theme[.dim])]
      }
      let method = open?.method ?? node.method
      pieces += [
        StyledText(method.shortMethod.padded(to: 6), theme[.method(method)]),
        StyledText(open?.name ?? node.name, theme[.text]),
      ]
    }
    return pieces
  }

  private func request(_ open: TreeRow.OpenRequest) -> [StyledText] {
    let mark = open.isShown ? (state.capabilities.unicode ? "▸ " : "> ") : "  "
    return [
      StyledText(mark, state.theme[.accent]),
      StyledText(open.method.shortMethod.padded(to: 6), state.theme[.method(open.method)]),
      StyledText(open.name, state.theme[.text]),
    ]
  }

  /// What a request's row ends with: on its way, or unsaved.
  private func mark(of open: TreeRow.OpenRequest) -> [StyledText]? {
    if open.isSending {
      return [StyledText(state.capabilities.unicode ? " ⋯" : " ...", state.theme[.warn])]
    }
    return open.isDraft ? [StyledText(state.capabilities.unicode ? " ●" : " *", state.theme[.warn])] : nil
  }

  private func arrow(_ isOpen: Bool) -> StyledText {
    let text = state.capabilities.unicode ? (isOpen ? "▾ " : "▸ ") : (isOpen ? "v " : "> ")
    return StyledText(text, state.theme[.dim])
  }
}

extension TreeRow {
  /// What is shown of a request that is open, which may differ from its file.
  struct OpenRequest {
    var method: String
    var name: String
    /// Whether it is the one in front.
    var isShown: Bool
    var isSending: Bool
    var isDraft: Bool
  }
}

extension String {
  /// A kind of request in five letters at the most, as it stands in a list.
  fileprivate var shortKind: String {
    switch lowercased() {
    case "websocket", "ws": "WS"
    case "graphql": "GQL"
    case let kind: String(kind.uppercased().prefix(5))
    }
  }
}

extension HistorySummary {
  /// Path and query of the URL: what tells exchanges of one host apart.
  var path: String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return String(rest) }
    return String(rest[slash...])
  }
}
