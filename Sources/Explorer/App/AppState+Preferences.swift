import Terminal

/// What the next run begins with.
extension AppState {
  var preferences: Preferences {
    Preferences(
      arrangement: layoutChoice.arrangement?.rawValue, requestShare: layoutChoice.requestShare,
      theme: chosenTheme?.rawValue, environment: environment.chosen,
      // Who ends before everything was listed finds it open the next time.
      request: current?.path ?? (isListed ? nil : remembered.request),
      expanded: tree.expanded.sorted(), ignored: ignored.isEmpty ? nil : ignored, retention: history.retention)
  }

  /// Restores remembered preferences as far as they still apply.
  package mutating func restore(_ preferences: Preferences) {
    remembered = preferences
    layoutChoice.arrangement = preferences.arrangement.flatMap(Layout.Arrangement.init(rawValue:))
    layoutChoice.requestShare = min(85, max(15, preferences.requestShare ?? layoutChoice.requestShare))
    chooseTheme(preferences.theme.flatMap(Theme.Name.init(rawValue:)))
    if let chosen = preferences.environment {
      environment.chosen = chosen
      environment.wasChosen = true
    }
    history.retention = preferences.retention
    if let expanded = preferences.expanded { tree.expanded = Set(expanded) }
    ignored = preferences.ignored ?? [:]
  }

  /// Selects the environment named on the command line.
  package mutating func start(in name: String) {
    environment.chosen = name
    environment.wasChosen = true
  }
}
