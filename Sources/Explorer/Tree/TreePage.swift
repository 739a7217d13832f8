import Basics
import HTTPModel
import HTTPTypes
import SessionModel
import Terminal
import Workspaces

/// Draws the tree: coloured methods, the cursor, marks for drafts and errors and, at the right, the last result of each
/// request.
struct TreePage {
  let state: AppState
  private var tree: Tree { state.tree }
  private var isFocused: Bool { state.focusedPane == .tree }

  func draw(in rect: Rect, into screen: inout Screen) {
    // A user looking for a request needs to know that the list is incomplete.
    let facts = state.isGrowing ? [StyledText(loadingWords, state.theme[.warn])] : []
    let title = tree.filter.map { "Collections: \($0)" } ?? "Collections"
    let inner = PaneFrame.head(title, facts: facts, isFocused: isFocused, state, in: rect, into: &screen)
    if tree.rows.isEmpty, tree.filter != nil {
      return PaneFrame.hint(["Nothing matches.", "\(key: "leave") ends the filter."], state, in: inner, into: &screen)
    }
    if state.isListed, state.workspace.collections.isEmpty, tree.filter == nil {
      let (_, below) = inner.splitTop(tree.rows.count)
      PaneFrame.hint(["No collection yet.", "\(key: "newRequest") creates one."], state, in: below, into: &screen)
    }
    tree.cursor.draw(
      count: tree.rows.count, in: inner, frame: rect, isFocused: isFocused, state, into: &screen
    ) { index, place, screen in
      draw(tree.rows[index], isCursor: index == tree.cursor.row, in: place, into: &screen)
    }
  }

  /// `loading… 12 345`, with the number of requests found so far.
  private var loadingWords: String {
    var count = 0
    for collection in state.workspace.collections { collection.forEachRequest { _ in count += 1 } }
    return count > 0 ? "loading… \(Quantity.count(count))" : "loading…"
  }

  private func draw(_ row: TreeRow, isCursor: Bool, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    // The first column is for the cursor, the last three for the result.
    let margin = rect.width < 23 ? 0 : 1
    var room = rect.width - margin
    // Names need the room in a narrow tree.
    let indent = row.depth * (rect.width < 23 ? 1 : 2)
    var pieces = [StyledText(String(repeating: " ", count: indent), theme[.text])]
    var mark: [StyledText] = []
    switch row.content {
    case .collection(let name, let isOpen):
      pieces += [arrow(isOpen), StyledText(name, theme[.text].adding(.bold))]
      mark = finishFolder(row, isCursor, margin, in: rect, into: &screen)
    case .folder(let name, let isOpen):
      pieces += [arrow(isOpen), StyledText(name, theme[.dim])]
      mark = finishFolder(row, isCursor, margin, in: rect, into: &screen)
      if !isOpen, let path = row.branchPath, state.workspace.notices.contains(where: { $0.isIn(path) }) {
        mark.append(StyledText(" !", theme[.error]))
      }
    case .historyRoot(_, let isOpen):
      pieces += [arrow(isOpen), StyledText("History", theme[.text].adding(.bold))]
      if let query = state.history.query { pieces.append(StyledText(": \(query)", theme[.accent])) }
    case .request(let node):
      let open = state.openRequest(.file(node.path))
      pieces += request(node, open)
      if !row.feeders.isEmpty { pieces.append(StyledText(row.feederText, theme[.faint])) }
      mark = self.mark(of: open)
      finish(open, isCursor, margin, &room, in: rect, into: &screen)
      if open == nil, let result = state.lastResult(of: node) { draw(result, &room, in: rect, into: &screen) }
    case .scratch(let number):
      if let open = state.openRequest(.scratch(number)) {
        pieces += request(open)
        mark = self.mark(of: open)
        finish(open, isCursor, margin, &room, in: rect, into: &screen)
      }
    case .historyMore: pieces.append(StyledText(state.keys.filled("\(key: "enter") lists older ones"), theme[.dim]))
    case .notice(let notice):
      let name = notice.path.split(separator: "/").last.map(String.init) ?? notice.path
      pieces += [
        StyledText("!!!   ", theme[.error]), StyledText("\(name)\(notice.place) \(notice.message)", theme[.warn]),
      ]
    case .exchange(let entry):
      let result = entry.result(unicode: state.capabilities.unicode)
      pieces += [
        StyledText(result.text.padded(to: 3) + " ", theme[result.token]),
        StyledText(entry.method.shortMethod.padded(to: 6), theme[.method(entry.method)]),
        StyledText(entry.path, theme[.text]),
      ]
    }
    mark += gitMark(of: row)
    // A long name is cut before the marks, which must stay visible.
    let name = pieces.truncated(to: room - mark.columns)
    screen.write(name + mark, at: Point(x: rect.x + margin, y: rect.y), clippedTo: rect)
  }

  /// Draws the result of the last send, by shape and colour; ◌ while it runs.
  private func draw(
    _ result: TreeRow.OpenRequest.Result, _ room: inout Int, in rect: Rect, into screen: inout Screen
  ) {
    let unicode = state.capabilities.unicode
    let (text, token): (String, Token)
    switch result {
    case .running: (text, token) = (unicode ? "◌" : "~", .accent)
    case .good: (text, token) = (unicode ? "✓" : "+", .ok)
    case .doubtful: (text, token) = (unicode ? "◐" : "!", .warn)
    case .bad: (text, token) = (unicode ? "✗" : "x", .error)
    }
    screen.write(text, at: Point(x: rect.maxX - 2, y: rect.y), style: state.theme[token], clippedTo: rect)
    room -= 3
  }

  private func request(_ node: RequestNode, _ open: TreeRow.OpenRequest?) -> [StyledText] {
    let theme = state.theme
    if node.fault != nil { return [StyledText("!!!   ", theme[.error]), StyledText(node.name, theme[.dim])] }
    if case .unsupported = node.kind {
      // Listed but not sendable; the kind takes the place of the method.
      return [StyledText(node.shownMethod.padded(to: 6), theme[.dim]), StyledText(node.name, theme[.dim])]
    }
    return named(open?.method ?? node.shownMethod, open?.name ?? node.name, isShown: open?.isShown == true)
  }

  private func request(_ open: TreeRow.OpenRequest) -> [StyledText] {
    named(open.method, open.name, isShown: open.isShown)
  }

  private func named(_ method: String, _ name: String, isShown: Bool) -> [StyledText] {
    let weight: Style.Attributes = isShown ? .bold : []
    return [
      StyledText(method.shortMethod.padded(to: 6), state.theme[.method(method)].adding(weight)),
      StyledText(name, state.theme[.text].adding(weight)),
    ]
  }

  /// The mark for unsaved changes.
  private func mark(of open: TreeRow.OpenRequest?) -> [StyledText] {
    open?.isDraft == true ? [StyledText(" \(TreeMark.unsaved.sign)", state.theme[.warn])] : []
  }

  /// The mark for a difference from the last commit: a letter, so that it works without colours.
  private func gitMark(of row: TreeRow) -> [StyledText] {
    switch tree.mark(of: row) {
    case nil: []
    case .changed: [StyledText(" \(TreeMark.changed.sign)", state.theme[.warn])]
    case .new: [StyledText(" \(TreeMark.new.sign)", state.theme[.ok])]
    }
  }

  /// Draws the state of a folder's open settings, and returns their mark for unsaved changes.
  private func finishFolder(
    _ row: TreeRow, _ isCursor: Bool, _ margin: Int, in rect: Rect, into screen: inout Screen
  ) -> [StyledText] {
    var room = 0
    let open = row.branchPath.flatMap { state.openSettings(in: $0) }
    finish(open, isCursor, margin, &room, in: rect, into: &screen)
    return mark(of: open)
  }

  /// Draws both ends of a request's row: whether it is open, and its last result.
  private func finish(
    _ open: TreeRow.OpenRequest?, _ isCursor: Bool, _ margin: Int, _ room: inout Int, in rect: Rect,
    into screen: inout Screen
  ) {
    guard let open else { return }
    if open.isShown, !isCursor, margin > 0 {
      screen.write(state.capabilities.unicode ? "▎" : "|", at: rect.origin, style: state.theme[.accent])
    }
    if let result = open.result { draw(result, &room, in: rect, into: &screen) }
  }

  private func arrow(_ isOpen: Bool) -> StyledText {
    let text = state.capabilities.unicode ? (isOpen ? "▾ " : "▸ ") : (isOpen ? "v " : "> ")
    return StyledText(text, state.theme[.dim])
  }
}

extension TreeRow {
  /// The data of an open request, which may differ from its file.
  struct OpenRequest {
    var method: String
    var name: String
    /// True if it is the one on display.
    var isShown: Bool
    var isDraft: Bool
    /// The result of the last send; `nil` before the first one.
    var result: Result?

    enum Result: Hashable, Sendable {
      case running, good, doubtful, bad
    }
  }
}

extension HistorySummary {
  /// The server, without the scheme and any credentials: `api.example.com:8443`.
  var host: String {
    let parts = URLParts(url)
    return VisibleLine.of((parts.host ?? "") + (parts.portText.map { ":" + $0 } ?? ""))
  }

  /// Path and query of the URL, which distinguish exchanges with one host; the saved request if nothing was sent.
  var path: String {
    guard let scheme = url.firstRange(of: "://") else { return url.isEmpty ? requestID ?? "" : url }
    let rest = url[scheme.upperBound...]
    guard let slash = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return String(rest) }
    return String(rest[slash...])
  }
}

/// The marks to the right of names in the tree.
enum TreeMark: CaseIterable {
  case unsaved, changed, new

  var sign: String {
    switch self {
    case .unsaved: "●"
    case .changed: "M"
    case .new: "N"
    }
  }

  /// The explanation in the help.
  var words: String {
    switch self {
    case .unsaved: "Unsaved changes"
    case .changed: "Git: changed since the last commit; of a folder, its contents"
    case .new: "Git: new, not committed yet"
    }
  }
}

extension AppState {
  /// The data that the tree draws for an open request.
  func openRequest(_ key: RequestKey) -> TreeRow.OpenRequest? {
    guard let session = sessions[key] else { return nil }
    return TreeRow.OpenRequest(
      method: session.draft.shownMethod, name: session.shownName, isShown: current == key, isDraft: session.isDraft,
      result: lastResult(of: session))
  }
}

extension RequestSession {
  /// The result of the shown answer.
  var lastResult: TreeRow.OpenRequest.Result? {
    switch response.phase {
    case .empty: return nil
    case .sending: return .running
    case .refused: return .bad
    case .finished(let exchange):
      // A send cancelled by the user is not a result.
      if exchange.failure?.category == .cancelled { return nil }
      let status = exchange.shortStatus
      guard exchange.failure == nil, status.name == nil, (1..<500).contains(status.code) else { return .bad }
      let isFailed = checks?.assertions.contains { !$0.passed } == true || response.scripts?.passed == false
      if isFailed { return .bad }
      return status.code >= 400 ? .doubtful : .good
    }
  }
}
