import Basics
import HTTPModel
import SessionModel
import Terminal
import Workspaces

/// The focused list or text, as lines to speak.
struct LinearList {
  /// The container, such as a pane, spoken when it changes.
  var pane: String
  var title: String
  /// Spoken with the title when the list gets the focus.
  var detail = ""
  var count = 0
  /// The index of the cursor; `nil` for a text without one, which is spoken completely.
  var cursor: Int?
  /// The identity of the line under the cursor, whose text may change later.
  var id = ""
  /// The cell under the cursor, for rows with cells.
  var cell = ""
  /// True for a text, whose lines are spoken without their numbers.
  var isText = false
  /// Returns at most `most` lines starting at `first`, with their numbers.
  var lines: (_ first: Int, _ most: Int) -> [(number: Int, text: String)] = { _, _ in [] }

  /// A list with a line for each index.
  static func rows(
    _ pane: String, _ title: String, count: Int, cursor: Int?, id: String? = nil, _ text: @escaping (Int) -> String
  ) -> LinearList {
    var list = LinearList(pane: pane, title: title)
    list.count = count
    list.cursor = count > 0 ? cursor.map { min(max(0, $0), count - 1) } : nil
    list.id = id ?? list.cursor.map(String.init) ?? ""
    list.lines = { first, most in
      guard first < count else { return [] }
      return (max(0, first)..<min(count, first + most)).map { ($0, text($0)) }
    }
    return list
  }

  /// A text that is spoken completely.
  static func text(_ pane: String, _ title: String, _ lines: [String], id: String = "") -> LinearList {
    var list = rows(pane, title, count: lines.count, cursor: nil, id: id) { lines[$0] }
    list.isText = true
    return list
  }

  /// The line under the cursor.
  var text: String { cursor.flatMap { lines($0, 1).first?.text } ?? "" }
}

/// The content of the focused element, as lines.
extension AppState {
  var linearList: LinearList {
    if let box { return box.linearList(in: self) }
    if let page { return page.feature.lines(of: self) }
    if startLayout != nil { return linearStart }
    switch focus {
    case .tree: return linearTree
    case .request: return linearRequest
    case .response: return linearResponse
    }
  }

  /// A list as drawn, without its borders, for lists whose content only their views know.
  func drawnList(_ title: String, in rect: Rect, cursor: Int? = nil) -> LinearList {
    let drawn = DrawnLines(self, in: rect)
    guard let shown = drawn.cursor else { return .text("", title, drawn.lines.filter { !$0.isEmpty }) }
    let row = cursor ?? shown
    var list = LinearList.rows("", title, count: drawn.lines.count, cursor: shown, id: String(row)) { drawn.lines[$0] }
    // The view does not provide the number of rows.
    if cursor != nil { list.id = String(row) }
    return list
  }

  private var linearTree: LinearList {
    // Until the tree is read, it contains only the history.
    guard !tree.rows.isEmpty, isListed || !workspace.collections.isEmpty else {
      let words = isListed ? "nothing here; \(spokenKey(of: "newRequest")) creates a request" : "reading the workspace"
      return .text("", Pane.tree.title, [words])
    }
    let filter = tree.filter.map { ", filter \($0)" } ?? ""
    return .rows(
      "", Pane.tree.title + filter, count: tree.rows.count, cursor: tree.cursor.row,
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
        "History", Quantity.amount(count, "exchange"), isOpen ? "open" : "closed",
      ])
    case .historyMore: return "\(spokenKey(of: "enter")) lists older ones"
    case .notice(let notice): return "cannot be read: \(notice.path.lastName)\(notice.place) \(notice.message)"
    case .exchange(let entry): return words(for: entry)
    case .request(let node):
      let open = openRequest(.file(node.path))
      if node.fault != nil { return SpokenText.joined(["\(node.name), cannot be read", level]) }
      return SpokenText.joined([
        "\(open?.method ?? node.method) \(open?.name ?? node.name)",
        words(for: open) ?? words(for: lastResult(of: node)), mark, level,
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
    return SpokenText.joined([
      open.isShown ? "open" : nil, open.isDraft ? "unsaved" : nil, words(for: open.result) ?? "",
    ])
  }

  private func words(for result: TreeRow.OpenRequest.Result?) -> String? {
    switch result {
    case .running: "being sent"
    case .good: "last answer good"
    case .doubtful: "last answer doubtful"
    case .bad: "last answer bad"
    case nil: nil
    }
  }

  func words(for entry: HistorySummary) -> String {
    let result = entry.isCancelled ? "cancelled" : entry.shortStatus.text ?? "failed"
    return SpokenText.joined([
      "\(entry.method) \(entry.path)", result, Quantity.duration(entry.duration),
      Quantity.bytes(entry.size), clock.moment(of: entry.date), entry.host,
    ])
  }

  /// The choices on the start page, below the smart line.
  private var linearStart: LinearList {
    let rows = startLayout?.rows.map { DrawnLines(self, in: $0).lines.first ?? "" } ?? []
    var list = LinearList.rows("Start", "", count: rows.count, cursor: switching.start?.cursor) { rows[$0] }
    list.detail = "type a URL or paste a cURL command; Down goes to the suggestions"
    return list
  }
}

extension String {
  /// The part after the last slash.
  var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}

extension AppState {
  func words(forRunAt index: Int) -> String {
    let node = run.node(index)
    let iteration = (run.iterations ?? 2) > 1 ? "round \(index / max(1, run.target.nodes.count) + 1)" : nil
    guard let done = run.done[index] else {
      return SpokenText.joined([
        "\(node.method) \(node.name)", iteration, run.running[index] == nil ? "not sent" : "being sent",
      ])
    }
    let result = done.result
    let passed = result.assertions.count(where: \.passed)
    return SpokenText.joined([
      "\(result.method) \(node.name)", iteration, result.passed ? "passed" : "failed",
      result.shortStatus.text ?? "no answer",
      result.duration > .zero ? Quantity.duration(result.duration) : nil,
      result.assertions.isEmpty ? nil : "tests \(passed) of \(result.assertions.count)",
      done.earlier.isEmpty ? nil : "sent \(done.earlier.count + 1) times",
    ])
  }
}

extension Run {
  /// The number of requests, or the load of a run whose number is unknown until it ends.
  var spokenCount: String { count.map { Quantity.amount($0, "request") } ?? tempo.words }
}

/// The rows of a part of the screen as text, and the row drawn as under the cursor.
struct DrawnLines {
  private(set) var lines: [String] = []
  private(set) var cursor: Int?

  init(_ state: AppState, in rect: Rect) {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    for y in rect.minY..<rect.maxY {
      var text = ""
      var isCursor = false
      for x in rect.minX..<rect.maxX {
        let cell = screen[x, y].text
        if cell == "▌", x < rect.minX + 4 { isCursor = true }
        text += cell
      }
      let words = SpokenText.of(drawn: text)
      if isCursor { cursor = lines.count }
      // Skip blank rows, which only separate.
      if !words.isEmpty || isCursor { lines.append(words) }
    }
  }
}
