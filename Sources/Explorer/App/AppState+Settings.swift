import Terminal
import Workspaces

/// The settings in force. What was picked on the screen and is remembered comes before them.
extension AppState {
  /// Takes over all of the settings but the theme, which goes by the choice, too.
  mutating func take(_ settings: UserSettings) {
    self.settings = settings
    (commands, keyFaults) = CommandTable.bound(by: settings)
    let configuration = settings.configuration
    capabilities.lines = configuration.borders.flatMap { Capabilities.Lines(rawValue: $0.value) } ?? .round
    capabilities.motion = !capabilities.isLinear && configuration.motion?.value ?? true
  }

  /// The settings were read again, because their files changed.
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
    let effects = isLater ? say(.information, "accessibility.linear holds from the next start of Apus") : []
    return effects + (takesMouse == self.takesMouse ? [] : [.system(.takeMouse(self.takesMouse))])
  }

  /// Whether clicks come here, and not to the terminal.
  package var takesMouse: Bool { settings.configuration.mouse?.value ?? true }

  /// The layout that was chosen, and what the settings say where none was.
  var layoutInForce: LayoutChoice {
    var choice = layoutChoice
    let configuration = settings.configuration
    choice.arrangement =
      choice.arrangement ?? configuration.split.flatMap { Layout.Arrangement(rawValue: $0.value) }
    // One pane at a time has the whole width: no line of it is cut.
    if capabilities.isLinear { choice.zoomed = focus }
    choice.treeWidth = choice.treeWidth ?? configuration.tree.flatMap { Int($0.value) }
    return choice
  }

  /// How much of the history is kept.
  var retentionInForce: HistoryRetention { history.retention ?? settings.configuration.retention }
}
