import Basics
import SessionModel
import Terminal
import Workspaces

extension AppState {
  /// Acts on the item chosen in a picker.
  mutating func picked(_ purpose: Picker.Purpose, _ id: String) -> [Effect] {
    if let action = purpose.action(id) { return change(by: action) }
    switch purpose {
    case .palette where id.hasPrefix(Picker.requestPrefix):
      return apply(.jumped(to: String(id.dropFirst(Picker.requestPrefix.count))), to: \.tree)
    case .palette: return commands.command(named: id).map { performWhereItActs($0) } ?? []
    case .menu(let subject): return pickedInMenu(of: subject, id)
    case .theme: return pickedTheme(id)
    default: return []
    }
  }

  /// Runs a command chosen by name in the pane that it acts in, which may differ from the focused one.
  private mutating func performWhereItActs(_ command: Command) -> [Effect] {
    let pane = page.map { command.contexts.contains($0.context) } == true ? nil : pane(for: command)
    // A command of the panes closes the page above them.
    if pane != nil { page = nil }
    return (pane.map { setFocus($0) } ?? []) + perform(command)
  }
}

/// Commands that open a box above the panes: palette, help, jump, themes.
enum OverlayCommands {
  static let all: [Command] = [jump, labels, chooseTheme, palette, help]

  private static let jump = Command(
    "jump", "Jump to a request by name, URL or file", [.control("g")], section: .going, rank: 130,
    footer: .word("jump", when: { !$0.isListed || !$0.workspace.collections.isEmpty }),
    handler: { state in state.apply(.overlay(.show(.picker(.jump(in: state.workspace))))) })

  private static let labels = Command(
    "jumpLabels", "Show a letter at every place to jump to", [.character("'")], section: .going, rank: 135,
    handler: { $0.showLabels() })

  private static let chooseTheme = Command(
    "chooseTheme", "Choose the theme", in: Context.anywhere, section: .window, rank: 50,
    handler: { state in
      state.apply(.overlay(.show(.picker(.themes(state.settings)))))
        + [.system(.readThemes)]
    })

  static let palette = Command(
    "palette", "Palette: every action by name", [.character(":"), .control("p")], in: Context.anywhere,
    section: .window, rank: 60,
    footer: .pinned("commands"),
    handler: { state in state.apply(.overlay(.show(.picker(.palette(for: state))))) })

  static let help = Command(
    "help", "Help for this place", [.character("?"), .function(1)], in: Context.anywhere, section: .window, rank: 70,
    footer: .pinned("help"),
    handler: { state in state.apply(.overlay(.show(.help(HelpPage(state.helpPlace))))) })
}

extension Picker {
  /// All commands by name, with their keys. Refused commands come last, with the reason. Requests can be found, too.
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
        detail: node.url, isJumpTarget: true, token: .method(node.shownMethod))
    }
    return Picker(
      "Palette", .palette, items: items.filter { $0.refusal == nil } + items.filter { $0.refusal != nil } + requests)
  }

  /// The prefix of a request's identity in the palette.
  static let requestPrefix = "request:"

  static let automaticTheme = "auto"

  static func themes(_ settings: SettingsInForce) -> Picker {
    let place = settings.configuration.theme?.origin ?? .user
    let usual = settings.files.theme.map { "\($0), set in \(place.rawValue)" }
    let follows = Item(
      id: automaticTheme, title: automaticTheme, detail: usual ?? "dark or light, as the terminal is")
    let builtIn = Theme.Name.allCases.map { Item(id: $0.rawValue, title: $0.rawValue) }
    let own = settings.files.themes.map { file in
      Item(id: file.name, title: file.name, detail: file.isShipped ? "" : file.place, refusal: file.fault)
    }
    return Picker("Theme", .theme, items: [follows] + builtIn + own, selected: settings.picked?.name ?? automaticTheme)
  }
}
