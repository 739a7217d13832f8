import Terminal
import Workspaces

extension RequestTurn {
  /// `^E`: opens the field under the cursor in `$VISUAL` or `$EDITOR`.
  mutating func editExternally() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    let kept = leaveEditing()
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

  func handOut(_ text: String, suffix: String, purpose: EditPurpose) -> [Outcome] {
    [.system(.edit(text, suffix: suffix, purpose: purpose))]
  }

  private var targetUnderCursor: EditTarget? {
    if session.editor.isOnURL { return .url }
    switch session.content {
    case .table(let kind):
      let (row, column) = (session.editor.cursor.row, session.editor.column)
      let rows = session.draft.rows(of: kind)
      guard rows.indices.contains(row) else { return nil }
      return .cell(row: row, column: rows[row].isFixed(column) ? column + 1 : column)
    case .fields: return session.fieldLine.flatMap { $0.isEditable ? .field($0.id) : nil }
    case .text, .nothing: return nil
    }
  }

  /// Takes the edited text; a trailing line break added by the editor is dropped.
  mutating func takeBack(_ text: String, _ purpose: EditPurpose) -> [Outcome] {
    switch purpose {
    case .body:
      let isCall = session.draft.kind == .grpc
      let slot: TextSlot =
        isCall
        ? .message(session.shownMessage) : session.draft.body.kind == .graphql ? session.editor.graphSlot : .body
      return replaceText(text, in: slot)
    case .docs: return replaceText(text, in: .docs)
    case .value:
      guard let target = session.editor.handedOut else { return [] }
      let tab = session.editor.tab
      let former = session.draft.text(at: target, in: tab) ?? ""
      var text = text.withoutAddedLineEnd(former)
      if target == .url { text = text.split(whereSeparator: \.isNewline).joined() }
      return edit { draft in
        draft.set(text, at: target, in: tab, from: draft)
        // As after typing, the rows follow the URL.
        if tab == .params, target != .url { draft.stepQuery() }
      }
    }
  }

  private mutating func replaceText(_ text: String, in slot: TextSlot) -> [Outcome] {
    guard let former = session.draft.text(in: slot) else { return [] }
    return edit { $0.setText(text.withoutAddedLineEnd(former), in: slot) }
  }
}

extension String {
  fileprivate func withoutAddedLineEnd(_ former: String) -> String {
    guard hasSuffix("\n"), !former.hasSuffix("\n") else { return self }
    return String(dropLast())
  }
}
