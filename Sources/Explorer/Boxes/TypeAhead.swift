import Terminal
import Workspaces

/// Typing ahead. Users type faster than files load, so keys that act on a list wait until it is loaded, with all input
/// after them. A name and Enter thus mean the same before and after the list arrives. What is typed while a new request
/// is created waits for its URL.
extension AppState {
  /// True if the list of the open box is still loading.
  var awaitsList: Bool {
    if let box { return box.awaitsList(in: self) }
    return sessions.isCreating || boxes.typedAhead.first.map(awaitsListing) ?? false
  }

  /// The text shown in place of a list that is still loading.
  var waiting: String? {
    guard awaitsList else { return nil }
    return boxes.typedAhead.isEmpty ? "Loading the list…" : "Loading the list… Enter works once it is loaded."
  }

  /// True while the requests are unknown.
  var awaitsTree: Bool { !isListed && workspace.collections.isEmpty }

  /// True while the environments are unknown.
  var awaitsEnvironments: Bool { !environment.isLoaded && mayHaveEnvironments }

  /// True if there is a collection to read environments from, or may be one.
  var mayHaveEnvironments: Bool { awaitsTree || currentCollection != nil }

  /// Queues input for a list that is still loading. Esc stops waiting; the mouse acts on what is shown.
  mutating func isHeld(_ event: Event) -> Bool {
    if overlay == nil, boxes.typedAhead.isEmpty { return beginsToWait(event) }
    guard awaitsList else {
      boxes.typedAhead = []
      return false
    }
    switch event {
    case .key(.escape), .key(.control("c")):
      boxes.typedAhead = []
      sessions.isCreating = false
      return false
    case .key(let key) where overlay == nil && !sessions.isCreating && leaves(key): return false
    case .key(let key) where Self.actsOnList(key): break
    case .key, .paste: if boxes.typedAhead.isEmpty { return false }
    default: return false
    }
    boxes.typedAhead.append(event)
    return true
  }

  /// Queues the first key that acts on the tree while its requests are unknown.
  private mutating func beginsToWait(_ event: Event) -> Bool {
    if sessions.isCreating {
      guard event.isText else { return false }
      boxes.typedAhead = [event]
      return true
    }
    guard awaitsTree || runs(event), !isEditingText, awaitsListing(event) else { return false }
    boxes.typedAhead = [event]
    return true
  }

  /// Returns true if a key outside boxes acts on a list that is still loading. An expanded history does not wait.
  private func awaitsListing(_ event: Event) -> Bool {
    guard case .key(let key) = event, let command = commands.command(for: key, in: context) else { return false }
    if runs(event) { return awaitsTree || isGrowing }
    if command.name == EnvironmentCommands.edit.name { return awaitsEnvironments }
    return awaitsTree && focus == .tree && !tree.expanded.contains(TreeRow.historyPath)
      && (Self.onRows.contains(command.name) || GoingCommands.onRows.contains(command))
  }

  /// Returns true if a key runs a folder, whose requests may be incomplete while the tree is loading.
  private func runs(_ event: Event) -> Bool {
    guard case .key(let key) = event else { return false }
    return commands.command(for: key, in: context)?.name == RunCommands.open.name
  }

  /// The names of commands that act on the tree's selected row, including those of other features.
  private static let onRows = Set(
    TreeCommands.all.map(\.name) + ExportCommands.all.map(\.name) + RowCommands.all.map(\.name)
      + ComparisonCommands.all.map(\.name) + FolderSettingsCommands.all.map(\.name))

  /// Returns true if a key quits or suspends the program. A letter counts only if no queued key opens a box that it may
  /// be meant for.
  private func leaves(_ key: Key) -> Bool {
    guard let command = commands.command(for: key, in: context), ProgramCommands.all.contains(command) else {
      return false
    }
    if key.modifiers.contains(.control) { return true }
    return boxes.typedAhead.allSatisfy { event in
      guard case .key(let key) = event, let command = commands.command(for: key, in: context) else { return false }
      return GoingCommands.onRows.contains(command)
    }
  }

  private static func actsOnList(_ key: Key) -> Bool {
    switch key {
    case .enter, .up, .down, .pageUp, .pageDown, .control("p"), .control("n"): true
    default: false
    }
  }

  /// Refreshes the list of the open box if the action affects it, and replays queued input.
  mutating func relist(after action: Action) -> [Effect] {
    if case .terminal(.mouse) = action, overlay == nil { (boxes.typedAhead, sessions.isCreating) = ([], false) }
    switch (action, overlay) {
    case (.files(.treeGrew), .picker(let picker)?), (.files(.treeLoaded), .picker(let picker)?),
      (.files(.treeRefreshed), .picker(let picker)?), (.files(.changed), .picker(let picker)?):
      if picker.purpose == .jump { return relist(picker, as: .jump(in: workspace, and: unsavedRequests)) }
      // Without a collection, no environments will arrive.
      return picker.purpose == .environment && !awaitsList ? relistEnvironments(picker) : []
    case (.environment(.loaded), .picker(let picker)?):
      return picker.purpose == .environment ? relistEnvironments(picker) : []
    case (.find, .find?): return actOnTypedAhead()
    case (.files, nil), (.environment, nil): return actOnTypedAhead()
    default: return []
    }
  }

  private mutating func relistEnvironments(_ picker: Picker) -> [Effect] {
    guard !environment.names.isEmpty else {
      (overlay, boxes.typedAhead) = (nil, [])
      return apply(.chooseRequested, to: \.environment)
    }
    return relist(picker, as: .environments(environment))
  }

  private mutating func relist(_ picker: Picker, as list: Picker) -> [Effect] {
    var list = list
    list.takeOver(from: picker)
    list.reveal(in: size)
    overlay = .picker(list.filled(with: keys))
    return actOnTypedAhead()
  }

  private mutating func actOnTypedAhead() -> [Effect] {
    guard !boxes.typedAhead.isEmpty, !awaitsList else { return [] }
    let events = boxes.typedAhead
    boxes.typedAhead = []
    return events.flatMap { apply(.terminal($0)) }
  }
}

extension Event {
  fileprivate var isText: Bool {
    switch self {
    case .key(let key): key.isTyped
    case .paste: true
    default: false
    }
  }
}
