import Terminal
import Workspaces

extension RequestSession {
  /// Adjusts cursor, scrolling and texts to the current content and the frame of the pane.
  /// - Parameter readsLines: whether a text that is not edited is read line by line instead of page by page.
  mutating func settle(in rect: Rect, of window: Size, readsLines: Bool = false) {
    if draft.kind.isShared { editor.isOnURL = false }
    let layout = RequestLayout(session: self, in: rect, of: window)
    switch content {
    case .table(let kind):
      let rows = draft.rows(of: kind)
      editor.column = min(editor.column, kind.columns.count - 1)
      // The hint below the last row is seen as long as there is room.
      editor.cursor.settle(count: lines(of: kind).count, height: layout.content.height)
      if case .field(let field) = editor.editing, case .cell(let row, _) = field.target, !rows.indices.contains(row) {
        editor.editing = nil
      }
    case .fields: editor.cursor.settle(count: fieldLines.count, height: layout.content.height)
    case .nothing: break
    case .text(let slot):
      settle(slot, in: layout.content, readsLines)
      if let (other, rect) = layout.otherText { settle(other, in: rect, readsLines) }
    }
  }

  private mutating func settle(_ slot: TextSlot, in rect: Rect, _ readsLines: Bool) {
    guard let text = draft.text(in: slot) else { return }
    var isEdited = false
    if case .text(let edit) = editor.editing, edit.slot == slot { isEdited = true }
    if editor.texts[slot] == nil { editor.texts[slot] = TextPane(text, viewport: Size(columns: 80, rows: 24)) }
    if !isEdited { editor.texts[slot]?.adopt(text) }
    let room = editor.texts[slot]?.area.textRect(in: rect, showsLineNumbers: slot != .docs) ?? rect
    let viewport = Size(columns: max(1, room.width), rows: readsLines && !isEdited ? 1 : max(1, room.height))
    if editor.texts[slot]?.area.viewport != viewport { editor.texts[slot]?.area.viewport = viewport }
    if slot == .docs { editor.texts[slot]?.read(!isEdited) }
    let isLarge = editor.texts[slot]?.isLarge ?? false
    guard !isEdited || !isLarge else { return }
    editor.texts[slot]?.check(as: draft.language(of: slot))
    editor.texts[slot]?.judge(slot, of: draft, by: schema.reference)
    if case .message = slot { editor.texts[slot]?.judge(messageOf: draft.method, by: types.reference) }
  }
}
