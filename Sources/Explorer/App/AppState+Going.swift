import Terminal

extension AppState {
  /// Moves the cursor in the focused pane.
  mutating func move(_ motion: Motion) -> [Effect] {
    linear.motion = motion
    if let page { return move(motion, in: page) }
    switch focus {
    case .tree: return inTree { $0.apply(TreeFeature.Action.moved(motion)) }
    case .request: return request(.moved(motion))
    case .response: return respond(.moved(motion))
    }
  }

  mutating func enter() -> [Effect] {
    if let page { return enter(in: page) }
    switch focus {
    case .tree: return inTree { $0.apply(TreeFeature.Action.entered) }
    case .request: return isEditingText ? request(.pressed(.enter)) : inRequest { $0.request(.entered) }
    case .response: return respond(.entered)
    }
  }

  mutating func leave() -> [Effect] {
    if let page { return leave(page) }
    switch focus {
    case .tree: return inTree { $0.leaveTree() }
    case .request where session == nil: return leaveRequest()
    case .request: return isEditingText ? request(.pressed(.escape)) : inRequest { $0.request(.escaped) }
    case .response: return respond(.left)
    }
  }

  mutating func chooseTab(at index: Int) -> [Effect] {
    switch focus {
    case .tree:
      return say(.information, "\(key: "tab\(index + 1)") chooses a tab of the request or the response")
    case .request:
      return inRequest {
        let tabs = $0.session.map { RequestTab.tabs(of: $0.draft) } ?? []
        return tabs.indices.contains(index) ? $0.request(.tabChosen(tabs[index])) : $0.tell(tabs: tabs.count)
      }
    case .response:
      let tabs = session?.response.tabs ?? []
      return tabs.indices.contains(index) ? respond(.tabChosen(tabs[index])) : tell(tabs: tabs.count)
    }
  }

  private mutating func tell(tabs count: Int) -> [Effect] {
    count == 0 ? [] : say(.information, "There are \(count) tabs here")
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
