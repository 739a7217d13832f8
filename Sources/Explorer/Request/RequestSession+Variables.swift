import Terminal
import Workspaces

extension RequestSession {
  /// The variables in the field with the cursor, and the one at the caret.
  var variablesUnderCursor: (all: [VariableUse], current: VariableUse?) {
    switch editor.editing {
    case .field(let edit):
      let text = edit.field.text
      return (VariableUse.all(in: text), VariableUse.at(edit.field.caret, in: text))
    case .text(let edit):
      guard let area = editor.texts[edit.slot]?.area, area.lines.indices.contains(area.caret.line) else {
        return ([], nil)
      }
      let line = area.lines[area.caret.line]
      guard line.utf8.count < 32 << 10 else { return ([], nil) }
      let here = VariableUse.at(area.caret.offset, in: line)
      return (here == nil ? VariableUse.all(in: line) : [here].compactMap(\.self), here)
    case nil: return (restingVariables, nil)
    }
  }

  /// The variables in the field under the cursor while nothing is edited; in a text, all of them.
  private var restingVariables: [VariableUse] {
    if editor.isOnURL { return VariableUse.all(in: draft.address) }
    switch content {
    case .table(let kind):
      let rows = draft.rows(of: kind)
      guard rows.indices.contains(editor.cursor.row) else { return [] }
      let row = rows[editor.cursor.row]
      let here = VariableUse.all(in: row[editor.column])
      return here.isEmpty ? row.cells.flatMap { VariableUse.all(in: $0) } : here
    case .text(let slot):
      guard slot != .docs, let lines = editor.texts[slot]?.area.lines else { return [] }
      var seen: Set<String> = []
      return lines.prefix(2000).flatMap { VariableUse.all(in: $0) }.filter { seen.insert($0.name).inserted }
    case .fields: return fieldLine.map { VariableUse.all(in: $0.value) } ?? []
    case .nothing: return []
    }
  }
}
