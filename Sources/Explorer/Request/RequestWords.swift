import Basics
import Terminal
import Workspaces

/// The request pane as lines, for linear mode.
extension RequestScene {
  var lines: LinearList {
    let pane = session.spokenTitle
    if let fault = session.fault { return .text(pane, "", ["cannot be read: \(fault)"]) }
    let tab = session.editor.tab.title(in: session.draft)
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
    case .table(let kind): return table(kind, pane, tab)
    case .fields:
      let lines = session.fieldLines
      return .rows(pane, tab, count: lines.count, cursor: session.editor.cursor.row) { lines[$0].words }
    case .text(let slot): return text(slot, pane, tab)
    case .nothing: return .text(pane, tab, RequestView.nothing)
    }
  }

  private func table(_ kind: TableKind, _ pane: String, _ tab: String) -> LinearList {
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
        return SpokenText.joined([lines.rows[row].words(in: kind), state, verdict])
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

  private func text(_ slot: TextSlot, _ pane: String, _ tab: String) -> LinearList {
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
    if rows == [""] { return .text(pane, title, [TextPaneView.hint(slot, of: session.draft), TextPaneView.keyWords]) }
    var list = LinearList.rows(pane, title, count: rows.count, cursor: text.top) { rows[$0] }
    list.isText = true
    list.detail = SpokenText.joined([
      Quantity.amount(rows.count, "line"), text.fault.map { "\($0)" },
      text.issue.map { "line \($0.line): \($0.message)" },
    ])
    return list
  }

  /// The text being edited; `nil` while keys are commands.
  var edit: LinearEdit? {
    var spoken: LinearEdit
    switch session.editor.editing {
    case nil: return nil
    case .field(let edit):
      spoken = LinearEdit(
        title(of: edit.target), edit.field, isHidden: session.isMasked(edit), isFilter: app.startLayout != nil)
      spoken.complete(with: edit.completion)
    case .text(let edit):
      guard let pane = session.editor.texts[edit.slot] else { return nil }
      spoken = LinearEdit(session.editor.tab.title(in: session.draft), pane.area)
      spoken.complete(with: edit.completion)
    }
    spoken.mode = app.vimMode?.text ?? ""
    return spoken
  }

  private func title(of target: EditTarget) -> String {
    switch target {
    case .field(let id): return session.fieldLines.first { $0.id == id }?.label ?? id
    case .cell(let row, let column):
      guard case .table(let kind) = session.content else { break }
      return kind.title(ofColumn: column, in: session.draft.rows(of: kind), at: row)
    case .url: break
    }
    return "URL"
  }
}

extension RequestSession {
  var spokenTitle: String {
    if draft.kind.isShared { return "Settings of \(shownName)" }
    if case .history = key { return "Exchange \(shownName)" }
    return "Request \(shownName)"
  }
}
