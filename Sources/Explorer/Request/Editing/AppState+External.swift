import Terminal
import Workspaces

extension AppState {
  /// `^E`: opens the field under the cursor in `$VISUAL` or `$EDITOR`.
  mutating func editExternally() -> [Effect] {
    if let refused = refuseEdit() { return refused }
    let kept = leaveEditing()
    guard let session else { return kept }
    if !session.editor.isOnURL, case .text(let slot) = session.content, let text = session.draft.text(in: slot) {
      let suffix = session.draft.language(of: slot).suffix
      let purpose: EditPurpose = slot == .docs ? .docs(session.key) : .body(session.key)
      return kept + handOut(text, suffix: suffix, purpose: purpose)
    }
    guard let target = targetUnderCursor, let text = session.draft.text(at: target, in: session.editor.tab) else {
      return kept + say(.information, "There is no text under the cursor")
    }
    withEditor { $0.handedOut = target }
    return kept + handOut(text, suffix: ".txt", purpose: .value(session.key))
  }

  func handOut(_ text: String, suffix: String, purpose: EditPurpose) -> [Effect] {
    [.system(.edit(text, suffix: suffix, purpose: purpose))]
  }

  private var targetUnderCursor: EditTarget? {
    guard let session else { return nil }
    if session.editor.isOnURL { return .url }
    switch session.content {
    case .table(let kind):
      let (row, column) = (session.editor.cursor.row, session.editor.column)
      let rows = session.draft.rows(of: kind)
      guard rows.indices.contains(row) else { return nil }
      return .cell(row: row, column: rows[row].isFixed(column) ? column + 1 : column)
    case .fields: return fieldLine.flatMap { $0.isEditable ? .field($0.id) : nil }
    case .text, .nothing: return nil
    }
  }

  /// Takes the edited text; a trailing line break added by the editor is dropped.
  mutating func takeBack(_ text: String, _ purpose: EditPurpose) -> [Effect] {
    switch purpose {
    case .body(let key):
      guard let session = sessions[key] else { return [] }
      let slot: TextSlot = session.draft.body.kind == .graphql ? session.editor.graphSlot : .body
      return replaceText(text, in: slot, of: key)
    case .docs(let key): return replaceText(text, in: .docs, of: key)
    case .value(let key):
      guard let session = sessions[key], let target = session.editor.handedOut else { return [] }
      let tab = session.editor.tab
      let former = session.draft.text(at: target, in: tab) ?? ""
      var text = text.withoutAddedLineEnd(former)
      if target == .url { text = text.split(whereSeparator: \.isNewline).joined() }
      return edit(key) { draft in
        draft.set(text, at: target, in: tab, from: draft)
        // As after typing, the rows follow the URL.
        if tab == .params, target != .url { draft.stepQuery() }
      }
    }
  }

  private mutating func replaceText(_ text: String, in slot: TextSlot, of key: RequestKey) -> [Effect] {
    guard let former = sessions[key]?.draft.text(in: slot) else { return [] }
    return edit(key) { $0.setText(text.withoutAddedLineEnd(former), in: slot) }
  }
}

extension String {
  fileprivate func withoutAddedLineEnd(_ former: String) -> String {
    guard hasSuffix("\n"), !former.hasSuffix("\n") else { return self }
    return String(dropLast())
  }
}
