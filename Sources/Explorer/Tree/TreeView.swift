import Basics
import Terminal
import Workspaces

/// Draws the tree: one line a row, the method coloured, the cursor reversed, drafts and faults marked.
enum TreeView {
  static func draw(_ state: AppState, in rect: Rect, into screen: inout Screen) {
    let isFocused = state.focus == .tree
    // Who looks for something has to know that this is not all.
    let name = state.growth == nil ? "Collections" : "Still listing"
    let title = state.tree.filter.map { "\(name): \($0)" } ?? name
    let inner = PaneFrame.draw(title, isFocused: isFocused, state, in: rect, into: &screen)
    if state.tree.rows.isEmpty, state.tree.filter != nil {
      return PaneFrame.hint(["Nothing matches.", "Esc ends the filter."], state, in: inner, into: &screen)
    }
    if state.isListed, state.workspace.collections.isEmpty, state.tree.filter == nil {
      let (_, below) = inner.splitTop(state.tree.rows.count)
      PaneFrame.hint(["No collection here yet.", "n makes the first one."], state, in: below, into: &screen)
    }
    for line in 0..<inner.height {
      let index = state.tree.offset + line
      guard state.tree.rows.indices.contains(index) else { break }
      let place = Rect(x: inner.x, y: inner.y + line, width: inner.width, height: 1)
      draw(state.tree.rows[index], state, in: place, into: &screen)
      if index == state.tree.cursor { PaneFrame.markCursor(place, isFocused: isFocused, &screen) }
    }
    PaneFrame.scrollbar(offset: state.tree.offset, total: state.tree.rows.count, in: rect, state, into: &screen)
  }

  private static func draw(_ row: TreeRow, _ state: AppState, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    // Where there is little room it belongs to the names.
    let indent = row.depth * (rect.width < 24 ? 1 : 2)
    var pieces = [StyledText(String(repeating: " ", count: indent), theme[.text])]
    var mark: [StyledText] = []
    switch row.content {
    case .collection(let name, let isOpen):
      pieces += [arrow(isOpen, state), StyledText(name, theme[.text].adding(.bold))]
    case .folder(let name, let isOpen):
      pieces += [arrow(isOpen, state), StyledText(name, theme[.text])]
      if !isOpen, let path = row.branchPath, state.workspace.notices.contains(where: { $0.isIn(path) }) {
        mark = [StyledText(" !", theme[.error])]
      }
    case .historyRoot(_, let isOpen):
      pieces += [arrow(isOpen, state), StyledText("History", theme[.text].adding(.bold))]
      if let query = state.history.query { pieces.append(StyledText(": \(query)", theme[.accent])) }
    case .request(let node):
      pieces += request(node, state)
      mark = state.sessions[.file(node.path)].flatMap { self.mark(of: $0, state) } ?? []
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

  private static func request(_ node: RequestNode, _ state: AppState) -> [StyledText] {
    let theme = state.theme
    let session = state.sessions[.file(node.path)]
    let isOpen = state.current == .file(node.path)
    let mark = isOpen ? (state.capabilities.unicode ? "▸ " : "> ") : "  "
    var pieces = [StyledText(mark, theme[.accent])]
    if node.fault != nil {
      pieces += [StyledText("!!!   ", theme[.error]), StyledText(node.name, theme[.dim])]
    } else {
      if case .unsupported(let kind) = node.kind {
        // Listed and kept; the word stands where others have their method.
        return pieces + [StyledText(kind.shortKind.padded(to: 6), theme[.dim]), StyledText(node.name, theme[.dim])]
      }
      let method = session?.draft.method ?? node.method
      pieces += [
        StyledText(method.shortMethod.padded(to: 6), theme[.method(method)]),
        StyledText(session?.draft.name ?? node.name, theme[.text]),
      ]
    }
    return pieces
  }

  /// What a request's row ends with: on its way, or unsaved.
  private static func mark(of session: RequestSession, _ state: AppState) -> [StyledText]? {
    if case .sending = session.response.phase {
      return [StyledText(state.capabilities.unicode ? " ⋯" : " ...", state.theme[.warn])]
    }
    return session.isDraft ? [StyledText(state.capabilities.unicode ? " ●" : " *", state.theme[.warn])] : nil
  }

  private static func arrow(_ isOpen: Bool, _ state: AppState) -> StyledText {
    let text = state.capabilities.unicode ? (isOpen ? "▾ " : "▸ ") : (isOpen ? "v " : "> ")
    return StyledText(text, state.theme[.dim])
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
