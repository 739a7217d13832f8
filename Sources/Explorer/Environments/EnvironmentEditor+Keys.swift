import Basics
import Terminal
import Workspaces

extension EnvironmentEditor {
  /// The result of a key.
  struct Answer {
    var effects: [EnvironmentEffect] = []
    var message: String?
    /// A prompt, a question or a menu.
    var asks: Overlay?
    /// A file to open in `$EDITOR`.
    var opened: String?
    /// A new environment, to be chosen immediately.
    var chosen: String?
    var isClosed = false
  }

  mutating func press(_ key: Key, variables: VariableTable?) -> Answer {
    switch mode {
    case .browsing: return browse(key)
    case .cell(let edit): return press(key, in: edit, variables: variables)
    case .trusting(let list): return press(key, trusting: list)
    case .comparing(let other, let list): return press(key, comparing: other, list)
    }
  }

  /// Moves the cursor, or scrolls a comparison; returns false if the mode uses the key itself.
  /// - Parameter height: the number of visible rows.
  mutating func move(_ motion: Motion, height: Int) -> Bool {
    switch mode {
    case .browsing: cursor.move(motion, count: rows.count, height: height)
    case .trusting(var list):
      list.move(motion, count: TrustField.allCases.count, height: height)
      mode = .trusting(list)
    case .comparing(let other, var list):
      list.scroll(motion, count: comparison(with: other)?.lines.count ?? 0, height: height - 1)
      mode = .comparing(other: other, list)
    default: return false
    }
    return true
  }

  mutating func browse(_ key: Key) -> Answer {
    switch key {
    case .character("."): return openMenu()
    case .escape, .control("c"), .character("q"): return Answer(isClosed: true)
    case .left, .character("h"): column = max(0, column - 1)
    case .right, .character("l"): column = min(2, column + 1)
    case .tab, .character("]"): show(index + 1)
    case .backTab, .character("["): show(index - 1)
    case .enter where brokenName != nil: return Answer(opened: fault?.path)
    case .enter: return rows.isEmpty ? addRow() : begin(row: cursor.row, column: column)
    case .character("n"): return ask(.new)
    case .character("="): return beginComparing()
    default: return current == nil ? Answer() : change(by: key)
    }
    return Answer()
  }

  /// Handles keys that change the displayed environment.
  private mutating func change(by key: Key) -> Answer {
    let row = cursor.row
    switch key {
    case .character("a"): return addRow()
    case .character(" "): return changeRow { $0[row].isEnabled.toggle() }
    case .character("s"): return changeRow { $0[row].tag = $0[row].tag == .secret ? .none : .secret }
    case .character("v"): revealed = revealed == row ? nil : row
    case .character("d"): return changeRow { $0.insert($0[row], at: row + 1) }
    case .delete:
      let name = rows.indices.contains(row) ? rows[row][0] : ""
      var answer = changeRow { $0.remove(at: row) }
      if !answer.effects.isEmpty { answer.message = "Deleted \(name): u restores it" }
      return answer
    case .character("K"): return moveRow(by: -1)
    case .character("J"): return moveRow(by: 1)
    case .character("p"): return Answer(effects: change { $0.isProtected.toggle() })
    case .character("c"):
      let text = current?.color ?? "#"
      return Answer(asks: .prompt(Prompt("Colour", .environment(.color), text: text, verb: "keep")))
    case .character("t"): mode = .trusting(ListCursor())
    case .character("D"): return ask(.duplicate, (current?.name ?? "") + " copy")
    case .character("r"): return ask(.rename, current?.name ?? "")
    case .character("X"):
      let text = "Delete the environment \(current?.name ?? "") with its file?"
      return Answer(asks: .question(.confirm("Delete", text, yes: .environment(.deleteConfirmed))))
    case .character("u"): return Answer(effects: undo())
    case .control("y"): return Answer(effects: redo())
    default: break
    }
    return Answer()
  }

  private mutating func changeRow(_ change: (inout [TableRow]) -> Void) -> Answer {
    guard rows.indices.contains(cursor.row) else { return Answer() }
    revealed = nil
    let effects = self.change { $0.changeRows(change) }
    cursor.row = min(cursor.row, max(0, rows.count - 1))
    return Answer(effects: effects)
  }

  private mutating func moveRow(by step: Int) -> Answer {
    let (row, other) = (cursor.row, cursor.row + step)
    guard rows.indices.contains(other) else { return Answer() }
    let answer = changeRow { $0.swapAt(row, other) }
    cursor.row = other
    return answer
  }

  mutating func addRow() -> Answer {
    guard let before = current else { return ask(.new) }
    let place = rows.isEmpty ? 0 : cursor.row + 1
    environments[index].changeRows { $0.insert(TableRow(blankFor: .variables), at: min(place, $0.count)) }
    cursor.row = place
    mode = .cell(CellEdit(row: place, column: 0, field: TextField(), original: before, isNewRow: true))
    return Answer()
  }

  private mutating func begin(row: Int, column: Int, isNewRow: Bool = false, original: Environment? = nil) -> Answer {
    guard let current, rows.indices.contains(row) else { return Answer() }
    let text = rows[row][column]
    guard !text.contains(where: \.isNewline) else {
      return Answer(message: "This value has several lines: edit it in the environment's file")
    }
    self.column = column
    cursor.row = row
    mode = .cell(
      CellEdit(row: row, column: column, field: TextField(text), original: original ?? current, isNewRow: isNewRow))
    return Answer()
  }

  private mutating func press(_ key: Key, in edit: CellEdit, variables: VariableTable?) -> Answer {
    var edit = edit
    if pressCompletion(key, &edit) { return Answer() }
    switch key {
    case .enter: return enter(edit)
    case .tab where edit.column < 2:
      return begin(row: edit.row, column: edit.column + 1, isNewRow: edit.isNewRow, original: edit.original)
    case .backTab where edit.column > 0:
      return begin(row: edit.row, column: edit.column - 1, isNewRow: edit.isNewRow, original: edit.original)
    case .tab, .backTab, .escape, .control("c"): return keep(edit)
    // The row becomes a secret before any of its text is written.
    case .control("t"):
      environments[index].changeRows { rows in
        if rows.indices.contains(edit.row) { rows[edit.row].tag = rows[edit.row].tag == .secret ? .none : .secret }
      }
    case .control("v") where rows.indices.contains(edit.row) && rows[edit.row].tag == .secret:
      revealed = revealed == edit.row ? nil : edit.row
    default:
      if edit.field.handle(key) { write(edit, variables: variables) }
    }
    return Answer()
  }

  /// Updates the row, on each key.
  mutating func write(_ edit: CellEdit, variables: VariableTable?) {
    var edit = edit
    environments[index].changeRows { rows in
      if rows.indices.contains(edit.row) { rows[edit.row][edit.column] = edit.field.text }
    }
    edit.completion = .ofVariables(in: edit.field.text, at: edit.field.caret, table: variables)
    mode = .cell(edit)
  }

  private mutating func pressCompletion(_ key: Key, _ edit: inout CellEdit) -> Bool {
    guard let list = edit.completion else { return false }
    switch list.step(key) {
    case .ignored: return false
    case .shown(let list):
      edit.completion = list
      mode = .cell(edit)
    case .taken(let item):
      edit.field.replace(list.range, with: item.text)
      write(edit, variables: nil)
    }
    return true
  }

  /// Handles Enter: goes from the name to the value, and from there to the name of the next row, which is added if
  /// missing. On an empty row, ends editing.
  private mutating func enter(_ edit: CellEdit) -> Answer {
    if isBlank(edit.row) { return keep(edit) }
    if edit.column < TableKind.variables.lastColumn, !rows[edit.row][edit.column + 1].contains(where: \.isNewline) {
      return begin(row: edit.row, column: edit.column + 1, isNewRow: edit.isNewRow, original: edit.original)
    }
    var answer = keep(edit)
    let next = edit.row + 1
    if !edit.isNewRow, rows.indices.contains(next) {
      answer.message = begin(row: next, column: 0).message
    } else {
      _ = addRow()
    }
    return answer
  }

  private func isBlank(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].isBlank(in: .variables) }

  /// Ends editing a row and saves the change. Removes a row without name and value.
  mutating func keep(_ edit: CellEdit) -> Answer {
    mode = .browsing
    if isBlank(edit.row) { environments[index].changeRows { $0.remove(at: edit.row) } }
    cursor.row = min(edit.row, max(0, rows.count - 1))
    guard let now = current else { return Answer() }
    return Answer(effects: replace(edit.original, with: now))
  }
}

/// The prompts for a name, a colour and server trust.
extension EnvironmentEditor {
  func ask(_ naming: Environments.Naming, _ initial: String = "") -> Answer {
    let verb = naming == .new ? "create" : "keep"
    return Answer(asks: .prompt(Prompt(naming.title, .environment(.name(naming)), text: initial, verb: verb)))
  }

  mutating func answer(_ question: Environments.Question, _ text: String) -> Answer {
    switch question {
    case .name(let naming): return name(naming, text.trimmed)
    case .color: return Answer(effects: change { $0.color = Self.isColor(text.trimmed) ? text.trimmed : nil })
    case .trust(let part): return set(part, text)
    }
  }

  /// The reason why an answer is invalid; `nil` if it is valid.
  func fault(of question: Environments.Question, _ text: String) -> String? {
    switch question {
    case .name(let naming): return problem(ofName: text.trimmed, naming)
    case .color:
      let isValid = Self.isColor(text.trimmed) || ["", "#"].contains(text.trimmed)
      return isValid ? nil : "Write a colour as #RRGGBB, such as #2E8A54; leave it empty for none"
    case .trust(let part): return part.problem(of: text)
    }
  }

  private static func isColor(_ text: String) -> Bool {
    text.first == "#" && text.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit)
  }

  private mutating func name(_ naming: Environments.Naming, _ name: String) -> Answer {
    switch naming {
    case .new:
      environments.append(Environment(name: name))
      show(environments.count - 1)
      // The user types its first variable next.
      _ = addRow()
      return Answer(effects: [.create(collection: collection, Environment(name: name))], chosen: name)
    case .duplicate:
      guard var copy = current else { return Answer() }
      let former = copy.name
      copy.name = name
      environments.append(copy)
      show(environments.count - 1)
      return Answer(effects: [.duplicate(collection: collection, name: former, as: name)])
    case .rename:
      guard let former = current?.name, former != name else { return Answer() }
      environments[index].name = name
      return Answer(effects: [.rename(collection: collection, name: former, to: name)])
    }
  }

  /// The problem of an environment name, which becomes a file name; `nil` if it is valid.
  private func problem(ofName name: String, _ naming: Environments.Naming) -> String? {
    if name.isEmpty { return "The name is empty" }
    if name.contains(where: { $0 == "/" || $0 == "\\" || $0.isNewline }) || name.first == "." {
      return "A name cannot begin with a dot or contain / or \\: it becomes a file's name"
    }
    let others = (environments.map(\.name) + broken).filter { naming != .rename || $0 != current?.name }
    return others.contains(name) ? "Environment \(name) already exists" : nil
  }

  /// Deletes the displayed environment.
  mutating func delete() -> Answer {
    guard let name = current?.name else { return Answer() }
    environments.remove(at: index)
    show(min(index, max(0, environments.count - 1)))
    return Answer(effects: [.delete(collection: collection, name: name)], isClosed: environments.isEmpty)
  }

  /// True if a cell is being edited.
  var isTyping: Bool { if case .cell = mode { true } else { false } }

  mutating func paste(_ text: String, variables: VariableTable?) {
    guard case .cell(var edit) = mode else { return }
    edit.field.paste(text)
    write(edit, variables: variables)
  }
}

/// The menu, opened by `.` or a right click, for the variable under the cursor and its environment.
extension EnvironmentEditor {
  /// The title of a key's current action; `nil` if the key has none.
  private func title(of key: Key) -> String? {
    let row = rows.indices.contains(cursor.row) ? rows[cursor.row] : nil
    switch key {
    case .enter: return brokenName == nil ? row.map { _ in "Edit" } : "Open the file in $EDITOR"
    case .character("n"): return "New environment"
    case _ where current == nil: return nil
    case .character("a"): return "Add a variable"
    case .character(" "): return row.map { $0.isEnabled ? "Switch off" : "Switch on" }
    case .character("s"): return row.map { $0.tag == .secret ? "Keep the value in the file" : "Make it a secret" }
    case .character("v"):
      return row?.tag == .secret ? (revealed == cursor.row ? "Hide the secret" : "Show the secret") : nil
    case .character("d"): return row.map { _ in "Duplicate" }
    case .delete: return row.map { _ in "Delete" }
    case .character("K"): return row != nil && cursor.row > 0 ? "Move up" : nil
    case .character("J"): return row != nil && cursor.row + 1 < rows.count ? "Move down" : nil
    case .character("D"): return "Duplicate the environment"
    case .character("r"): return "Rename the environment"
    case .character("X"): return "Delete the environment"
    case .character("="): return environments.count > 1 ? "Compare with another environment" : nil
    case .character("p"): return current?.isProtected == true ? "Do not ask before sending" : "Ask before sending"
    case .character("c"): return "Choose the colour"
    case .character("t"): return "Trusted servers (TLS)"
    case .character("u"): return steps.done.isEmpty ? nil : "Undo"
    default: return nil
    }
  }

  private static let menuKeys: [Key] =
    [.enter] + letters("a", " ", "s", "v", "d") + [.delete]
    + letters("K", "J", "n", "D", "r", "X", "=", "p", "c", "t", "u")

  private static func letters(_ letters: Character...) -> [Key] { letters.map { .character($0) } }

  func openMenu() -> Answer {
    let items = Self.menuKeys.compactMap { key in
      title(of: key).map { Picker.Item(id: key.name, title: $0, detail: key.name) }
    }
    let name = rows.indices.contains(cursor.row) ? rows[cursor.row][0] : shownName
    return Answer(asks: .picker(Picker(name ?? "Environments", .environmentMenu, items: items)))
  }

  /// Acts on an item of the menu, which is named by its key.
  mutating func pick(_ id: String) -> Answer {
    Self.menuKeys.first { $0.name == id }.map { browse($0) } ?? Answer()
  }
}
