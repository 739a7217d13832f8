import Basics
import Terminal
import Workspaces

/// The editor of environments as a box.
extension Environments: Box {
  var staysBelow: CoveringBoxes { .all }

  var keys: [(key: String, label: String)] { editor?.keys ?? [] }
  var hasClickableKeys: Bool { false }

  func frame(in app: AppState) -> Rect { EnvironmentEditorLayout(size: app.size).frame }

  func draw(_ app: AppState, into screen: inout Screen) {
    if let editor { EnvironmentEditorView.draw(editor, variables: app.session?.variables, app, into: &screen) }
  }

  func press(_ key: Key, in app: inout AppState) -> [Effect] { app.apply(.pressed(key), to: \.environment) }
  func click(_ mouse: Mouse, in app: inout AppState) -> [Effect] { app.apply(.clicked(mouse), to: \.environment) }
  func paste(_ line: String, in app: inout AppState) -> [Effect] { app.apply(.pasted(line), to: \.environment) }
  func linearList(in app: AppState) -> LinearList {
    guard let editor else { return .text("Environments", "", []) }
    switch editor.mode {
    case .browsing, .cell: return editor.linearList
    case .trusting, .comparing:
      var list = app.drawnList("", in: frame(in: app).inset())
      list.pane = "Environments"
      return list
    }
  }

  func linearEdit(in app: AppState) -> LinearEdit? {
    guard let editor, case .cell(let edit) = editor.mode else { return nil }
    let title = TableKind.variables.title(ofColumn: edit.column, in: editor.rows, at: edit.row)
    var spoken = LinearEdit(title, edit.field, isHidden: edit.column == 1 && editor.isMasked(edit.row))
    spoken.complete(with: edit.completion)
    return spoken
  }
}

extension EnvironmentEditor {
  /// The variables of the displayed environment.
  fileprivate var linearList: LinearList {
    let title = "Environment \(shownName ?? "none")"
    guard let current, !rows.isEmpty else {
      let fault = current == nil ? fault : nil
      return .text(title, "", fault.map { ["cannot be read: \($0)"] } ?? emptyWords)
    }
    let columns = TableKind.variables.columns
    var list = LinearList.rows(title, "", count: rows.count, cursor: cursor.row) { index in
      var row = rows[index]
      if revealed == index { row.tag = .none }
      return row.words(in: .variables)
    }
    list.cell = columns.indices.contains(column) ? columns[column] : ""
    list.detail = SpokenText.joined([
      Quantity.amount(rows.count, "variable"), current.isProtected ? "protected" : nil,
    ])
    return list
  }
}
