import Basics
import Terminal
import Workspaces

/// The settings in force: those of the files, and the theme picked on the screen.
package struct SettingsInForce: Equatable, Sendable {
  /// The last settings read, including theme files.
  var files = UserSettings()
  /// The picked theme, which takes precedence over that of the files.
  var picked: ThemeChoice?
  /// A problem in the settings, until a key is pressed while it is shown.
  var fault: String?

  var configuration: Configuration { files.configuration }

  /// The theme that the files name.
  var usual: ThemeChoice? { files.theme.map { ThemeChoice($0, in: files.themes) } }

  /// - Parameter choice: `nil` follows the files or else the background of the terminal.
  func theme(_ choice: ThemeChoice?, for capabilities: Capabilities) -> Theme {
    let automatic = Theme.Name(for: capabilities)
    let shown = choice ?? usual ?? .builtIn(automatic)
    return shown.theme(colors: capabilities.colors, automatic: automatic).fitted(to: capabilities)
  }

  /// The theme of an item in the list; `nil` for `auto`.
  func choice(_ id: String) -> ThemeChoice? {
    id == Picker.automaticTheme ? nil : ThemeChoice(id, in: files.themes)
  }
}

/// Adopting settings. Remembered choices made on the screen take precedence.
extension AppState {
  /// Adopts the settings except the theme, which also depends on the user's choice.
  mutating func take(_ settings: UserSettings) {
    self.settings.files = settings
    commands = CommandTable.bound(by: settings).table
    let configuration = settings.configuration
    capabilities.lines = configuration.borders.flatMap { Capabilities.Lines(rawValue: $0.value) } ?? .round
    capabilities.motion = !capabilities.isLinear && configuration.motion?.value ?? true
  }

  /// Applies settings that were read again after their files changed.
  mutating func apply(_ settings: UserSettings) -> [Effect] {
    guard settings != self.settings.files else { return [] }
    let takesMouse = takesMouse
    let wasLinear = self.settings.files.startsLinear
    if message?.text == self.settings.fault { message = nil }
    take(settings)
    chooseTheme(self.settings.picked.map { ThemeChoice($0.name, in: settings.themes) })
    self.settings.fault = nil
    reportFaults(of: settings)
    let starts = settings.startsLinear
    let isLater = starts != wasLinear && starts != capabilities.isLinear && self.settings.fault == nil
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

  var retentionInForce: HistoryRetention { history.retention ?? settings.configuration.retention }
}

/// The preferences saved for the next run.
extension AppState {
  var preferences: Preferences {
    Preferences(
      arrangement: layoutChoice.arrangement?.rawValue, requestShare: layoutChoice.requestShare,
      treeWidth: layoutChoice.treeWidth, history: layoutChoice.history, run: layoutChoice.run,
      theme: settings.picked?.name,
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
    reportFaults(of: settings)
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
  private mutating func reportFaults(of settings: UserSettings) {
    let picked = self.settings.picked
    var faults = settings.faults + CommandTable.bound(by: settings).faults
    if case .missing(let name)? = picked ?? self.settings.usual {
      let fault = settings.themes.first { $0.name == name }?.fault
      let what =
        fault ?? (picked == nil ? settings.themeFaults.first : nil) ?? "There is no theme \(VisibleText.of(name))"
      faults.append("\(what)\(what.hasSuffix("?") ? "" : ".") The \(theme.name.rawValue) theme is used")
    }
    guard let first = faults.first else { return }
    // A warning stays until the next key, so no effect has to remove it.
    let text = faults.count == 1 ? first : "\(first) (and \(faults.count - 1) more)"
    self.settings.fault = text
    _ = say(.warning, text)
  }

  /// Removes a message that has been shown, at the next key or click.
  mutating func dismissMessage() {
    guard message != nil else { return }
    if message?.text == settings.fault { settings.fault = nil }
    message = nil
  }

  /// Shows a problem of the settings again if a message about the tree replaced it.
  mutating func remindOfSettings() {
    guard let fault = settings.fault, message == nil, overlay == nil else { return }
    // A warning needs no effect, as in `reportFaults`.
    _ = say(.warning, fault)
  }

  /// Selects the environment named on the command line.
  package mutating func start(in name: String) {
    environment.chosen = name
    environment.wasChosen = true
  }
}

/// Choosing the theme.
extension AppState {
  /// - Parameter choice: `nil` follows the settings.
  mutating func chooseTheme(_ choice: ThemeChoice?) {
    settings.picked = choice
    show(choice)
  }

  /// Previews a theme until another one is chosen or shown.
  mutating func show(_ choice: ThemeChoice?) {
    theme = settings.theme(choice, for: capabilities)
  }

  /// Previews the theme under the cursor of the list.
  mutating func preview(_ picker: Picker) {
    guard picker.purpose == .theme, let id = picker.current?.id else { return }
    show(settings.choice(id))
  }

  /// Applies the picked theme, with a warning if some text is hard to read.
  mutating func pickedTheme(_ id: String) -> [Effect] {
    chooseTheme(settings.choice(id))
    var effects: [Effect] = [.system(.remember(preferences))]
    if case .own(let theme)? = settings.picked, let worst = theme.faintTexts.first {
      let others = theme.faintTexts.count - 1
      let more = others == 0 ? "" : ", and \(others) more"
      effects += say(.information, "Hard to read in \(theme.name): \(worst)\(more)")
    }
    return effects
  }

  /// Applies theme files that were read again.
  mutating func apply(themes: [ThemeFile]) -> [Effect] {
    settings.files.themes = themes
    // The list shows a theme's problems, which may have been fixed.
    settings.fault = nil
    chooseTheme(settings.picked.map { ThemeChoice($0.name, in: themes) })
    if case .picker(let old)? = overlay, old.purpose == .theme {
      var picker = Picker.themes(settings)
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
    chooseTheme(settings.picked)
  }
}
