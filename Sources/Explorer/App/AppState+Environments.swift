import Terminal

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

  /// Asks about changes in the editor, in place of the editor; never while the user types in it.
  private mutating func ask(_ text: String, yes: EnvironmentFeature.Action, orSay words: String) -> [Effect] {
    if case .environmentEditor(let editor)? = overlay, !editor.isTyping { overlay = nil }
    return showUnasked(.question(.confirm("Write the environment", text, yes: .environment(yes))), orSay: words)
  }

  private mutating func carryOut(_ outcome: EnvironmentFeature.Outcome) -> [Effect] {
    switch outcome {
    case .work(let effect): [.environment(effect)]
    case .said(let kind, let text): say(kind, text)
    case .valuesChanged: current.map { refreshVariables(of: $0) } ?? []
    case .choiceChanged: [.system(.remember(preferences))]
    case .pick(let picker): apply(.overlay(.show(.picker(picker))))
    case .openFile(let path): [.system(.editFile(path: path))]
    case .trusted(let change, let isStep, let sends): trusted(change, isStep: isStep, sends: sends)
    case .ask(let text, let yes, let words): ask(text, yes: yes, orSay: words)
    }
  }
}
