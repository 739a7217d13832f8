import Terminal
import Workspaces

extension EnvironmentFeature {
  /// Opens the editor of the collection's environments at the chosen one.
  static func edit(_ state: State, _ editor: inout EnvironmentEditor?, in surroundings: Surroundings) -> [Outcome] {
    guard let collection = surroundings.collection else {
      return [
        .said(
          .warning,
          "Environments belong to a collection, and there is none yet: \(key: "newRequest") in the tree makes one")
      ]
    }
    editor = EnvironmentEditor(collection: collection, state)
    // The first one needs a name before anything else.
    if state.isLoaded, state.names.isEmpty { editor?.ask(.new) }
    return []
  }

  /// Handles keys and mouse in the open editor.
  static func type(
    _ state: inout State, _ editor: inout EnvironmentEditor?, _ action: Action, in surroundings: Surroundings
  ) -> [Outcome] {
    guard editor != nil else { return [] }
    switch action {
    case .pressed(let key):
      if case .menu(var menu)? = editor?.mode {
        let answer = menu.press(key, in: surroundings.size)
        return take(editor?.answer(answer, of: menu), &state, &editor, in: surroundings)
      }
      return take(editor?.press(key, variables: surroundings.variables), &state, &editor, in: surroundings)
    case .pasted(let text):
      editor?.paste(text, variables: surroundings.variables)
      return []
    case .clicked(let mouse): return click(mouse, &state, &editor, in: surroundings)
    default:
      guard case .cell(let edit)? = editor?.mode else { return [] }
      return take(editor?.keep(edit), &state, &editor, in: surroundings)
    }
  }

  private static func take(
    _ outcome: EnvironmentEditor.Outcome?, _ state: inout State, _ editor: inout EnvironmentEditor?,
    in surroundings: Surroundings
  ) -> [Outcome] {
    settle(&editor, in: surroundings)
    guard let outcome, let now = editor else { return [] }
    state.kept = now.kept
    if outcome.isClosed { editor = nil }
    var outcomes = outcome.effects.map { Outcome.work($0) }
    if !outcome.effects.isEmpty {
      state.pending += outcome.effects.count
      adopt(now.written, &state)
      outcomes.append(.valuesChanged)
    }
    if let path = outcome.opened { outcomes.append(.openFile(path)) }
    if let name = outcome.chosen { outcomes += choose(name, &state) }
    if let text = outcome.message {
      outcomes.append(.said(.information, text))
    } else if !outcome.effects.isEmpty, !now.hidden.isEmpty {
      outcomes.append(.said(.information, Environment.words(hidden: now.hidden)))
    }
    return outcomes
  }

  /// Shows a change before it has been written.
  private static func adopt(_ all: [Environment], _ state: inout State) {
    let renamed = zip(state.all, all).first { old, new in
      state.all.count == all.count && old.name == state.chosen && old.name != new.name
    }
    state.all = all
    if let renamed { state.chosen = renamed.1.name }
    if let chosen = state.chosen, !state.names.contains(chosen) { state.chosen = nil }
  }

  private static func click(
    _ mouse: Mouse, _ state: inout State, _ editor: inout EnvironmentEditor?, in surroundings: Surroundings
  ) -> [Outcome] {
    guard let shown = editor else { return [] }
    let layout = EnvironmentEditorLayout(size: surroundings.size)
    if case .cell(let edit) = shown.mode, mouse.kind == .press {
      // A click elsewhere commits the edit; a click in the edited cell changes nothing.
      if layout.cell(at: mouse.point, of: shown, surroundings.unicode) == CellPlace(edit) { return [] }
      let kept = take(editor?.keep(edit), &state, &editor, in: surroundings)
      return kept + click(mouse, &state, &editor, in: surroundings)
    }
    if case .menu(var menu) = shown.mode {
      let answer = menu.click(mouse, in: surroundings.size)
      return take(editor?.answer(answer, of: menu), &state, &editor, in: surroundings)
    }
    guard case .browsing = shown.mode else { return [] }
    if mouse.button == .right { return openMenu(at: mouse, layout, &state, &editor, in: surroundings) }
    var outcome = EnvironmentEditor.Outcome()
    switch mouse.kind {
    case .wheelUp: editor?.cursor.row = max(0, shown.cursor.row - 1)
    case .wheelDown: editor?.cursor.row = min(max(0, shown.rows.count - 1), shown.cursor.row + 1)
    case .press:
      if !layout.frame.contains(mouse.point) {
        outcome.isClosed = true
      } else if layout.tabs.contains(mouse.point) {
        let column = mouse.point.x - layout.tabs.x
        if let index = shown.bar.tab(at: column, width: layout.tabs.width, chosen: shown.index) { editor?.show(index) }
      } else if layout.rows.contains(mouse.point) {
        return clickRow(mouse, layout, &state, &editor, in: surroundings)
      }
    case .release, .drag: return []
    }
    return take(outcome, &state, &editor, in: surroundings)
  }

  /// A right click on a row: its menu.
  private static func openMenu(
    at mouse: Mouse, _ layout: EnvironmentEditorLayout, _ state: inout State, _ editor: inout EnvironmentEditor?,
    in surroundings: Surroundings
  ) -> [Outcome] {
    guard mouse.kind == .press, layout.rows.contains(mouse.point), let shown = editor else { return [] }
    let row = shown.cursor.offset + mouse.point.y - layout.rows.y
    guard shown.rows.indices.contains(row) else { return [] }
    editor?.cursor.row = row
    return take(editor?.openMenu(), &state, &editor, in: surroundings)
  }

  private static func clickRow(
    _ mouse: Mouse, _ layout: EnvironmentEditorLayout, _ state: inout State, _ editor: inout EnvironmentEditor?,
    in surroundings: Surroundings
  ) -> [Outcome] {
    guard let shown = editor, let columns = layout.columns(at: mouse.point, of: shown, surroundings.unicode) else {
      return []
    }
    editor?.cursor.row = shown.cursor.offset + mouse.point.y - layout.rows.y
    if let place = layout.cell(at: mouse.point, of: shown, surroundings.unicode) { editor?.column = place.column }
    let isCheck = columns.check.contains(mouse.point)
    guard isCheck ? mouse.clicks == 1 : mouse.clicks >= 2 else {
      return take(EnvironmentEditor.Outcome(), &state, &editor, in: surroundings)
    }
    let key = isCheck ? Key.character(" ") : .enter
    return take(editor?.press(key, variables: surroundings.variables), &state, &editor, in: surroundings)
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
  /// The columns of the row at a point; `nil` if there is no row.
  func columns(at point: Point, of editor: EnvironmentEditor, _ unicode: Bool) -> TableColumns? {
    let line = point.y - rows.y
    guard rows.contains(point), editor.rows.indices.contains(editor.cursor.offset + line) else { return nil }
    // During an edit, the columns keep their widths.
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
