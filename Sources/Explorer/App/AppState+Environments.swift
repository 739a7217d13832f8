import Terminal

extension AppState {
  /// The editor lives as long as its box is open, or covered by a question.
  mutating func apply(_ action: EnvironmentFeature.Action) -> [Effect] {
    let isCovered = if case .environmentEditor? = covered { true } else { false }
    var editor: EnvironmentEditor?
    if case .environmentEditor(let shown)? = isCovered ? covered : overlay { editor = shown }
    let wasOpen = editor != nil
    let outcomes = EnvironmentFeature.reduce(&environment, &editor, action, in: environmentSurroundings)
    let box = editor.map(Overlay.environmentEditor)
    if isCovered { covered = box } else if wasOpen || box != nil { overlay = box }
    return outcomes.flatMap { carryOut($0) }
  }

  private var environmentSurroundings: EnvironmentFeature.Surroundings {
    EnvironmentFeature.Surroundings(
      size: size, unicode: capabilities.unicode, collection: currentCollection, variables: session?.variables,
      areAwaited: awaitsEnvironments)
  }

  /// Asks about changes in the editor, over the editor; never while the user types in it.
  private mutating func ask(_ text: String, yes: EnvironmentFeature.Action, orSay words: String) -> [Effect] {
    let question = Overlay.question(.confirm("Write the environment", text, yes: .environment(yes)))
    guard case .environmentEditor(let editor)? = overlay, !editor.isTyping else {
      return showUnasked(question, orSay: words)
    }
    return apply(.overlay(.show(question)))
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
