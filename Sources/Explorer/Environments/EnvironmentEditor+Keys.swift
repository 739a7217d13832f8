import Terminal
import Workspaces

extension EnvironmentEditor {
  /// The result of a key.
  struct Outcome {
    var effects: [EnvironmentEffect] = []
    var message: String?
    /// A file to open in `$EDITOR`.
    var opened: String?
    /// A new environment, which is chosen at once.
    var chosen: String?
    var isClosed = false
  }

  mutating func press(_ key: Key, variables: VariableTable?) -> Outcome {
    switch mode {
    case .browsing: return browse(key)
    case .cell(let edit): return press(key, in: edit, variables: variables)
    case .naming(let naming, let field): return press(key, naming, field)
    case .color(let field): return press(key, color: field)
    case .trusting(let line, let field): return press(key, trusting: line, field)
    case .confirmingDelete: return confirm(key)
    // The feature knows the size of the window that the menu stands in.
    case .menu: return Outcome()
    case .comparing(let other, let offset): return press(key, comparing: other, offset: offset)
    }
  }

  mutating func browse(_ key: Key) -> Outcome {
    switch key {
    case .character("."): return openMenu()
    case .escape, .control("c"), .character("q"): return Outcome(isClosed: true)
    case .up, .character("k"): cursor.row = max(0, cursor.row - 1)
    case .down, .character("j"): cursor.row = min(max(0, rows.count - 1), cursor.row + 1)
    case .pageUp, .home, .character("g"): cursor.row = 0
    case .pageDown, .end, .character("G"): cursor.row = max(0, rows.count - 1)
    case .left, .character("h"): column = max(0, column - 1)
    case .right, .character("l"): column = min(2, column + 1)
    case .tab, .character("]"): show(index + 1)
    case .backTab, .character("["): show(index - 1)
    case .enter where brokenName != nil: return Outcome(opened: fault?.path)
    case .enter: return rows.isEmpty ? addRow() : begin(row: cursor.row, column: column)
    case .character("n"): ask(.new)
    case .character("="): return beginComparing()
    default: return current == nil ? Outcome() : change(by: key)
    }
    return Outcome()
  }

  /// Handles the keys that change the displayed environment.
  private mutating func change(by key: Key) -> Outcome {
    let row = cursor.row
    switch key {
    case .character("a"): return addRow()
    case .character(" "): return changeRow { $0[row].isEnabled.toggle() }
    case .character("s"): return changeRow { $0[row].tag = $0[row].tag == .secret ? .none : .secret }
    case .character("v"): revealed = revealed == row ? nil : row
    case .character("d"): return changeRow { $0.insert($0[row], at: row + 1) }
    case .delete:
      let name = rows.indices.contains(row) ? rows[row][0] : ""
      var outcome = changeRow { $0.remove(at: row) }
      if !outcome.effects.isEmpty { outcome.message = "Deleted \(name): u brings it back" }
      return outcome
    case .character("K"): return moveRow(by: -1)
    case .character("J"): return moveRow(by: 1)
    case .character("p"): return Outcome(effects: change { $0.isProtected.toggle() })
    case .character("c"): askForColor()
    case .character("t"): mode = .trusting(line: 0, nil)
    case .character("D"): ask(.duplicate, (current?.name ?? "") + " copy")
    case .character("r"): ask(.rename, current?.name ?? "")
    case .character("X"): mode = .confirmingDelete
    case .character("u"): return Outcome(effects: undo())
    case .control("y"): return Outcome(effects: redo())
    default: break
    }
    return Outcome()
  }

  private mutating func changeRow(_ change: (inout [TableRow]) -> Void) -> Outcome {
    guard rows.indices.contains(cursor.row) else { return Outcome() }
    revealed = nil
    let effects = self.change { $0.changeRows(change) }
    cursor.row = min(cursor.row, max(0, rows.count - 1))
    return Outcome(effects: effects)
  }

  private mutating func moveRow(by step: Int) -> Outcome {
    let (row, other) = (cursor.row, cursor.row + step)
    guard rows.indices.contains(other) else { return Outcome() }
    let outcome = changeRow { $0.swapAt(row, other) }
    cursor.row = other
    return outcome
  }

  mutating func addRow() -> Outcome {
    guard let before = current else {
      ask(.new)
      return Outcome()
    }
    let place = rows.isEmpty ? 0 : cursor.row + 1
    environments[index].changeRows { $0.insert(TableRow(blankFor: .variables), at: min(place, $0.count)) }
    cursor.row = place
    mode = .cell(CellEdit(row: place, column: 0, field: TextField(), original: before, isNewRow: true))
    return Outcome()
  }

  private mutating func begin(row: Int, column: Int, isNewRow: Bool = false, original: Environment? = nil) -> Outcome {
    guard let current, rows.indices.contains(row) else { return Outcome() }
    let text = rows[row][column]
    guard !text.contains(where: \.isNewline) else {
      return Outcome(message: "This value has several lines: edit it in the environment's file")
    }
    self.column = column
    cursor.row = row
    mode = .cell(
      CellEdit(row: row, column: column, field: TextField(text), original: original ?? current, isNewRow: isNewRow))
    return Outcome()
  }

  private mutating func press(_ key: Key, in edit: CellEdit, variables: VariableTable?) -> Outcome {
    var edit = edit
    if pressCompletion(key, &edit) { return Outcome() }
    switch key {
    case .enter: return enter(edit)
    case .tab where edit.column < 2:
      return begin(row: edit.row, column: edit.column + 1, isNewRow: edit.isNewRow, original: edit.original)
    case .backTab where edit.column > 0:
      return begin(row: edit.row, column: edit.column - 1, isNewRow: edit.isNewRow, original: edit.original)
    case .tab, .backTab, .escape, .control("c"): return keep(edit)
    // The row becomes a secret before any of it is written.
    case .control("t"):
      environments[index].changeRows { rows in
        if rows.indices.contains(edit.row) { rows[edit.row].tag = rows[edit.row].tag == .secret ? .none : .secret }
      }
    default:
      if edit.field.handle(key) { write(edit, variables: variables) }
    }
    return Outcome()
  }

  /// Updates the row on each key.
  mutating func write(_ edit: CellEdit, variables: VariableTable?) {
    var edit = edit
    environments[index].changeRows { rows in
      if rows.indices.contains(edit.row) { rows[edit.row][edit.column] = edit.field.text }
    }
    edit.completion = .ofVariables(in: edit.field.text, at: edit.field.caret, table: variables)
    mode = .cell(edit)
  }

  private mutating func pressCompletion(_ key: Key, _ edit: inout CellEdit) -> Bool {
    guard var list = edit.completion else { return false }
    switch key {
    case .up, .down:
      list.move(by: key == .up ? -1 : 1)
      edit.completion = list
      mode = .cell(edit)
    case .escape:
      edit.completion = nil
      mode = .cell(edit)
    case .enter, .tab:
      guard let chosen = list.chosen, list.items.indices.contains(chosen) else { return false }
      edit.field.replace(list.range, with: list.items[chosen].text)
      write(edit, variables: nil)
    default: return false
    }
    return true
  }

  /// Enter: from the name to the value, from there to the name of the next row, which is added if missing. On an empty
  /// row it ends editing.
  private mutating func enter(_ edit: CellEdit) -> Outcome {
    if isBlank(edit.row) { return keep(edit) }
    if edit.column < TableKind.variables.lastColumn, !rows[edit.row][edit.column + 1].contains(where: \.isNewline) {
      return begin(row: edit.row, column: edit.column + 1, isNewRow: edit.isNewRow, original: edit.original)
    }
    var outcome = keep(edit)
    let next = edit.row + 1
    if !edit.isNewRow, rows.indices.contains(next) {
      outcome.message = begin(row: next, column: 0).message
    } else {
      _ = addRow()
    }
    return outcome
  }

  private func isBlank(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].isBlank(in: .variables) }

  /// Ends editing of a row and saves the change; removes a row without name and value.
  mutating func keep(_ edit: CellEdit) -> Outcome {
    mode = .browsing
    if isBlank(edit.row) { environments[index].changeRows { $0.remove(at: edit.row) } }
    cursor.row = min(edit.row, max(0, rows.count - 1))
    guard let now = current else { return Outcome() }
    return Outcome(effects: replace(edit.original, with: now))
  }
}
