import Basics
import Networking
import Terminal
import Workspaces

/// What has the keyboard in linear mode.
extension AppState {
  var linearList: LinearList {
    if let overlay { return linearList(of: overlay) }
    switch page {
    case .run: return linearRun
    case .history: return linearHistory
    case .cookies: return drawnList(page?.title ?? "", in: CookiesLayout(size).rows, cursor: cookies.cursor.row)
    case nil: break
    }
    if startLayout != nil { return linearStart }
    switch focus {
    case .tree: return linearTree
    case .request: return linearRequest
    case .response: return linearResponse
    }
  }

  /// A list as it is drawn, without its borders: for lists that only their views know.
  func drawnList(_ title: String, in rect: Rect, cursor: Int? = nil) -> LinearList {
    let drawn = DrawnLines(self, in: rect)
    guard let shown = drawn.cursor else { return .text("", title, drawn.lines.filter { !$0.isEmpty }) }
    let row = cursor ?? shown
    var list = LinearList.rows("", title, count: drawn.lines.count, cursor: shown, id: String(row)) { drawn.lines[$0] }
    // How many there are, the view does not say.
    if cursor != nil { list.id = String(row) }
    return list
  }

  private var linearTree: LinearList {
    // Until it is read, there is only the history.
    guard !tree.rows.isEmpty, isListed || !workspace.collections.isEmpty else {
      let words = isListed ? "nothing here; \(spokenKey(of: "newRequest")) makes a request" : "reading the workspace"
      return .text("", Pane.tree.title, [words])
    }
    let filter = tree.filter.map { ", filter \($0)" } ?? ""
    return .rows(
      "", Pane.tree.title + filter, count: tree.rows.count, cursor: tree.cursor,
      id: tree.selected.map { "\($0.id)" }
    ) { words(for: tree.rows[$0]) }
  }

  private func words(for row: TreeRow) -> String {
    let level = row.depth > 0 ? "level \(row.depth + 1)" : nil
    let mark = tree.mark(of: row).map { $0 == .changed ? "changed since the last commit" : "new in git" }
    switch row.content {
    case .collection(let name, let isOpen):
      return SpokenText.joined(["\(name), collection", isOpen ? "open" : "closed", mark])
    case .folder(let name, let isOpen):
      return SpokenText.joined(["\(name), folder", isOpen ? "open" : "closed", level, mark])
    case .historyRoot(let count, let isOpen):
      return SpokenText.joined([
        "History", SpokenText.amount(count, "exchange"), isOpen ? "open" : "closed",
      ])
    case .historyMore: return "\(spokenKey(of: "enter")) lists older ones"
    case .notice(let notice): return "cannot be read: \(notice.path.lastName)\(notice.place) \(notice.message)"
    case .exchange(let entry): return words(for: entry)
    case .request(let node):
      let open = openRequest(.file(node.path))
      if node.fault != nil { return SpokenText.joined(["\(node.name), cannot be read", level]) }
      return SpokenText.joined([
        "\(open?.method ?? node.method) \(open?.name ?? node.name)", words(for: open), mark, level,
      ])
    case .scratch(let number):
      let open = openRequest(.scratch(number))
      return SpokenText.joined([
        "\(open?.method ?? "") \(open?.name ?? "New request")", "without a file", words(for: open),
      ])
    }
  }

  private func words(for open: TreeRow.OpenRequest?) -> String? {
    guard let open else { return nil }
    let result =
      switch open.result {
      case .running: "being sent"
      case .good: "last answer good"
      case .doubtful: "last answer doubtful"
      case .bad: "last answer bad"
      case nil: ""
      }
    return SpokenText.joined([open.isShown ? "open" : nil, open.isDraft ? "unsaved" : nil, result])
  }

  func words(for entry: HistorySummary) -> String {
    let result = entry.isCancelled ? "cancelled" : entry.shortStatus.text ?? "failed"
    return SpokenText.joined([
      "\(entry.method) \(entry.path)", result, Quantity.duration(entry.duration), Quantity.bytes(entry.size),
      moment(entry.date),
    ])
  }

  /// What the page of an empty folder offers, below the line that is typed into.
  private var linearStart: LinearList {
    let rows = startLayout?.rows.map { DrawnLines(self, in: $0).lines.first ?? "" } ?? []
    var list = LinearList.rows("Start", "", count: rows.count, cursor: start?.cursor) { rows[$0] }
    list.detail = "type a URL or paste a cURL command; Down goes to what is offered"
    return list
  }
}

extension String {
  /// What follows the last slash.
  var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}
