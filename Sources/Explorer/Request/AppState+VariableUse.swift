import Terminal
import Workspaces

extension AppState {
  /// The variables in the field with the cursor, and the one at the caret.
  var variablesUnderCursor: (all: [VariableUse], current: VariableUse?) {
    guard focus == .request, let session else { return ([], nil) }
    switch session.editor.editing {
    case .field(let edit):
      let text = edit.field.text
      return (VariableUse.all(in: text), VariableUse.at(edit.field.caret, in: text))
    case .text(let edit):
      guard let area = session.editor.texts[edit.slot]?.area, area.lines.indices.contains(area.caret.line) else {
        return ([], nil)
      }
      let line = area.lines[area.caret.line]
      guard line.utf8.count < 32 << 10 else { return ([], nil) }
      let here = VariableUse.at(area.caret.offset, in: line)
      return (here == nil ? VariableUse.all(in: line) : [here].compactMap(\.self), here)
    case nil: return (restingVariables(session), nil)
    }
  }

  /// The variables in the field under the cursor while nothing is edited; in a text, all of them.
  private func restingVariables(_ session: RequestSession) -> [VariableUse] {
    if session.editor.isOnURL { return VariableUse.all(in: session.draft.url) }
    switch session.content {
    case .table(let kind):
      let rows = session.draft.rows(of: kind)
      guard rows.indices.contains(session.editor.cursor.row) else { return [] }
      let row = rows[session.editor.cursor.row]
      let here = VariableUse.all(in: row[session.editor.column])
      return here.isEmpty ? row.cells.flatMap { VariableUse.all(in: $0) } : here
    case .text(let slot):
      guard slot != .docs, let lines = session.editor.texts[slot]?.area.lines else { return [] }
      var seen: Set<String> = []
      return lines.prefix(2000).flatMap { VariableUse.all(in: $0) }.filter { seen.insert($0.name).inserted }
    case .fields: return fieldLine.map { VariableUse.all(in: $0.value) } ?? []
    case .nothing: return []
    }
  }
}
