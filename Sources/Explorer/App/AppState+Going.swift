extension AppState {
  /// Moves the cursor in the focused pane.
  mutating func move(_ motion: Motion) -> [Effect] {
    switch focus {
    case .tree: inTree { $0.apply(TreeFeature.Action.moved(motion)) }
    case .request: request(.moved(motion))
    case .response: respond(.moved(motion))
    }
  }

  mutating func enter() -> [Effect] {
    switch focus {
    case .tree: inTree { $0.apply(TreeFeature.Action.entered) }
    case .request: isEditingText ? request(.pressed(.enter)) : inRequest { $0.request(.entered) }
    case .response: respond(.entered)
    }
  }

  mutating func leave() -> [Effect] {
    switch focus {
    case .tree: inTree { $0.leaveTree() }
    case .request where session == nil: leaveRequest()
    case .request: isEditingText ? request(.pressed(.escape)) : inRequest { $0.request(.escaped) }
    case .response: respond(.left)
    }
  }

  mutating func chooseTab(at index: Int) -> [Effect] {
    switch focus {
    case .tree: inTree { _ in [] }
    case .request:
      inRequest {
        RequestTab.allCases.indices.contains(index) ? $0.request(.tabChosen(RequestTab.allCases[index])) : []
      }
    case .response: ResponseTab.allCases.indices.contains(index) ? respond(.tabChosen(ResponseTab.allCases[index])) : []
    }
  }

  /// Runs a command of the tree, then scrolls the row under the cursor into view.
  mutating func inTree(_ body: (inout AppState) -> [Effect]) -> [Effect] {
    defer { _ = apply(TreeFeature.Action.revealed) }
    return body(&self)
  }

  /// Runs a command of the open request after committing the text being edited.
  mutating func inRequest(_ body: (inout AppState) -> [Effect]) -> [Effect] {
    guard session != nil else { return [] }
    let kept = leaveEditing()
    return kept + body(&self)
  }
}
