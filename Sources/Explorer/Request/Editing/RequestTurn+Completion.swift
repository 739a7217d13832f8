import Terminal
import Workspaces

extension RequestTurn {
  /// The completions at the caret of a single-line field.
  func completion(for field: FieldEdit) -> Completion? {
    let text = field.field.text
    if let found = completion(ofNameIn: text, at: field.field.caret) { return found }
    if field.target == .url, case .scratch = session.key {
      let items = given.suggestions.items(for: text)
      return items.isEmpty ? nil : Completion(items: items, chosen: nil, range: 0..<text.utf8.count)
    }
    guard case .cell(let row, let column) = field.target, case .table(let kind) = session.content else { return nil }
    let rows = session.draft.rows(of: kind)
    guard rows.indices.contains(row) else { return nil }
    switch kind {
    case .headers: return .ofHeaders(rows[row], column: column, typed: text, caret: field.field.caret)
    case .assertions where column == 1: return .ofOperators(typed: text)
    default: return nil
    }
  }

  /// Variables and the answers of other requests, for a `{{` being typed.
  func completion(ofNameIn line: String, at caret: Int) -> Completion? {
    let answers = given.answers.completion(in: line, at: caret, of: session)
    let variables = Completion.ofVariables(in: line, at: caret, table: session.variables)
    return variables?.joined(with: answers) ?? answers
  }

  /// Handles the keys of an open completion list; `nil` for other keys.
  mutating func pressCompletion(_ key: Key, _ field: inout FieldEdit) -> [Outcome]? {
    guard var list = field.completion else { return nil }
    switch key {
    case .up, .down:
      list.move(by: key == .up ? -1 : 1)
      field.completion = list
    case .escape: field.completion = nil
    case .enter, .tab:
      guard let chosen = list.chosen, list.items.indices.contains(chosen) else { return nil }
      if let path = list.items[chosen].opens {
        withEditor { $0.editing = nil }
        return [.requestChosen(path: path)]
      }
      field.field.replace(list.range, with: list.items[chosen].text)
      let effects = write(field)
      if !list.items[chosen].goesOn { closeCompletion() }
      return effects
    default: return nil
    }
    let changed = field
    withEditor { $0.editing = .field(changed) }
    return []
  }

  /// Handles the keys of an open completion list in a multi-line text.
  mutating func pressCompletion(_ key: Key, _ edit: TextEdit) -> [Outcome]? {
    guard var list = edit.completion else { return nil }
    var edit = edit
    switch key {
    case .up, .down:
      list.move(by: key == .up ? -1 : 1)
      edit.completion = list
    case .escape: edit.completion = nil
    case .enter, .tab:
      guard let chosen = list.chosen, list.items.indices.contains(chosen) else { return nil }
      edit.completion = nil
      let changed = edit
      withEditor { editor in
        guard let line = editor.texts[changed.slot]?.area.caret.line else { return }
        let start = TextPosition(line: line, offset: list.range.lowerBound)
        let end = TextPosition(line: line, offset: list.range.upperBound)
        editor.texts[changed.slot]?.area.replace(start..<end, with: list.items[chosen].text)
        guard let caret = list.items[chosen].caret, let area = editor.texts[changed.slot]?.area else { return }
        editor.texts[changed.slot]?.area.moveCaret(to: area.position(at: area.offset(of: start) + caret))
      }
      return typed(edit)
    default: return nil
    }
    let changed = edit
    withEditor { $0.editing = .text(changed) }
    return []
  }

  private mutating func closeCompletion() {
    withEditor { editor in
      guard case .field(var field) = editor.editing else { return }
      field.completion = nil
      editor.editing = .field(field)
    }
  }
}
