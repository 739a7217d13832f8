import Terminal
import Workspaces

extension Picker {
  /// All commands by name, with their keys; those refused now come last, with the reason. Requests are found, too.
  static func palette(for state: AppState) -> Picker {
    let items = state.commands.records.filter { $0.isListed && $0 != OverlayCommands.palette }.map { command in
      let nowhere = state.pane(for: command) == nil ? "Works in \(command.contexts.words)" : nil
      return Item(
        id: command.name, title: command.title,
        detail: state.commands.keyInForce(of: command, in: state.context)?.name ?? "",
        section: command.section.rawValue, refusal: nowhere ?? state.refusal(of: command))
    }
    let requests = state.workspace.collections.flatMap(\.requests).map(\.node).map { node in
      Item(
        id: requestPrefix + node.path, title: "\(node.shownMethod.shortMethod.padded(to: 6))\(node.name)",
        detail: node.url, isSought: true, token: .method(node.shownMethod))
    }
    return Picker(
      "Palette", .palette, items: items.filter { $0.refusal == nil } + items.filter { $0.refusal != nil } + requests)
  }

  /// What the identity of a request in the palette begins with.
  static let requestPrefix = "request:"

  static let automaticTheme = "auto"

  /// - Parameter chosen: `nil` while the theme follows the settings or the terminal.
  static func themes(chosen: ThemeChoice?, _ settings: UserSettings) -> Picker {
    let place = settings.configuration.theme?.origin ?? .user
    let usual = settings.theme.map { "\($0), as \(place.rawValue) says" }
    let follows = Item(
      id: automaticTheme, title: automaticTheme, detail: usual ?? "dark or light, like the terminal")
    let builtIn = Theme.Name.allCases.map { Item(id: $0.rawValue, title: $0.rawValue) }
    let own = settings.themes.map { file in
      Item(id: file.name, title: file.name, detail: "themes/\(file.name).yml", refusal: file.fault)
    }
    return Picker("Theme", .theme, items: [follows] + builtIn + own, selected: chosen?.name ?? automaticTheme)
  }
}
