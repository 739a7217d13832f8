import Terminal

extension AppState {
  /// What the key table needs to know about where the user is.
  public var context: Context {
    overlay == nil ? context(in: focus) : .overlay
  }

  private func context(in pane: Pane) -> Context {
    switch pane {
    case .tree: return .tree
    case .request: return requestContext
    case .response: return session?.response.context ?? .facts
    }
  }

  /// The pane that a command would act in: the focused one where it has a meaning there, else the first where it
  /// has; `nil` where no pane's present tab knows it.
  func pane(for command: Command) -> Pane? {
    ([focus] + Pane.allCases).first { command.contexts.contains(context(in: $0)) }
  }

  /// Goes round the panes in reading order.
  mutating func moveFocus(by step: Int) -> [Effect] {
    let all = Pane.allCases
    guard let index = all.firstIndex(of: focus) else { return [] }
    return setFocus(all[(index + step + all.count) % all.count])
  }

  mutating func setFocus(_ pane: Pane) -> [Effect] {
    guard pane != focus else { return [] }
    let effects = leavePane()
    focus = pane
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = pane }
    return effects
  }

  /// Another arrangement, remembered.
  mutating func rearrange(_ change: (inout AppState) -> Void) -> [Effect] {
    change(&self)
    return [.system(.remember(preferences))]
  }
}
