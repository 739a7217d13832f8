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
    case .response: return responseContext
    }
  }

  /// The pane that a command would act in: the focused one where it has a meaning there, else the first where it
  /// has; `nil` where no pane's present tab knows it.
  func pane(for record: CommandRecord) -> Pane? {
    ([focus] + Pane.allCases).first { record.contexts.contains(context(in: $0)) }
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
    if pane != .tree { beside = pane }
    if layoutChoice.zoomed != nil { layoutChoice.zoomed = pane }
    return effects
  }

  /// The arrangement: turned, zoomed, divided otherwise.
  mutating func rearrange(_ command: Command) -> [Effect] {
    switch command {
    case .zoom: layoutChoice.zoomed = layoutChoice.zoomed == nil ? focus : nil
    case .cycleLayout:
      let allowed = Layout.arrangements(for: size)
      let index = allowed.firstIndex(of: layout.arrangement) ?? 0
      layoutChoice.arrangement = allowed[(index + 1) % allowed.count]
      layoutChoice.zoomed = nil
    case .grow: layoutChoice.requestShare = max(15, layoutChoice.requestShare - 5)
    case .shrink: layoutChoice.requestShare = min(85, layoutChoice.requestShare + 5)
    default: break
    }
    return [.system(.remember(preferences))]
  }
}
