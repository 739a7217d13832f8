import Basics
import Terminal
import Workspaces

extension EnvironmentEditor {
  mutating func press(_ key: Key, in context: inout FeatureContext) {
    switch mode {
    case .browsing: browse(key, in: &context)
    case .cell(let edit): press(key, in: edit, &context)
    case .trusting(let list): press(key, trusting: list, in: &context)
    case .comparing(let other, let list): press(key, comparing: other, list)
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

  private mutating func browse(_ key: Key, in context: inout FeatureContext) {
    switch key {
    case .character("."): openMenu(in: &context)
    case .left, .character("h"): column = max(0, column - 1)
    case .right, .character("l"): column = min(2, column + 1)
    case .tab, .character("]"): show(index + 1)
    case .backTab, .character("["): show(index - 1)
    case .enter where brokenName != nil: if let path = fault?.path { context.run(.system(.editFile(path: path))) }
    case .enter: rows.isEmpty ? addRow(in: &context) : begin(row: cursor.row, column: column, in: &context)
    case .character("n"): ask(.new, in: &context)
    case .character("="): beginComparing(in: &context)
    default: if current != nil { change(by: key, in: &context) }
    }
  }

  /// Handles keys that change the displayed environment.
  private mutating func change(by key: Key, in context: inout FeatureContext) {
    let row = cursor.row
    switch key {
    case .character("a"): addRow(in: &context)
    case .character(" "): changeRow(in: &context) { $0[row].isEnabled.toggle() }
    case .character("s"): changeRow(in: &context) { $0[row].tag = $0[row].tag == .secret ? .none : .secret }
    case .character("v"): revealed = revealed == row ? nil : row
    case .character("d"): changeRow(in: &context) { $0.insert($0[row], at: row + 1) }
    case .delete:
      guard rows.indices.contains(row) else { return }
      let name = rows[row][0]
      changeRow(in: &context) { $0.remove(at: row) }
      context.say("Deleted \(name): u restores it")
    case .character("K"): moveRow(by: -1, in: &context)
    case .character("J"): moveRow(by: 1, in: &context)
    case .character("p"): change(in: &context) { $0.isProtected.toggle() }
    case .character("c"):
      context.ask(Prompt("Colour", .environment(.color), text: current?.color ?? "#", verb: "keep"))
    case .character("t"): mode = .trusting(ListCursor())
    case .character("D"): ask(.duplicate, (current?.name ?? "") + " copy", in: &context)
    case .character("r"): ask(.rename, current?.name ?? "", in: &context)
    case .character("X"):
      let text = "Delete the environment \(current?.name ?? "") with its file?"
      context.ask(.confirm("Delete", text, yes: .environment(.deleteConfirmed)))
    case .character("u"): undo(in: &context)
    case .control("y"): redo(in: &context)
    default: break
    }
  }

  private mutating func changeRow(in context: inout FeatureContext, _ change: (inout [TableRow]) -> Void) {
    guard rows.indices.contains(cursor.row) else { return }
    revealed = nil
    self.change(in: &context) { $0.changeRows(change) }
    cursor.row = min(cursor.row, max(0, rows.count - 1))
  }

  private mutating func moveRow(by step: Int, in context: inout FeatureContext) {
    let (row, other) = (cursor.row, cursor.row + step)
    guard rows.indices.contains(other) else { return }
    changeRow(in: &context) { $0.swapAt(row, other) }
    cursor.row = other
  }

  private mutating func addRow(in context: inout FeatureContext) {
    guard let before = current else { return ask(.new, in: &context) }
    let place = rows.isEmpty ? 0 : cursor.row + 1
    environments[index].changeRows { $0.insert(TableRow(blankFor: .variables), at: min(place, $0.count)) }
    cursor.row = place
    mode = .cell(CellEdit(row: place, column: 0, field: TextField(), original: before, isNewRow: true))
  }

  private mutating func begin(
    row: Int, column: Int, after edit: CellEdit? = nil, in context: inout FeatureContext
  ) {
    guard let current, rows.indices.contains(row) else { return }
    let text = rows[row][column]
    guard !text.contains(where: \.isNewline) else {
      return context.say("This value has several lines: edit it in the environment's file")
    }
    self.column = column
    cursor.row = row
    mode = .cell(
      CellEdit(
        row: row, column: column, field: TextField(text), original: edit?.original ?? current,
        isNewRow: edit?.isNewRow ?? false))
  }

  private mutating func press(_ key: Key, in edit: CellEdit, _ context: inout FeatureContext) {
    var edit = edit
    if pressCompletion(key, &edit) { return }
    switch key {
    case .enter: enter(edit, in: &context)
    case .tab where edit.column < 2: begin(row: edit.row, column: edit.column + 1, after: edit, in: &context)
    case .backTab where edit.column > 0: begin(row: edit.row, column: edit.column - 1, after: edit, in: &context)
    case .tab, .backTab, .escape, .control("c"): keep(edit, in: &context)
    // The row becomes a secret before any of its text is written.
    case .control("t"):
      environments[index].changeRows { rows in
        if rows.indices.contains(edit.row) { rows[edit.row].tag = rows[edit.row].tag == .secret ? .none : .secret }
      }
    case .control("v") where rows.indices.contains(edit.row) && rows[edit.row].tag == .secret:
      revealed = revealed == edit.row ? nil : edit.row
    default:
      if edit.field.handle(key) { write(edit, variables: context.app.session?.variables) }
    }
  }

  /// Updates the row, on each key.
  private mutating func write(_ edit: CellEdit, variables: VariableTable?) {
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
  private mutating func enter(_ edit: CellEdit, in context: inout FeatureContext) {
    if isBlank(edit.row) { return keep(edit, in: &context) }
    if edit.column < TableKind.variables.lastColumn, !rows[edit.row][edit.column + 1].contains(where: \.isNewline) {
      return begin(row: edit.row, column: edit.column + 1, after: edit, in: &context)
    }
    keep(edit, in: &context)
    let next = edit.row + 1
    if !edit.isNewRow, rows.indices.contains(next) {
      begin(row: next, column: 0, in: &context)
    } else {
      addRow(in: &context)
    }
  }

  private func isBlank(_ row: Int) -> Bool { rows.indices.contains(row) && rows[row].isBlank(in: .variables) }

  /// Ends editing a row and saves the change. Removes a row without name and value.
  mutating func keep(_ edit: CellEdit, in context: inout FeatureContext) {
    mode = .browsing
    if isBlank(edit.row) { environments[index].changeRows { $0.remove(at: edit.row) } }
    cursor.row = min(edit.row, max(0, rows.count - 1))
    if let current { replace(edit.original, with: current, in: &context) }
  }
}

/// The prompts for a name, a colour and server trust.
extension EnvironmentEditor {
  func ask(_ naming: Environments.Naming, _ initial: String = "", in context: inout FeatureContext) {
    let verb = naming == .new ? "create" : "keep"
    context.ask(Prompt(naming.title, .environment(.name(naming)), text: initial, verb: verb))
  }

  mutating func answer(_ question: Environments.Question, _ text: String, in context: inout FeatureContext) {
    switch question {
    case .name(let naming): name(naming, text.trimmed, in: &context)
    case .color: change(in: &context) { $0.color = Self.isColor(text.trimmed) ? text.trimmed : nil }
    case .trust(let part): set(part, text, in: &context)
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

  private mutating func name(_ naming: Environments.Naming, _ name: String, in context: inout FeatureContext) {
    switch naming {
    case .new:
      environments.append(Environment(name: name))
      show(environments.count - 1)
      save(.create(collection: collection, Environment(name: name)), in: &context)
      context.perform(.environment(.chosen(name)))
      // The user types its first variable next.
      addRow(in: &context)
    case .duplicate:
      guard var copy = current else { return }
      let former = copy.name
      copy.name = name
      environments.append(copy)
      show(environments.count - 1)
      save(.duplicate(collection: collection, name: former, as: name), in: &context)
    case .rename:
      guard let former = current?.name, former != name else { return }
      environments[index].name = name
      save(.rename(collection: collection, name: former, to: name), in: &context)
    }
  }

  /// The problem of an environment name, which becomes a file name; `nil` if it is valid.
  private func problem(ofName name: String, _ naming: Environments.Naming) -> String? {
    if name.isEmpty { return "The name is empty" }
    if let fault = Environment.fault(ofName: name) { return "\(fault)" }
    let others = (environments.map(\.name) + broken).filter { naming != .rename || $0 != current?.name }
    // On some disks, names that differ only in case are the same file.
    let taken = others.first { $0.lowercased() == name.lowercased() }
    return taken.map { "Environment \($0) already exists" }
  }

  /// Deletes the displayed environment.
  mutating func delete(in context: inout FeatureContext) {
    guard let name = current?.name else { return }
    environments.remove(at: index)
    show(min(index, max(0, environments.count - 1)))
    save(.delete(collection: collection, name: name), in: &context)
  }

  var isTyping: Bool { if case .cell = mode { true } else { false } }

  mutating func paste(_ text: String, variables: VariableTable?) {
    guard case .cell(var edit) = mode else { return }
    edit.field.paste(text)
    write(edit, variables: variables)
  }
}

/// The menu, opened by `.` or a right click, for the variable under the cursor and its environment.
extension EnvironmentEditor {
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

  func openMenu(in context: inout FeatureContext) {
    let items = Self.menuKeys.compactMap { key in
      title(of: key).map { Picker.Item(id: key.name, title: $0, detail: key.name) }
    }
    let name = rows.indices.contains(cursor.row) ? rows[cursor.row][0] : shownName
    context.pick(Picker(name ?? "Environments", .environmentMenu, items: items))
  }

  /// Acts on an item of the menu, which is named by its key.
  mutating func pick(_ id: String, in context: inout FeatureContext) {
    if let key = Self.menuKeys.first(where: { $0.name == id }) { browse(key, in: &context) }
  }
}
