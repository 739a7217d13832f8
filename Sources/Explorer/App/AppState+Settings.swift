import Basics
import Terminal
import Workspaces

/// The effective settings. Remembered choices made on the screen take precedence.
extension AppState {
  /// Adopts the settings except the theme, which also depends on the user's choice.
  mutating func take(_ settings: UserSettings) {
    self.settings = settings
    (commands, keyFaults) = CommandTable.bound(by: settings)
    let configuration = settings.configuration
    capabilities.lines = configuration.borders.flatMap { Capabilities.Lines(rawValue: $0.value) } ?? .round
    capabilities.motion = !capabilities.isLinear && configuration.motion?.value ?? true
  }

  /// Applies settings that were read again after their files changed.
  mutating func apply(_ settings: UserSettings) -> [Effect] {
    guard settings != self.settings else { return [] }
    let takesMouse = takesMouse
    let wasLinear = self.settings.startsLinear
    let hadFault = settingsFault != nil && message?.text == settingsFault
    take(settings)
    chooseTheme(chosenTheme.map { ThemeChoice($0.name, in: settings.themes) })
    settingsFault = nil
    if hadFault { message = nil }
    tellFaults(of: settings)
    let starts = settings.startsLinear
    let isLater = starts != wasLinear && starts != capabilities.isLinear && settingsFault == nil
    let effects = isLater ? say(.information, "accessibility.linear takes effect at the next start") : []
    return effects + (takesMouse == self.takesMouse ? [] : [.system(.takeMouse(self.takesMouse))])
  }

  /// True if Apus handles the mouse instead of the terminal.
  package var takesMouse: Bool { settings.configuration.mouse?.value ?? true }

  /// The chosen layout, with the values of the settings for choices that were not made.
  var layoutInForce: LayoutChoice {
    var choice = layoutChoice
    let configuration = settings.configuration
    choice.arrangement =
      choice.arrangement ?? configuration.split.flatMap { Layout.Arrangement(rawValue: $0.value) }
    // In linear mode, one pane at a time has the whole width, so that no line is cut.
    if capabilities.isLinear { choice.zoomed = focus }
    choice.treeWidth = choice.treeWidth ?? configuration.tree.flatMap { Int($0.value) }
    return choice
  }

  /// The effective retention of the history.
  var retentionInForce: HistoryRetention { history.retention ?? settings.configuration.retention }
}

/// The preferences saved for the next run.
extension AppState {
  var preferences: Preferences {
    Preferences(
      arrangement: layoutChoice.arrangement?.rawValue, requestShare: layoutChoice.requestShare,
      treeWidth: layoutChoice.treeWidth, history: layoutChoice.history, run: layoutChoice.run, theme: chosenTheme?.name,
      environment: environment.chosen,
      // If the program ends before the tree is listed, the request of the last run stays the remembered one.
      request: current?.path ?? (isListed ? nil : sessions.lastShown),
      expanded: tree.expanded.sorted(), ignored: sessions.ignored.isEmpty ? nil : sessions.ignored,
      retention: history.retention,
      answers: outbox.lastAnswers.isEmpty ? nil : outbox.lastAnswers)
  }

  /// Restores remembered preferences as far as they still apply.
  package mutating func restore(_ preferences: Preferences, _ settings: UserSettings = UserSettings()) {
    sessions.lastShown = preferences.request
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
    // Expanded rows are remembered for the first folder only; additional folders start expanded.
    if let expanded = preferences.expanded { tree.expanded = Set(expanded).union(workspace.folders) }
    sessions.ignored = preferences.ignored ?? [:]
    outbox.lastAnswers = preferences.answers ?? [:]
  }

  /// Reports problems in the user's settings and in the current theme.
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
    // A warning stays until the next key, so no effect has to remove it.
    let text = faults.count == 1 ? first : "\(first) (and \(faults.count - 1) more)"
    settingsFault = text
    _ = say(.warning, text)
  }

  /// Removes a message that has been shown, at the next key or click.
  mutating func dismissMessage() {
    guard message != nil else { return }
    if message?.text == settingsFault { settingsFault = nil }
    message = nil
  }

  /// Shows a problem of the settings again if a message about the tree replaced it.
  mutating func remindOfSettings() {
    guard let fault = settingsFault, message == nil, overlay == nil else { return }
    // A warning needs no effect, as in `tellFaults`.
    _ = say(.warning, fault)
  }

  /// Selects the environment named on the command line.
  package mutating func start(in name: String) {
    environment.chosen = name
    environment.wasChosen = true
  }
}

/// The current theme: the chosen one, else the one from the settings, else the one for the terminal's background.
extension AppState {
  /// - Parameter choice: `nil` follows the settings.
  mutating func chooseTheme(_ choice: ThemeChoice?) {
    chosenTheme = choice
    show(choice)
  }

  /// Previews a theme until another one is chosen or shown.
  mutating func show(_ choice: ThemeChoice?) {
    let usual = settings.theme.map { ThemeChoice($0, in: settings.themes) }
    let automatic = Theme.Name(for: capabilities)
    let shown =
      (choice ?? usual)?.theme(colors: capabilities.colors, automatic: automatic)
      ?? Theme(automatic, colors: capabilities.colors)
    theme = shown.fitted(to: capabilities)
  }

  /// Previews the theme under the cursor of the list.
  mutating func preview(_ picker: Picker) {
    guard picker.purpose == .theme, let id = picker.current?.id else { return }
    show(themeChoice(id))
  }

  /// The theme of an item in the list; `nil` for `auto`.
  func themeChoice(_ id: String) -> ThemeChoice? {
    id == Picker.automaticTheme ? nil : ThemeChoice(id, in: settings.themes)
  }

  /// Applies the picked theme, with a warning if some text is hard to read.
  mutating func pickedTheme(_ id: String) -> [Effect] {
    chooseTheme(themeChoice(id))
    var effects: [Effect] = [.system(.remember(preferences))]
    if case .own(let theme)? = chosenTheme, let worst = theme.faintTexts.first {
      let others = theme.faintTexts.count - 1
      let more = others == 0 ? "" : ", and \(others) more"
      effects += say(.information, "Hard to read in \(theme.name): \(worst)\(more)")
    }
    return effects
  }

  /// Applies theme files that were read again.
  mutating func apply(themes: [ThemeFile]) -> [Effect] {
    settings.themes = themes
    // The list shows a theme's problems, which may have been fixed.
    settingsFault = nil
    chooseTheme(chosenTheme.map { ThemeChoice($0.name, in: themes) })
    if case .picker(let old)? = overlay, old.purpose == .theme {
      var picker = Picker.themes(chosen: chosenTheme, settings)
      picker.takeOver(from: old)
      picker.reveal(in: size)
      overlay = .picker(picker)
      preview(picker)
    }
    return []
  }

  /// Handles the terminal's report of its background, which arrives after the first frame.
  mutating func backgroundAnswered(isLight: Bool) {
    capabilities.isLight = isLight
    chooseTheme(chosenTheme)
  }
}
