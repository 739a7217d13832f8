import Basics
package import Workspaces

/// The settings of the user and of the workspace, with the files of themes and keys that they name, as far as they were
/// read.
package struct UserSettings: Equatable, Sendable {
  package var configuration = Configuration()
  package var themes: [ThemeFile] = []
  /// The file of keys that is chosen; `nil` for keys that come with Apus.
  package var keys: KeysFile?
  /// What is wrong in the files, with line and column; the rest of them holds.
  package var faults: [String] = []

  package init() {}

  package init(_ read: ReadConfiguration) {
    configuration = read.configuration
    faults = read.faults
  }

  /// The theme for every workspace in which none was picked; `nil` for `auto`.
  package var theme: String? {
    configuration.theme.flatMap { $0.value == "auto" ? nil : $0.value }
  }

  /// Whether Apus starts in linear mode.
  package var startsLinear: Bool { configuration.linear?.value ?? false }

  /// What is wrong with the theme that the settings name.
  package var themeFaults: [String] {
    guard let theme, case .missing(let name) = ThemeChoice(theme, in: themes) else { return [] }
    if let fault = themes.first(where: { $0.name == name })?.fault { return [fault] }
    let words = "there is no theme `\(VisibleText.of(name))`; `apus themes` lists them"
    return [configuration.theme?.fault(words) ?? words]
  }
}
