import Terminal

/// Fingers are faster than files. Keys that act on a list which is still being read wait for it, with all that is typed
/// after them, and then act in that order: a name and Enter mean the same before and after the list arrives.
extension AppState {
  /// Whether what the open box lists is still being read.
  var awaitsList: Bool {
    switch overlay {
    case .picker(let picker):
      switch picker.purpose {
      case .jump: awaitsTree
      case .environment: awaitsEnvironments
      default: false
      }
    case .find(let page): page.isRunning && page.hits.isEmpty
    default: false
    }
  }

  /// Whether nobody knows yet which requests there are.
  private var awaitsTree: Bool { !isListed && workspace.collections.isEmpty }

  /// Whether nobody knows yet which environments there are.
  var awaitsEnvironments: Bool { !environment.isLoaded && (awaitsTree || currentCollection != nil) }

  /// Keeps what is typed for a list that is not there. Esc gives up waiting; the mouse acts on what is shown.
  mutating func isHeld(_ event: Event) -> Bool {
    guard awaitsList else {
      typedAhead = []
      return false
    }
    switch event {
    case .key(.escape), .key(.control("c")):
      typedAhead = []
      return false
    case .key(let key) where Self.actsOnList(key): break
    case .key, .paste: if typedAhead.isEmpty { return false }
    default: return false
    }
    typedAhead.append(event)
    return true
  }

  private static func actsOnList(_ key: Key) -> Bool {
    switch key {
    case .enter, .up, .down, .pageUp, .pageDown, .control("p"), .control("n"): true
    default: false
    }
  }

  /// Lists anew what the open box shows, if the action brought it, and does what was typed ahead.
  mutating func relist(after action: Action) -> [Effect] {
    switch (action, overlay) {
    case (.files(.treeLoaded), .picker(let picker)?), (.files(.treeRefreshed), .picker(let picker)?),
      (.files(.changed), .picker(let picker)?):
      if picker.purpose == .jump { return relist(picker, as: .jump(in: workspace)) }
      // Without a collection no environments will come.
      return picker.purpose == .environment && !awaitsList ? relistEnvironments(picker) : []
    case (.environment(.loaded), .picker(let picker)?):
      return picker.purpose == .environment ? relistEnvironments(picker) : []
    case (.find, .find?): return actOnTypedAhead()
    default: return []
    }
  }

  private mutating func relistEnvironments(_ picker: Picker) -> [Effect] {
    guard !environment.names.isEmpty else {
      (overlay, typedAhead) = (nil, [])
      return chooseEnvironmentRequested()
    }
    return relist(picker, as: .environments(environment))
  }

  private mutating func relist(_ picker: Picker, as list: Picker) -> [Effect] {
    var list = list
    list.takeOver(from: picker)
    list.reveal(height: PickerView.listHeight(of: list, in: size))
    overlay = .picker(list)
    return actOnTypedAhead()
  }

  private mutating func actOnTypedAhead() -> [Effect] {
    guard !typedAhead.isEmpty, !awaitsList else { return [] }
    let events = typedAhead
    typedAhead = []
    return events.flatMap { apply(.terminal($0)) }
  }
}
