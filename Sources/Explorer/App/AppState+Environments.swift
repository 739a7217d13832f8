extension AppState {
  /// The editor lives as long as its box is open.
  mutating func apply(_ action: EnvironmentFeature.Action) -> [Effect] {
    var editor: EnvironmentEditor?
    if case .environmentEditor(let shown)? = overlay { editor = shown }
    let wasOpen = editor != nil
    let outcomes = EnvironmentFeature.reduce(&environment, &editor, action, in: environmentSurroundings)
    if wasOpen || editor != nil { overlay = editor.map(Overlay.environmentEditor) }
    return outcomes.flatMap { carryOut($0) }
  }

  private var environmentSurroundings: EnvironmentFeature.Surroundings {
    EnvironmentFeature.Surroundings(
      size: size, unicode: capabilities.unicode, collection: currentCollection, variables: session?.variables,
      areAwaited: awaitsEnvironments)
  }

  private mutating func carryOut(_ outcome: EnvironmentFeature.Outcome) -> [Effect] {
    switch outcome {
    case .work(let effect): [.environment(effect)]
    case .said(let kind, let text): say(kind, text)
    case .valuesChanged: current.map { refreshVariables(of: $0) } ?? []
    case .choiceChanged: [.system(.remember(preferences))]
    case .pick(let picker): apply(.overlay(.show(.picker(picker))))
    case .ask(let text, let yes): apply(.overlay(.show(.question(.confirm(text, yes: .environment(yes))))))
    }
  }
}
