import Terminal
import Workspaces

extension AppState {
  /// "Why this value?" for the variables of the field under the cursor.
  mutating func explainVariables() -> [Effect] {
    guard let session else { return say(.information, "No request is open") }
    let (all, current) = variablesUnderCursor
    guard !all.isEmpty else { return say(.information, "There is no variable under the cursor") }
    guard let table = session.variables else { return say(.information, "The variables are still being read") }
    let picker = Picker.explanations(of: all.map(\.name), selected: current?.name, in: table)
    return apply(.overlay(.show(.picker(picker))))
  }

  /// Whether there is anything to explain.
  var hasVariableUnderCursor: Bool { !variablesUnderCursor.all.isEmpty }

  /// What the bottom line says of the variable that the caret touches.
  var variableHint: StyledText? {
    guard overlay == nil, let table = session?.variables else { return nil }
    let (all, current) = variablesUnderCursor
    // While nothing is typed the whole field is under the cursor: then only a wide line has room to say it.
    guard let use = current ?? (session?.editor.editing == nil && size.columns >= 100 ? all.first : nil) else {
      return nil
    }
    let explanation = VariableExplanation(use.name, in: table)
    return StyledText(explanation.line, theme[explanation.isWrong ? .error : .dim])
  }

  /// Where a variable can be changed: its environment, or the request's own variables.
  mutating func goToVariable(_ name: String) -> [Effect] {
    guard let table = session?.variables else { return [] }
    switch VariableExplanation(name, in: table).origin {
    case .environment(let environment): return editVariable(name, of: environment)
    case .request:
      let row = session?.draft.variables.firstIndex { $0.name == name && $0.isEnabled } ?? 0
      let effects = leaveEditing() + choose(.variables)
      withEditor { editor in
        editor.cursor.row = row
        editor.column = 1
      }
      return effects
    case let origin?: return say(.information, "\(name) comes from \(origin.words): it is changed there")
    case nil: return editVariable(name, of: environment.chosen)
    }
  }

  private mutating func editVariable(_ name: String, of environment: String?) -> [Effect] {
    let effects = leaveEditing() + editEnvironmentRequested()
    guard case .environmentEditor(var editor)? = overlay else { return effects }
    if let index = editor.environments.firstIndex(where: { $0.name == environment }) { editor.show(index) }
    if let row = editor.rows.firstIndex(where: { $0[0] == name }) {
      editor.cursor.row = row
      editor.column = 1
    }
    return effects + take(.init(), editor)
  }
}

extension Picker {
  /// Each variable once, its value at the right, the whole story beside it.
  static func explanations(of names: [String], selected: String?, in table: VariableTable) -> Picker {
    var seen: Set<String> = []
    var preview: [String: [String]] = [:]
    let items = names.filter { seen.insert($0).inserted }.map { name -> Item in
      let explanation = VariableExplanation(name, in: table)
      preview[name] = explanation.lines
      return Item(id: name, title: name, token: explanation.isWrong ? .variableUnresolved : .variableResolved)
    }
    return Picker("Why this value?", .variable, items: items, selected: selected, preview: preview)
  }
}
