import Terminal
import Workspaces

extension AppState {
  var responseSituation: ResponseCommands.Situation {
    ResponseCommands.Situation(
      pane: session?.response, refusalWithoutRequest: session == nil ? refusalWithoutRequest : refusalOfSettings,
      refusalWithoutReadableRequest: refusalWithoutReadableRequest ?? refusalOfSettings, isInTree: focus == .tree,
      isCall: session?.draft.kind == .grpc)
  }

  /// Why what is open cannot be sent, copied as a command or compared; `nil` if it is a request.
  private var refusalOfSettings: String? {
    session?.draft.kind.isShared == true ? "These are settings: open a request first" : nil
  }

  /// Runs a command of the response; some commands act on the cursor of the focused pane instead.
  mutating func respondInFocus(_ action: ResponseFeature.Action) -> [Effect] {
    switch (action, focus) {
    case (.searchRequested, .tree): return inTree { $0.apply(.tree(.searchRequested)) }
    case (.copyRequested, .tree): return inTree { $0.respond(.copyRequested) }
    case (.copyRequested, .request): return inRequest { $0.respond(.copyRequested) }
    case (.comparandRequested, .tree):
      guard case .exchange(let entry)? = tree.selected?.content else { return respond(action) }
      return respond(.comparandChosen(entry))
    default: return respond(action)
    }
  }

  /// The differences hidden in comparisons of the open request: the remembered ones, initially only the date.
  var ignoredDifferences: Set<String> {
    session.map { ignored[$0.comparisonKey] ?? Self.ignoredAtFirst } ?? []
  }

  static var ignoredAtFirst: Set<String> { ["Headers: Date"] }
}

extension RequestSession {
  /// The key under which hidden differences are remembered.
  var comparisonKey: String {
    if let id { return id }
    if case .file(let path) = key { return path }
    return "\(draft.method) \(draft.url)"
  }
}
