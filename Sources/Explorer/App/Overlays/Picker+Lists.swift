import Terminal

extension Picker {
  /// All commands by name, with their keys; those refused now come last, with the reason.
  static func palette(for state: AppState) -> Picker {
    let items = state.commands.records.filter { $0.isListed && $0 != OverlayCommands.palette }.map { command in
      let nowhere = state.pane(for: command) == nil ? "Not on the tabs that are open" : nil
      return Item(
        id: command.name, title: command.title, detail: command.keys.first?.name ?? "",
        refusal: nowhere ?? state.refusal(of: command))
    }
    return Picker(
      "Palette", .palette, items: items.filter { $0.refusal == nil } + items.filter { $0.refusal != nil })
  }

  private static let automaticTheme = "auto"

  /// - Parameter chosen: `nil` while the theme follows the terminal.
  static func themes(chosen: Theme.Name?) -> Picker {
    let follows = Item(id: automaticTheme, title: automaticTheme, detail: "dark or light, as the terminal is")
    let items = Theme.Name.allCases.map { Item(id: $0.rawValue, title: $0.rawValue) }
    return Picker("Theme", .theme, items: [follows] + items, selected: chosen?.rawValue ?? automaticTheme)
  }
}
