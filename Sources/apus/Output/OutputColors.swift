import Basics
import Explorer
import Terminal
import TerminalNCurses
import Workspaces

/// The colours of an output: the sequences that switch a terminal to the styles of the user's theme.
struct OutputColors: Sendable {
  private let theme: Theme
  private var line: StyledLine

  /// The colours of the theme in the settings, or of the one picked on the screen in this workspace.
  /// - Returns: `nil` for an output without colours.
  init?(for output: Output, _ choice: DisplayChoice, in workspace: Workspace?) {
    switch choice.color {
    case .never: return nil
    case .auto: guard output.isTerminal, TerminalControl.isWanted else { return nil }
    case .always: break
    }
    // An unknown terminal gets no colours.
    guard let line = try? StyledLine(isForced: choice.color == .always, variable: Locale.variable),
      line.capabilities.colors >= 8
    else { return nil }
    self.line = line
    let (name, files) = Self.chosen(in: workspace)
    theme = Theme.forLines(on: line.capabilities, named: name, in: files)
  }

  private static func chosen(in workspace: Workspace?) -> (name: String?, files: [ThemeFile]) {
    let picked = workspace.flatMap { PreferencesFile(workspace: $0).read().theme }
    let folder = workspace?.settingsFolder ?? SettingsFolder()
    var settings = UserSettings(workspace?.configuration() ?? folder.configuration())
    let name = picked ?? settings.theme
    folder.complete(&settings, theme: name)
    return (name, settings.themes)
  }

  /// Appends what makes the terminal write in the colour of a token; `nil` for its own colours.
  mutating func set(_ token: Token?, to bytes: inout [UInt8]) {
    line.set(token.map { theme[$0] } ?? .plain, to: &bytes)
  }
}
