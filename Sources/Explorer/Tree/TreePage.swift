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
    let title = Pane.tree.title + (tree.filter.map { ": \($0)" } ?? "")
    let inner = PaneFrame.head(title, facts: facts, isFocused: isFocused, state, in: rect, into: &screen)
    if tree.rows.isEmpty, tree.filter != nil {
      return PaneFrame.hint(Self.nothingMatches, state, in: inner, into: &screen)
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

  private static let nothingMatches = ["Nothing matches.", "\(key: "leave") ends the filter."]
  private static let older = "\(key: "enter") lists older ones"

  /// `loading… 12 345`, with the number of requests found so far.
  private var loadingWords: String {
    var count = 0
    for collection in state.workspace.collections { collection.forEachRequest { _ in count += 1 } }
    return count > 0 ? "loading… \(Quantity.count(count))" : "loading…"
  }

  private func draw(_ row: TreeRow, isCursor: Bool, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    let unicode = state.capabilities.unicode
    // The first column is for the cursor, the last three for the result.
    let margin = rect.width < 23 ? 0 : 1
    let request = state.request(of: row)
    if request?.isShown == true, !isCursor, margin > 0 {
      screen.write(unicode ? "▎" : "|", at: rect.origin, style: theme[.accent])
    }
    if let result = request?.result {
      let (text, token) = sign(of: result)
      screen.write(text, at: Point(x: rect.maxX - 2, y: rect.y), style: theme[token], clippedTo: rect)
    }
    // Names need the room in a narrow tree.
    let indent = row.depth * (rect.width < 23 ? 1 : 2)
    let pieces = [StyledText(String(repeating: " ", count: indent), theme[.text])] + pieces(of: row, request)
    var mark = request?.isDraft == true ? [StyledText(" \(TreeMark.unsaved.sign)", theme[.warn])] : []
    if case .folder(_, isOpen: false) = row.content, let path = row.branchPath,
      state.workspace.notices.contains(where: { $0.isIn(path) })
    {
      mark.append(StyledText(" !", theme[.error]))
    }
    mark += gitMark(of: row)
    // A long name is cut before the marks, which must stay visible.
    let room = rect.width - margin - (request?.result == nil ? 0 : 3)
    let name = pieces.truncated(to: room - mark.columns)
    screen.write(name + mark, at: Point(x: rect.x + margin, y: rect.y), clippedTo: rect)
  }

  private func pieces(of row: TreeRow, _ request: TreeRow.RequestState?) -> [StyledText] {
    let theme = state.theme
    switch row.content {
    case .collection(let name, let isOpen): return [arrow(isOpen), StyledText(name, theme[.text].adding(.bold))]
    case .folder(let name, let isOpen): return [arrow(isOpen), StyledText(name, theme[.dim])]
    case .historyRoot(_, let isOpen):
      let query = state.history.query.map { [StyledText(": \($0)", theme[.accent])] } ?? []
      return [arrow(isOpen), StyledText(row.name, theme[.text].adding(.bold))] + query
    case .request(let node):
      let feeders = row.feeders.isEmpty ? [] : [StyledText(row.feederText, theme[.faint])]
      if node.fault != nil {
        return [StyledText("!!!   ", theme[.error]), StyledText(node.name, theme[.dim])] + feeders
      }
      // Listed but not sendable; the kind takes the place of the method.
      if case .unsupported = node.kind {
        return [StyledText(node.shownMethod.padded(to: 6), theme[.dim]), StyledText(node.name, theme[.dim])] + feeders
      }
      return (request.map { named($0) } ?? []) + feeders
    case .scratch: return request.map { named($0) } ?? []
    case .historyMore: return [StyledText(state.keys.filled(Self.older), theme[.dim])]
    case .notice(let notice): return [StyledText("!!!   ", theme[.error]), StyledText(notice.row, theme[.warn])]
    case .exchange(let entry):
      let result = entry.result(unicode: state.capabilities.unicode)
      return [
        StyledText(result.text.padded(to: 3) + " ", theme[result.token]),
        StyledText(entry.method.shortMethod.padded(to: 6), theme[.method(entry.method)]),
        StyledText(entry.path, theme[.text]),
      ]
    }
  }

  private func named(_ request: TreeRow.RequestState) -> [StyledText] {
    let weight: Style.Attributes = request.isShown ? .bold : []
    return [
      StyledText(request.method.shortMethod.padded(to: 6), state.theme[.method(request.method)].adding(weight)),
      StyledText(request.name, state.theme[.text].adding(weight)),
    ]
  }

  /// The sign of a result, by shape and colour; ◌ while it runs.
  private func sign(of result: TreeRow.RequestState.Result) -> (text: String, token: Token) {
    let unicode = state.capabilities.unicode
    switch result {
    case .running: return (unicode ? "◌" : "~", .accent)
    case .good: return (unicode ? "✓" : "+", .ok)
    case .doubtful: return (unicode ? "◐" : "!", .warn)
    case .bad: return (unicode ? "✗" : "x", .error)
    }
  }

  /// The mark for a difference from the last commit: a letter, so that it works without colours.
  private func gitMark(of row: TreeRow) -> [StyledText] {
    switch tree.mark(of: row) {
    case nil: []
    case .changed: [StyledText(" \(TreeMark.changed.sign)", state.theme[.warn])]
    case .new: [StyledText(" \(TreeMark.new.sign)", state.theme[.ok])]
    }
  }

  private func arrow(_ isOpen: Bool) -> StyledText {
    let text = state.capabilities.unicode ? (isOpen ? "▾ " : "▸ ") : (isOpen ? "v " : "> ")
    return StyledText(text, state.theme[.dim])
  }
}

/// The tree as lines, for linear mode.
extension TreePage {
  var lines: LinearList {
    // Until the tree is read, it contains only the history.
    if state.awaitsTree { return .text("", Pane.tree.title, ["reading the workspace"]) }
    if tree.rows.isEmpty { return .text("", Pane.tree.title, Self.nothingMatches) }
    let filter = tree.filter.map { ", filter \($0)" } ?? ""
    return .rows(
      "", Pane.tree.title + filter, count: tree.rows.count, cursor: tree.cursor.row,
      id: tree.selected.map { "\($0.id)" }
    ) { words(for: tree.rows[$0]) }
  }

  private func words(for row: TreeRow) -> String {
    let branch = row.isOpen.map { $0 ? "open" : "closed" }
    let level = row.depth > 0 ? "level \(row.depth + 1)" : nil
    let mark = tree.mark(of: row).map { $0 == .changed ? "changed since the last commit" : "new in git" }
    switch row.content {
    case .collection, .folder:
      return SpokenText.joined([row.name, row.content.noun?.lowercased(), branch, level, mark])
    case .historyRoot(let count, _): return SpokenText.joined([row.name, Quantity.amount(count, "exchange"), branch])
    case .historyMore: return Self.older
    case .notice(let notice): return "cannot be read: \(notice.row)"
    case .exchange(let entry): return entry.words(state.clock)
    case .request(let node) where node.fault != nil: return SpokenText.joined([node.name, "cannot be read", level])
    case .request, .scratch:
      guard let request = state.request(of: row) else { return row.name }
      let isScratch = if case .scratch = row.content { true } else { false }
      return SpokenText.joined([
        "\(request.method) \(request.name)", isScratch ? "without a file" : nil, request.isShown ? "open" : nil,
        request.isDraft ? "unsaved" : nil, request.result?.words, mark, level,
      ])
    }
  }
}

extension TreeRow {
  /// The state of a request, which may differ from its file while it is open.
  struct RequestState {
    var method: String
    var name: String
    /// True if it is the one on display.
    var isShown = false
    var isDraft = false
    /// The result of the last send; `nil` before the first one.
    var result: Result?

    enum Result: String, Sendable {
      case running, good, doubtful, bad

      init(_ status: ShortStatus, isFailed: Bool) {
        let isBad = isFailed || status.name != nil || !(1..<500).contains(status.code)
        self = isBad ? .bad : status.code >= 400 ? .doubtful : .good
      }

      var words: String { self == .running ? "being sent" : "last answer \(rawValue)" }
    }
  }
}

extension Notice {
  /// The text in the list of its folder.
  fileprivate var row: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name)\(place) \(message)"
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
  /// The state of a row's request, or of the open settings of a folder or collection.
  func request(of row: TreeRow) -> TreeRow.RequestState? {
    switch row.content {
    case .collection, .folder:
      return sessions.all.first { $0.value.sharedFolder == row.branchPath }.map { state(of: $0.value) }
    case .request(let node):
      return sessions[.file(node.path)].map { state(of: $0) }
        ?? TreeRow.RequestState(method: node.shownMethod, name: node.name, result: lastResult(of: node))
    case .scratch(let number): return sessions[.scratch(number)].map { state(of: $0) }
    case .historyRoot, .exchange, .historyMore, .notice: return nil
    }
  }

  private func state(of session: RequestSession) -> TreeRow.RequestState {
    TreeRow.RequestState(
      method: session.draft.shownMethod, name: session.shownName, isShown: current == session.key,
      isDraft: session.isDraft, result: lastResult(of: session))
  }
}

extension RequestSession {
  /// The result of the shown answer.
  var lastResult: TreeRow.RequestState.Result? {
    switch response.phase {
    case .empty: return nil
    case .sending: return .running
    case .refused: return .bad
    case .finished(let exchange):
      // A send cancelled by the user is not a result.
      if exchange.failure?.category == .cancelled { return nil }
      let failsTests = checks?.assertions.contains { !$0.passed } == true || response.scripts?.passed == false
      return .init(exchange.shortStatus, isFailed: exchange.failure != nil || failsTests)
    }
  }
}
