import Terminal
import Workspaces

extension AppState {
  /// `E`: the editor of the collection's environments, at the chosen one.
  mutating func editEnvironmentRequested() -> [Effect] {
    guard let collection = currentCollection else {
      return say(.warning, "There is no collection here that could hold an environment")
    }
    return apply(.overlay(.show(.environmentEditor(EnvironmentEditor(collection: collection, environment)))))
  }

  mutating func press(_ key: Key, in editor: EnvironmentEditor) -> [Effect] {
    var editor = editor
    let outcome = editor.press(key, variables: session?.variables)
    return take(outcome, editor)
  }

  mutating func take(_ outcome: EnvironmentEditor.Outcome, _ editor: EnvironmentEditor) -> [Effect] {
    var editor = editor
    let layout = EnvironmentEditorLayout(size: size)
    editor.cursor.settle(count: editor.rows.count, height: layout.rows.height)
    environment.kept = editor.kept
    overlay = outcome.isClosed ? nil : .environmentEditor(editor)
    var effects = outcome.effects
    if !outcome.effects.isEmpty {
      environment.pending += outcome.effects.count
      effects += adopt(editor.written)
    }
    if let text = outcome.message {
      effects += say(.information, text)
    } else if !outcome.effects.isEmpty, !editor.hidden.isEmpty {
      effects += say(.information, Environment.words(hidden: editor.hidden))
    }
    return effects
  }

  /// Takes over what is being typed into a cell.
  mutating func keepOpenCell() -> [Effect] {
    guard case .environmentEditor(var editor)? = overlay, case .cell(let edit) = editor.mode else { return [] }
    let outcome = editor.keep(edit)
    return take(outcome, editor)
  }

  /// The screen shows at once what is being written.
  private mutating func adopt(_ all: [Environment]) -> [Effect] {
    let renamed = zip(environment.all, all).first { old, new in
      environment.all.count == all.count && old.name == environment.chosen && old.name != new.name
    }
    environment.all = all
    if let renamed { environment.chosen = renamed.1.name }
    if let chosen = environment.chosen, !environment.names.contains(chosen) { environment.chosen = nil }
    return current.map { refreshVariables(of: $0) } ?? []
  }

  /// The files are as told, and when nothing else is on its way the screen follows them.
  mutating func environmentsChanged(_ all: [Environment], select: String?, said: String) -> [Effect] {
    environment.pending = max(0, environment.pending - 1)
    guard environment.pending == 0 else { return current.map { refreshVariables(of: $0) } ?? [] }
    let effects = apply(EnvironmentAction.loaded(all, unreadable: environment.unreadable))
    if case .environmentEditor(var editor)? = overlay {
      if case .browsing = editor.mode {
        editor.adopt(all, select: select)
        let layout = EnvironmentEditorLayout(size: size)
        editor.cursor.settle(count: editor.rows.count, height: layout.rows.height)
        overlay = .environmentEditor(editor)
      }
    }
    return effects + (said.isEmpty ? [] : say(.information, said))
  }

  /// What was typed stays in the editor as long as that is open.
  mutating func environmentFailed(_ text: String) -> [Effect] {
    environment.pending = max(0, environment.pending - 1)
    return say(.error, "Not written: \(text)")
  }

  /// Asks; without a yes the files stay as they are, and the screen follows them again.
  mutating func consentNeeded(_ effect: EnvironmentEffect, _ what: String) -> [Effect] {
    environment.pending = max(0, environment.pending - 1)
    let back = currentCollection.map { Effect.environment(.load(collection: $0)) }
    let question = Question.confirm("\(what). Write it all the same?", yes: .environment(.consented(effect)))
    return [back].compactMap(\.self) + apply(.overlay(.show(.question(question))))
  }

  mutating func answeredInEnvironments(_ purpose: Prompt.Purpose, _ name: String) -> [Effect] {
    guard case .environmentName = purpose, let collection = currentCollection else { return [] }
    return [.environment(.create(collection: collection, Environment(name: name)))]
  }

  mutating func click(_ mouse: Mouse, in editor: EnvironmentEditor) -> [Effect] {
    var editor = editor
    let layout = EnvironmentEditorLayout(size: size)
    if case .cell(let edit) = editor.mode, mouse.kind == .press {
      // A press elsewhere keeps what was typed; in the cell itself it changes nothing.
      if layout.cell(at: mouse.point, of: editor, capabilities.unicode) == CellPlace(edit) { return [] }
      let kept = keepOpenCell()
      guard case .environmentEditor(let now)? = overlay else { return kept }
      return kept + click(mouse, in: now)
    }
    guard case .browsing = editor.mode else { return [] }
    switch mouse.kind {
    case .wheelUp: editor.cursor.row = max(0, editor.cursor.row - 1)
    case .wheelDown: editor.cursor.row = min(max(0, editor.rows.count - 1), editor.cursor.row + 1)
    case .press:
      guard layout.frame.contains(mouse.point) else { return take(.init(isClosed: true), editor) }
      if layout.tabs.contains(mouse.point) {
        let column = mouse.point.x - layout.tabs.x
        if let index = editor.bar.tab(at: column, width: layout.tabs.width, chosen: editor.index) { editor.show(index) }
      } else if layout.rows.contains(mouse.point) {
        return clickRow(mouse, editor, layout)
      }
    case .release, .drag: return []
    }
    return take(.init(), editor)
  }

  private mutating func clickRow(
    _ mouse: Mouse, _ editor: EnvironmentEditor, _ layout: EnvironmentEditorLayout
  ) -> [Effect] {
    var editor = editor
    guard let columns = layout.columns(at: mouse.point, of: editor, capabilities.unicode) else { return [] }
    let place = layout.cell(at: mouse.point, of: editor, capabilities.unicode)
    editor.cursor.row = editor.cursor.offset + mouse.point.y - layout.rows.y
    if let place { editor.column = place.column }
    let isCheck = columns.check.contains(mouse.point)
    guard isCheck ? mouse.clicks == 1 : mouse.clicks >= 2 else { return take(.init(), editor) }
    let outcome = editor.press(isCheck ? .character(" ") : .enter, variables: session?.variables)
    return take(outcome, editor)
  }
}

/// A cell of the table.
struct CellPlace: Equatable {
  var row: Int
  var column: Int

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  init(_ edit: EnvironmentEditor.CellEdit) { self.init(row: edit.row, column: edit.column) }
}

extension EnvironmentEditorLayout {
  /// The columns of the row at a place; `nil` where none is.
  func columns(at point: Point, of editor: EnvironmentEditor, _ unicode: Bool) -> TableColumns? {
    let line = point.y - rows.y
    guard rows.contains(point), editor.rows.indices.contains(editor.cursor.offset + line) else { return nil }
    // While one types the columns stay as they were.
    var shown = editor.rows
    if case .cell(let edit) = editor.mode { shown = edit.original.rows }
    return TableColumns(.variables, rows: shown, in: rows, unicode: unicode).moved(down: line)
  }

  func cell(at point: Point, of editor: EnvironmentEditor, _ unicode: Bool) -> CellPlace? {
    columns(at: point, of: editor, unicode)?.cells.firstIndex { $0.contains(point) }.map {
      CellPlace(row: editor.cursor.offset + point.y - rows.y, column: $0)
    }
  }
}
