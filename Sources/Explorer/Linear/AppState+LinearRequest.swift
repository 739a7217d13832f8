import Basics
import Terminal
import Workspaces

/// The content of the request pane, as lines.
extension AppState {
  var linearRequest: LinearList {
    guard let session else { return .text("Request", "", ["no request is open"]) }
    let pane = requestTitle(of: session)
    if let fault = session.fault { return .text(pane, "", ["cannot be read: \(fault)"]) }
    let tab = session.editor.tab.rawValue
    if session.editor.isOnURL {
      let line = "\(session.draft.shownMethod) \(session.draft.url.isEmpty ? "no URL" : session.draft.url)"
      // Left and right select the tab below the URL.
      var list = LinearList.rows(pane, "URL", count: 1, cursor: 0, id: "url") { _ in line }
      (list.isText, list.cell) = (true, "tab \(tab)")
      return list
    }
    if session.isOnKinds, session.content != .nothing {
      let kind = session.draft.body.kind.title
      var list = LinearList.rows(pane, tab, count: 1, cursor: 0, id: "kind") { _ in "kind of body: \(kind)" }
      list.isText = true
      return list
    }
    switch session.content {
    case .table(let kind): return linearTable(kind, session, pane, tab)
    case .fields:
      let lines = session.fieldLines
      return .rows(pane, tab, count: lines.count, cursor: session.editor.cursor.row) { Self.words(for: lines[$0]) }
    case .text(let slot): return linearText(slot, session, pane, tab)
    case .nothing: return .text(pane, tab, ["no body; \(spokenKey(of: "enter")) chooses its kind"])
    }
  }

  func requestTitle(of session: RequestSession) -> String {
    if session.draft.kind.isShared { return "Settings of \(session.shownName)" }
    if case .history = session.key { return "Exchange \(session.shownName)" }
    return "Request \(session.shownName)"
  }

  private func linearTable(
    _ kind: TableKind, _ session: RequestSession, _ pane: String, _ tab: String
  ) -> LinearList {
    let lines = session.lines(of: kind)
    guard lines.count > 0 else { return .text(pane, tab, kind.hint) }
    let unsent = session.draft.unsentRows(of: kind, in: session.variables)
    let facts = lines.facts > 0 ? TestsView.facts(of: session).map { $0.map(\.text).joined() } : []
    let verdicts = kind == .assertions ? TestsView.verdicts(of: session) : [:]
    var list = LinearList.rows(pane, tab, count: lines.count, cursor: session.editor.cursor.row) { index in
      switch lines[index] {
      case .own(let row):
        let verdict = verdicts[row].map { $0.passed ? "passed" : "failed, was \($0.shortActual)" }
        let state = unsent[row].map { $0.isEmpty ? "not sent" : "not sent: \($0)" }
        return SpokenText.joined([Self.words(for: lines.rows[row], kind), state, verdict])
      case .inherited(let row): return SpokenText.joined([row.name, row.value, "from \(row.origin)"])
      case .add: return "add a \(kind.noun.lowercased())"
      case .fact, nil:
        let fact = index - lines.factsStart
        return facts.indices.contains(fact) ? facts[fact].trimmed : ""
      }
    }
    if case .own? = list.cursor.flatMap({ lines[$0] }), kind.columns.indices.contains(session.editor.column) {
      list.cell = kind.columns[session.editor.column]
    }
    return list
  }

  /// `Accept, application/json, on`
  static func words(for row: TableRow, _ kind: TableKind) -> String {
    var cells = row.cells
    let isSecret =
      row.tag == .secret || kind == .certificates && !row[3].isEmpty && VariableSpan.ranges(in: row[3]).isEmpty
    let hidden = kind == .certificates ? 3 : 1
    if isSecret, cells.indices.contains(hidden), !cells[hidden].isEmpty { cells[hidden] = "hidden" }
    if cells.allSatisfy(\.isEmpty) { cells = ["empty row"] }
    let state = kind == .files ? (row.isEnabled ? "chosen" : "not chosen") : row.isEnabled ? "on" : "off"
    return SpokenText.joined(cells.map { SpokenText.limited($0) } + [row.tag.rawValue, state])
  }

  private static func words(for line: FieldLine) -> String {
    guard !line.value.isEmpty else {
      let origin = line.note.isEmpty ? "default" : line.note
      return SpokenText.joined([line.label, line.placeholder.isEmpty ? "empty" : "\(line.placeholder), \(origin)"])
    }
    var value = line.value
    if case .text(isSecret: true) = line.kind, VariableSpan.ranges(in: value).isEmpty { value = "hidden" }
    return SpokenText.joined([line.label, value, line.note])
  }

  private func linearText(
    _ slot: TextSlot, _ session: RequestSession, _ pane: String, _ tab: String
  ) -> LinearList {
    guard let text = session.editor.texts[slot] else { return .text(pane, tab, []) }
    let title =
      switch slot {
      case .graphVariables: "\(tab), variables"
      case .query: "\(tab), query"
      case .message(let place) where session.draft.conversation.messages.count > 1:
        "\(tab), \(session.draft.conversation.messages[place].name)"
      case .script(let script): "\(tab), \(script.title(in: session.draft))"
      case .message, .body, .docs: tab
      }
    let rows = text.reading?.rows.map { $0.spans.map(\.text).joined() } ?? text.area.lines
    guard rows != [""] else { return .text(pane, title, ["empty; \(spokenKey(of: "enter")) edits it"]) }
    var list = LinearList.rows(pane, title, count: rows.count, cursor: text.top) { rows[$0] }
    list.isText = true
    list.detail = SpokenText.joined([
      Quantity.amount(rows.count, "line"), text.fault.map { "\($0)" },
      text.issue.map { "line \($0.line): \($0.message)" },
    ])
    return list
  }
}
