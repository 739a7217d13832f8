import Terminal

extension AppState {
  /// The part of the window that has the keyboard, for the lookup of keys.
  package var context: Context {
    overlay == nil ? page?.context ?? context(in: focus) : .overlay
  }

  private func context(in pane: Pane) -> Context {
    switch pane {
    case .tree: return .tree
    case .request: return session?.context ?? .url
    case .response: return session?.response.context ?? .facts
    }
  }

  /// The pane that has the keyboard, as its outline shows; `nil` while the schema beside the request has it.
  var focusedPane: Pane? { isInSchemaBeside ? nil : focus }

  /// The pane that a command acts in: the focused one if the command has a meaning there, else the first pane in which
  /// it has one; `nil` if it has none in any pane's current tab.
  func pane(for command: Command) -> Pane? {
    ([focus] + Pane.allCases).first { command.contexts.contains(context(in: $0)) }
  }

  /// Moves the focus through the panes in reading order, wrapping around; a schema beside the request comes after it.
  mutating func moveFocus(by step: Int) -> [Effect] {
    if isSchemaBeside, focus == (step > 0 ? .request : .response) { return leaveEditing() + showSchema() }
    let all = Pane.allCases
    guard let index = all.firstIndex(of: focus) else { return [] }
    return setFocus(all[(index + step + all.count) % all.count])
  }

  mutating func setFocus(_ pane: Pane) -> [Effect] {
    guard pane != focus else { return [] }
    // Typed text goes into the draft before the keyboard goes elsewhere.
    let effects = leaveEditing()
    focus = pane
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = pane }
    return effects
  }

  /// Changes the layout and remembers it.
  mutating func rearrange(_ change: (inout AppState) -> Void) -> [Effect] {
    change(&self)
    return [.system(.remember(preferences))]
  }
}
