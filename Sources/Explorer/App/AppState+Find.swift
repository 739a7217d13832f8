import Workspaces

extension AppState {
  /// The search lives as long as its box is open.
  mutating func apply(_ action: FindFeature.Action) -> [Effect] {
    var search: FindFeature.State?
    if case .find(let shown)? = overlay { search = shown }
    guard var state = search ?? (action == .requested ? FindFeature.State() : nil) else { return [] }
    let outcomes = FindFeature.reduce(&state, action, in: findSurroundings)
    serial = max(serial, state.serial)
    if search != nil { overlay = .find(state) }
    return outcomes.flatMap { carryOut($0) }
  }

  var findSurroundings: FindFeature.Surroundings {
    FindFeature.Surroundings(size: size, workspace: workspace, serial: serial + 1)
  }

  private mutating func carryOut(_ outcome: FindFeature.Outcome) -> [Effect] {
    switch outcome {
    case .search(let effect): [.find(effect)]
    case .pause(let serial): [.after(.milliseconds(120), .find(.rested(serial: serial)))]
    case .show(let state): leaveEditing() + apply(.overlay(.show(.find(state))))
    case .close: apply(.overlay(.close))
    case .abandon(let text): apply(.overlay(.abandoned(.find, text)))
    case .open(let node, let text): apply(.request(.openedAt(node, text: text)))
    case .editEnvironment(let name, let path): editEnvironment(named: name, at: path)
    }
  }

  /// The editor is that of the current collection.
  private mutating func editEnvironment(named name: String, at path: String) -> [Effect] {
    let own = workspace.collections.first { $0.path == collection(around: path) }
    if let own, own.path != currentCollection {
      let name = workspace.shownName(of: own)
      return say(.information, "That is of \(name): open one of its requests, then its environments")
    }
    return apply(EnvironmentFeature.Action.editRequested(named: name))
  }
}
