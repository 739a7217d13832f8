import Basics
import Terminal
import Workspaces

/// What the next run begins with.
extension AppState {
  var preferences: Preferences {
    Preferences(
      arrangement: layoutChoice.arrangement?.rawValue, requestShare: layoutChoice.requestShare,
      treeWidth: layoutChoice.treeWidth, history: layoutChoice.history, run: layoutChoice.run, theme: chosenTheme?.name,
      environment: environment.chosen,
      // Who ends before everything was listed finds it open the next time.
      request: current?.path ?? (isListed ? nil : remembered.request),
      expanded: tree.expanded.sorted(), ignored: ignored.isEmpty ? nil : ignored, retention: history.retention,
      answers: outbox.lastAnswers.isEmpty ? nil : outbox.lastAnswers)
  }

  /// Restores remembered preferences as far as they still apply.
  package mutating func restore(_ preferences: Preferences, _ settings: UserSettings = UserSettings()) {
    remembered = preferences
    take(settings)
    layoutChoice.arrangement = preferences.arrangement.flatMap(Layout.Arrangement.init(rawValue:))
    layoutChoice.requestShare = min(85, max(15, preferences.requestShare ?? layoutChoice.requestShare))
    layoutChoice.treeWidth = preferences.treeWidth.map { max(Layout.leastTreeWidth, $0) }
    (layoutChoice.history, layoutChoice.run) = (preferences.history, preferences.run)
    chooseTheme(preferences.theme.map { ThemeChoice($0, in: settings.themes) })
    tellFaults(of: settings)
    if let chosen = preferences.environment {
      environment.chosen = chosen
      environment.wasChosen = true
    }
    history.retention = preferences.retention
    // What was expanded is remembered of the first folder alone: those beside it start open.
    if let expanded = preferences.expanded { tree.expanded = Set(expanded).union(workspace.folders) }
    ignored = preferences.ignored ?? [:]
    outbox.lastAnswers = preferences.answers ?? [:]
  }

  /// Says what is wrong in the user's settings and in the theme that is used.
  mutating func tellFaults(of settings: UserSettings) {
    let wanted = chosenTheme ?? settings.theme.map { ThemeChoice($0, in: settings.themes) }
    var faults = settings.faults + keyFaults
    if case .missing(let name)? = wanted {
      let fault = settings.themes.first { $0.name == name }?.fault
      let isPicked = chosenTheme != nil
      let what =
        fault ?? (isPicked ? nil : settings.themeFaults.first) ?? "There is no theme \(VisibleText.of(name))"
      faults.append("\(what)\(what.hasSuffix("?") ? "" : ".") The \(theme.name.rawValue) theme is used")
    }
    guard let first = faults.first else { return }
    // A warning stays until a key is pressed: it needs no effect.
    let text = faults.count == 1 ? first : "\(first) (and \(faults.count - 1) more)"
    settingsFault = text
    _ = say(.warning, text)
  }

  /// Removes a message that was seen: the next key or click is about something else.
  mutating func dismissMessage() {
    guard message != nil else { return }
    if message?.text == settingsFault { settingsFault = nil }
    message = nil
  }

  /// What the listing found may have taken the place of a fault of the settings: it comes back after that.
  mutating func remindOfSettings() {
    guard let fault = settingsFault, message == nil, overlay == nil else { return }
    // As in `tellFaults`.
    _ = say(.warning, fault)
  }

  /// Selects the environment named on the command line.
  package mutating func start(in name: String) {
    environment.chosen = name
    environment.wasChosen = true
  }
}
