import Terminal
import Workspaces

extension Picker {
  /// The palette: all commands by name with their keys, then tabs, options and settings, each with a sentence. What
  /// cannot be done here comes last, with the reason. Requests can be found, too.
  static func palette(for state: AppState) -> Picker {
    let commands = state.commands.records.filter { $0.isListed && $0 != OverlayCommands.palette }.map { command in
      let nowhere = state.pane(for: command) == nil ? "Works in \(command.contexts.words)" : nil
      let words = CommandWords.all[command.name]
      // A request that is still opening is sent once it is open.
      let isAwaited = command == CommandTable.send && state.opening != nil
      return Item(
        id: command.name, title: command.title,
        detail: state.commands.keyInForce(of: command, in: state.context)?.name ?? "",
        section: command.section.rawValue, refusal: isAwaited ? nil : nowhere ?? state.refusal(of: command),
        sentence: words?.sentence ?? "", synonyms: words?.synonyms ?? [])
    }
    let places = PalettePlace.all.map { place in
      Item(
        id: place.id, title: place.title, section: place.section, refusal: place.refusal(state).map(state.keys.filled),
        sentence: place.words.sentence, synonyms: place.words.synonyms)
    }
    let requests = state.workspace.collections.flatMap(\.requests).map(\.node).map { node in
      Item(
        id: requestPrefix + node.path, title: "\(node.shownMethod.shortMethod.padded(to: 6))\(node.name)",
        detail: node.url, isJumpTarget: true, token: .method(node.shownMethod))
    }
    let items = commands + places
    return Picker(
      "Palette", .palette, items: items.filter { $0.refusal == nil } + items.filter { $0.refusal != nil } + requests)
  }

  static let requestPrefix = "request:"
}

extension AppState {
  /// Acts on the item chosen in the palette.
  mutating func pickedInPalette(_ id: String) -> [Effect] {
    if id.hasPrefix(Picker.requestPrefix) {
      return apply(.jumped(to: String(id.dropFirst(Picker.requestPrefix.count))), to: \.tree)
    }
    guard let place = PalettePlace.all.first(where: { $0.id == id }) else {
      return commands.command(named: id).map { performWhereItActs($0) } ?? []
    }
    page = nil
    return leaveEditing() + place.open(&self)
  }

  /// Runs a command chosen by name in the pane that it acts in, which may differ from the focused one.
  private mutating func performWhereItActs(_ command: Command) -> [Effect] {
    let pane = page.map { command.contexts.contains($0.context) } == true ? nil : pane(for: command)
    // A command of the panes closes the page above them.
    if pane != nil { page = nil }
    return (pane.map { setFocus($0) } ?? []) + perform(command)
  }
}
