import Terminal

extension AppState {
  var responseSituation: ResponseCommands.Situation {
    ResponseCommands.Situation(
      pane: session?.response, refusalWithoutRequest: session == nil ? refusalWithoutRequest : nil,
      refusalWithoutReadableRequest: refusalWithoutReadableRequest)
  }

  /// What a command of the response does in the pane with the focus: some act on what is under the cursor of another.
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

  /// What is left out of comparisons of the open request: remembered, and at first the date, which always differs.
  var ignoredDifferences: Set<String> {
    session.map { ignored[$0.comparisonKey] ?? Self.ignoredAtFirst } ?? []
  }

  static var ignoredAtFirst: Set<String> { ["Headers: Date"] }
}

extension RequestSession {
  /// Under which name the differences to be left out are remembered.
  var comparisonKey: String {
    if let id { return id }
    if case .file(let path) = key { return path }
    return "\(draft.method) \(draft.url)"
  }
}
